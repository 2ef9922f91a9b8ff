"""What honest people do meanwhile. What they grant to attackers is granted, and nothing else."""

import re
from random import Random

from django.apps import apps
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from audit.models import AuditEntry
from audit.selectors import history_of
from games.models import ConfirmationState, Game
from jobs.models import WorkState
from players.clubs.services.members import add_member, change_role
from players.models import (
    Club,
    JoinRequest,
    Membership,
    MembershipOffer,
    Person,
    ProfileClaim,
    Recomputation,
    Role,
)
from tests.permissions.walk import addresses_of_the_site
from tests.security.anything import fill, forms_in
from tests.security.attacks import TRUE_GAME_DAY, chance_, person_, result_, who_
from tests.security.stage import Stage
from tests.security.watch import Violation
from tests.security.world import ADMINISTRATOR, ATTACKERS, DAY, WITHOUT_ACCOUNT, address_of, barragoon_record
from tournaments.models import Pairing


class HonestSteps(Stage):
    @initialize(role=st.sampled_from(("", "", "", Role.MEMBER, Role.ARBITER, Role.ORGANISER)))
    def trust_somebody(self, role: str) -> None:
        """Lapwing has trusted Zoe with something, or has not."""
        if role:
            add_member(
                actor=self.world.accounts["Olga Owen"],
                club=self.world.lapwing,
                person=self.person("Zoe Zorn"),
                role=Role(role),
            )
            self.watch.grants.give_role("Zoe Zorn", self.world.lapwing, Role(role))
        self.after_honest_step()

    @rule()
    def organiser_accepts_requests(self) -> None:
        for request in JoinRequest.objects.filter(club=self.world.lapwing, state="open").select_related(
            "person"
        ):
            self.honest_page(
                "Gerd Gans", reverse("answer-join-request", args=["lapwing", request.pk]), {"step": "approve"}
            )
            for name in ATTACKERS:
                if self.person(name) == request.person:
                    self.watch.grants.give_role(name, self.world.lapwing, Role.MEMBER)
        self.after_honest_step()

    @rule()
    def organiser_approves_claims(self) -> None:
        """In good faith: the profile is given, and what it was allowed to do is not."""
        for claim in ProfileClaim.objects.filter(state="waiting").select_related("person", "account"):
            name = next(name for name, account in self.world.accounts.items() if account == claim.account)
            known = [known for known, each in self.world.people.items() if each == claim.person]
            clubs = self.watch.grants.clubs_of([claim.person])[claim.person.pk]
            for person in known:  # and not somebody whom attackers have made up
                self.watch.grants.give_profile(name, person, clubs)
            path = reverse("decide-profile-claim", args=[claim.pk])
            self.honest_page("Gerd Gans", path, {"step": "approve"})
        self.after_honest_step()

    @rule(person=st.sampled_from(WITHOUT_ACCOUNT), whom=who_)
    def organiser_invites_to_profile(self, person: str, whom: str) -> None:
        """The address was a wrong one."""
        path = reverse("invite-to-profile", args=[self.person(person).pk])
        before = len(self.links())
        clubs = self.watch.grants.clubs_of([self.person(person)])[self.person(person).pk]
        self.honest_page("Gerd Gans", path, {"email": address_of(whom)})
        if len(self.links()) > before:
            for name in ATTACKERS:  # they forward it to each other
                self.watch.grants.give_profile(name, person, clubs)
        self.after_honest_step()

    @rule(person=st.sampled_from(WITHOUT_ACCOUNT), whom=who_)
    def administrator_merges(self, person: str, whom: str) -> None:
        """Taken for one person by mistake: the profile is given, and neither its roles nor what is private in it."""
        arguments = [self.person(whom).pk, self.person(person).pk]
        clubs = self.watch.grants.clubs_of([self.person(person)])[self.person(person).pk]
        self.honest_page(ADMINISTRATOR, reverse("merge-people", args=arguments), {"reason": "The same."})
        if Person.objects.get(pk=self.person(person).pk).merged_into is not None:
            self.watch.grants.give_profile(whom, person, clubs)
        self.after_honest_step()

    @rule(whom=who_)
    def owner_makes_member_arbiter(self, whom: str) -> None:
        """Who sees hidden pieces from now on, which the event's log has to tell."""
        lines = AuditEntry.objects.latest("pk").pk
        memberships = Membership.objects.filter(person=self.person(whom), club=self.world.lapwing)
        for membership in memberships.filter(role=Role.MEMBER):
            change_role(actor=self.world.accounts["Olga Owen"], membership=membership, role=Role.ARBITER)
            self.watch.grants.give_role(whom, self.world.lapwing, Role.ARBITER)
            self.after_honest_step()
            if not history_of(self.world.hidden_event).filter(pk__gt=lines).exists():
                raise Violation(f"{whom} may see hidden pieces of the event now, and its log does not say so")

    @rule(result=result_)
    def player_sends_record(self, result: str) -> None:
        """Mia sends what she and Max have played: it decides their board, unless it was decided before."""
        pairing = self.world.board(self.world.open_event, 1)
        path = reverse("send-record", args=[self.world.open_event.pk, pairing.pk])
        text = barragoon_record("Mia Maus", "Max Mohn", result, event="Autumn Open")
        self.honest_page("Mia Maus", path, {"text": text})
        self.after_honest_step()
        after = Pairing.objects.get(pk=pairing.pk)
        if not pairing.result and after.result != result:
            raise Violation(f"Mia sent {result} for her board, and it has “{after.result}”")

    @rule()
    def player_answers_games(self) -> None:
        """Mia confirms what she has played, and refuses what somebody has made up."""
        waiting = Game.objects.filter(confirmation=ConfirmationState.WAITING).order_by("pk")
        for game in waiting.filter(
            Q(first_person__account=self.world.accounts["Mia Maus"])
            | Q(second_person__account=self.world.accounts["Mia Maus"])
        ):
            said = "confirmed" if game.submitted_by == self.world.accounts["Max Mohn"] else "refused"
            self.honest_page("Mia Maus", reverse("answer-game", args=[game.pk]), {"answer": said})
        self.after_honest_step()

    @rule()
    def players_confirm_true_game(self) -> None:
        """Mia and Max have played it, and do not mind who has sent it."""
        day = TRUE_GAME_DAY.replace(".", "-")
        waiting = Game.objects.filter(confirmation=ConfirmationState.WAITING, date_to=day, result="1-0")
        for game in waiting.filter(
            first_person=self.person("Mia Maus"), second_person=self.person("Max Mohn")
        ):
            for name in ("Mia Maus", "Max Mohn"):
                self.honest_page(name, reverse("answer-game", args=[game.pk]), {"answer": "confirmed"})
        self.after_honest_step()

    @rule(person=person_)
    def person_joins_their_club(self, person: str) -> None:
        """Asked to join Rook, they do; for those without an account, their organiser agrees."""
        account = self.person(person).account
        answering = person if account else "Nina Nuss" if person == "Nils Nord" else "Gerd Gans"
        for offer in MembershipOffer.objects.filter(person=self.person(person), state="open"):
            self.watch.grants.consenting.add(person)
            path = reverse("answer-membership-offer", args=[offer.pk])
            self.honest_page(answering, path, {"step": "accept"})
        self.after_honest_step()

    @rule(result=result_)
    def arbiter_enters_result(self, result: str) -> None:
        pairing = self.world.board(self.world.hidden_event, 2)
        path = reverse("board", args=[self.world.hidden_event.pk, pairing.pk])
        data = {"do": "save", "result": result, "reason": "Seen.", "seen": str(pairing.version)}
        self.honest_page("Ada Abt", path, data)
        self.after_honest_step()

    @rule(result=result_)
    def arbiter_overrules(self, result: str) -> None:
        """The referee calls the game of the second board a draw; the arbiter says what counts instead."""
        pairing = self.world.board(self.world.open_event, 2)
        if pairing.game is None or pairing.game.adjudications.count() == 0:
            return
        verdict = pairing.game.adjudications.latest("pk")
        said = {
            "decision": "overruled",
            "result": result,
            "reason": "Both have seen it.",
            "adjudication": verdict.pk,
        }
        self.honest_page("Ada Abt", reverse("adjudication", args=[pairing.game.pk]), said)
        self.after_honest_step()
        after = Pairing.objects.select_related("game").get(pk=pairing.pk)
        if after.game is not None and {after.result, after.game.result} != {result}:
            raise Violation(
                f"The arbiter has said {result}; the board has “{after.result}”, the game “{after.game.result}”"
            )

    @rule(person=person_)
    def administrator_adds_member(self, person: str) -> None:
        """Somebody has asked them to, by mail: "Please add her to Rook"."""
        club = Club.objects.get(slug="rook")
        data = {"person": self.person(person).pk, "club": club.pk, "role": Role.MEMBER}
        self.honest_page(ADMINISTRATOR, reverse("admin:players_membership_add"), data)
        self.after_honest_step()

    @rule()
    def administrator_tries_failed_job_again(self) -> None:
        failed = Recomputation.objects.create(
            pool=self.world.common_pool(), due_on=DAY, state=WorkState.FAILED, finished_at=timezone.now()
        )
        lines = AuditEntry.objects.count()
        data = {"action": "try_again", "_selected_action": [failed.pk]}
        self.honest_page(ADMINISTRATOR, reverse("admin:players_recomputation_changelist"), data)
        failed.refresh_from_db()
        if failed.state != WorkState.FAILED and AuditEntry.objects.count() == lines:
            raise Violation("An administrator has let a job be tried again, and the history does not say so")
        self.after_honest_step()

    @rule(chance=chance_)
    def administrator_uses_admin(self, chance: Random) -> None:
        """What the administration pages change is in the history."""
        routes = [
            each.route
            for each in addresses_of_the_site()
            if each.namespace == "admin" and each.route.endswith(("/add/", "/change/", "/delete/"))
        ]
        route = chance.choice(routes)
        app, model = route.split("/")[1:3]
        rows = self.rows_of(app, model)
        path = "/" + re.sub(r"<[^>]+>", str(chance.choice(rows)) if rows else "1", route)
        client = self.world.browser_of(ADMINISTRATOR)
        page = client.get(path)
        forms = forms_in(page.content.decode()) if page.status_code == 200 else []
        before, lines = self.watch.rows_of_everybody(), AuditEntry.objects.count()
        if forms:
            response = client.post(path, fill(chance.choice(forms), self.inventor(chance)))
            assert response.status_code < 500, path
        after = self.watch.rows_of_everybody()
        if before != after and AuditEntry.objects.count() == lines:
            raise Violation(f"{path} has changed something and left no line in the history")
        self.after_honest_step()

    def rows_of(self, app: str, model: str) -> list[int]:
        rows = apps.get_model(app, model)._default_manager.order_by("pk")
        return list(rows.values_list("pk", flat=True)[:50])

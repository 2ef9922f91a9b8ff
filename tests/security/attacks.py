"""What attackers do: one step a rule, through the site's own pages and API."""

import base64
from random import Random

from django.urls import reverse
from hypothesis import strategies as st
from hypothesis.stateful import rule

from games.models import Game
from players.models import JoinRequest, Membership, PeopleUpload, ProfileClaim, Role
from tests.security.anything import address_for, fill, forms_in, operation_for
from tests.security.stage import Stage
from tests.security.world import ATTACKERS, KNOWN_PEOPLE, WITHOUT_ACCOUNT, address_of, barragoon_record
from tests.tournaments.report_files import player_line
from tournaments.models import Event, Pairing, Round

who_ = st.sampled_from(ATTACKERS)
person_ = st.sampled_from(KNOWN_PEOPLE)
profile_ = st.sampled_from((*WITHOUT_ACCOUNT, *ATTACKERS))
role_ = st.sampled_from([str(role) for role in Role])
result_ = st.sampled_from(("1-0", "0-1"))
chance_ = st.randoms(use_true_random=False)
club_ = st.sampled_from(("lapwing", "plover", "rook"))

BOARDS = (
    "",
    "embed/",
    "print/",
    "board.svg",
    "board.svg?view=open",
    "board.svg?view=red",
    "record.txt",
    "reach.json",
)
# When Mia has beaten Max: whoever sends the record, the two confirm it.
TRUE_GAME_DAY = "2026.05.05"
FILES = ("games.txt", "games.json", "games.csv", "games.txt?q=flag")


class PeopleAttacks(Stage):
    @rule(who=who_, name=st.sampled_from(("Crow", "Raven")))
    def found_club(self, who: str, name: str) -> None:
        self.api(who, "POST", "/api/v1/clubs/", {"name": name})
        self.after_attack()

    @rule(who=who_, person=person_, role=role_)
    def add_member(self, who: str, person: str, role: str) -> None:
        for club in self.own_clubs(who)[:1]:
            content = {"club": club.slug, "person": self.person(person).pk, "role": role}
            self.api(who, "POST", "/api/v1/memberships/", content)
        self.after_attack()

    @rule(who=who_, person=person_)
    def enter_known_person(self, who: str, person: str) -> None:
        """By hand: the site offers who may be meant, and the attacker chooses."""
        for club in self.own_clubs(who)[:1]:
            path = reverse("enter-person", args=[club.slug])
            self.page(who, path, {"name": person})
            self.page(who, path, {"name": person, "choice": str(self.person(person).pk)})
        self.after_attack()

    @rule(who=who_, person=person_, spelling=st.sampled_from(("", "h")))
    def import_people(self, who: str, person: str, spelling: str) -> None:
        """A table; where a name is near to one that is known, the attacker says that it is the same."""
        for club in self.own_clubs(who)[:1]:
            self.page(
                who, reverse("import-people", args=[club.slug]), {"text": f"Name\n{person}{spelling}\n"}
            )
            self.after_attack()
            upload = PeopleUpload.objects.latest("pk")
            arguments = [club.slug, upload.pk]
            choices = {f"row-{row.pk}": str(self.person(person).pk) for row in upload.rows.all()}
            self.page(who, reverse("decide-people-upload", args=arguments), choices)
            self.page(who, reverse("confirm-people-upload", args=arguments), {})
        self.after_attack()

    @rule(
        who=who_, person=person_, change=st.sampled_from(("name", "country", "listed", "shows_year_of_birth"))
    )
    def edit_person(self, who: str, person: str, change: str) -> None:
        value = {"name": "Renamed", "country": "LV"}.get(change, True)
        self.api(who, "PATCH", f"/api/v1/people/{self.person(person).pk}/", {change: value})
        self.after_attack()

    @rule(who=who_, person=st.sampled_from(WITHOUT_ACCOUNT), whom=who_)
    def invite_to_profile(self, who: str, person: str, whom: str) -> None:
        path = reverse("invite-to-profile", args=[self.person(person).pk])
        self.page(who, path, {"email": address_of(whom)})
        self.after_attack()

    @rule(who=who_)
    def follow_links(self, who: str) -> None:
        """In the mails, whoever of them got it."""
        for path in dict.fromkeys(self.links()):
            if "/invitation" in path:
                self.page(who, path)
                self.page(who, path, {"step": "accept"})
        self.after_attack()

    @rule(who=who_, person=st.sampled_from(WITHOUT_ACCOUNT))
    def claim_profile(self, who: str, person: str) -> None:
        self.page(who, reverse("claim-profile", args=[self.person(person).pk]), {"message": "That is me."})
        self.after_attack()

    @rule(who=who_)
    def approve_claims(self, who: str) -> None:
        for claim in ProfileClaim.objects.filter(state="waiting"):
            self.page(who, reverse("decide-profile-claim", args=[claim.pk]), {"step": "approve"})
        self.after_attack()

    @rule(who=who_, kept=profile_, merged=profile_)
    def merge_people(self, who: str, kept: str, merged: str) -> None:
        self.merge_people_by_id(who, self.person(kept).pk, self.person(merged).pk)

    @rule(who=who_, merged=st.sampled_from(WITHOUT_ACCOUNT))
    def merge_into_own_profile(self, who: str, merged: str) -> None:
        """Of all pairs, few are of oneself and of somebody without an account."""
        self.merge_people_by_id(who, self.person(who).pk, self.person(merged).pk)

    @rule(who=who_, club=club_, role=role_)
    def make_profile(self, who: str, club: str, role: str) -> None:
        """Somebody who does not exist, with whatever role the club gives."""
        name = f"Invented {len(self.made_profiles) + 1}"
        person = self.api(who, "POST", "/api/v1/people/", {"name": name, "club": club, "listed": True})
        if person is not None:
            self.made_profiles.append(person["id"])
            content = {"club": club, "person": person["id"], "role": role}
            self.api(who, "POST", "/api/v1/memberships/", content)
            for membership in Membership.objects.filter(person=person["id"]).values_list("pk", flat=True):
                self.api(who, "PATCH", f"/api/v1/memberships/{membership}/", {"role": role})
        self.after_attack()

    @rule(who=who_, whom=who_, made=st.integers(0, 3))
    def take_made_profile(self, who: str, whom: str, made: int) -> None:
        """Merged into one's own, and an accomplice is invited to it."""
        if self.made_profiles:
            profile = self.made_profiles[made % len(self.made_profiles)]
            self.page(who, reverse("invite-to-profile", args=[profile]), {"email": address_of(whom)})
            self.merge_people_by_id(who, self.person(whom).pk, profile)
        self.after_attack()

    def merge_people_by_id(self, who: str, kept: int, merged: int) -> None:
        self.page(who, reverse("merge-people", args=[kept, merged]), {"reason": "The same."})
        self.after_attack()

    @rule(who=who_, club=club_)
    def ask_to_join(self, who: str, club: str) -> None:
        self.page(who, reverse("join-club", args=[club]), {"message": "Please."})
        self.after_attack()

    @rule(who=who_, club=st.sampled_from(("lapwing", "rook")), whom=who_, role=role_)
    def invite_to_club(self, who: str, club: str, whom: str, role: str) -> None:
        data = {"email": address_of(whom), "role": role, "message": ""}
        self.page(who, reverse("club-invitations", args=[club]), data)
        self.after_attack()

    @rule(who=who_, club=club_)
    def answer_requests(self, who: str, club: str) -> None:
        for request in self.open_requests(club):
            self.page(who, reverse("answer-join-request", args=[club, request]), {"step": "approve"})
        self.after_attack()

    @rule(who=who_, whom=profile_, role=role_)
    def change_role(self, who: str, whom: str, role: str) -> None:
        for membership in Membership.objects.filter(person=self.person(whom)):
            self.api(who, "PATCH", f"/api/v1/memberships/{membership.pk}/", {"role": role})
        self.after_attack()

    def open_requests(self, club: str) -> list[int]:
        waiting = JoinRequest.objects.filter(club__slug=club, state="open")
        return list(waiting.order_by("pk").values_list("pk", flat=True))


class GameAttacks(Stage):
    @rule(
        who=who_,
        first=person_,
        second=person_,
        result=result_,
        visibility=st.sampled_from(("public", "private")),
    )
    def send_invented_wins(self, who: str, first: str, second: str, result: str, visibility: str) -> None:
        """Six games that nobody played, with names of others or one's own."""
        second = who if second == first else second
        self.send_wins(who, first, second, result, visibility)
        self.after_attack()

    @rule(who=who_, opponent=person_, result=result_)
    def send_own_wins(self, who: str, opponent: str, result: str) -> None:
        """The same against oneself: the sender's word stands for one of the two."""
        self.send_wins(who, who, opponent, result, "public")
        self.after_attack()

    def send_wins(self, who: str, first: str, second: str, result: str, visibility: str) -> None:
        text = "\n".join(
            barragoon_record(first, second, result, day=f"2026.06.0{day}") for day in range(1, 7)
        )
        self.api(who, "POST", "/api/v1/uploads/", {"text": text, "visibility": visibility})

    @rule(who=who_, result=result_, visibility=st.sampled_from(("public", "private", "embargoed")))
    def send_copy_of_board(self, who: str, result: str, visibility: str) -> None:
        """The game of Mia and Max as it will be sent for their board, with another result perhaps."""
        text = barragoon_record("Mia Maus", "Max Mohn", result, event="Autumn Open")
        self.api(who, "POST", "/api/v1/uploads/", {"text": text, "visibility": visibility})
        self.after_attack()

    @rule(who=who_, board=st.integers(0, 7), result=result_)
    def send_record_for_board(self, who: str, board: int, result: str) -> None:
        pairings = list(Pairing.objects.order_by("pk").select_related("round__section"))
        pairing = pairings[board % len(pairings)]
        event = pairing.round.section.event_id
        text = barragoon_record(str(pairing.first), str(pairing.second), result, event="Autumn Open")
        self.page(who, reverse("send-record", args=[event, pairing.pk]), {"text": text})
        self.after_attack()

    @rule(who=who_, answer=st.sampled_from(("confirmed", "refused")))
    def answer_games(self, who: str, answer: str) -> None:
        """Every game that waits, one's own or not; as a player, and as an official for both."""
        for game in Game.objects.filter(confirmation="waiting").order_by("pk").values_list("pk", flat=True):
            self.page(who, reverse("answer-game", args=[game]), {"answer": answer})
            self.page(who, reverse("decide-game", args=[game]), {"confirm": "1"})
        self.after_attack()

    @rule(who=who_, person=person_, pool=st.sampled_from(("lapwing-barragoon", "all-barragoon")))
    def give_starting_rating(self, who: str, person: str, pool: str) -> None:
        for club in self.own_clubs(who)[:1]:
            content = {
                "pool": pool,
                "club": club.slug,
                "player": self.person(person).pk,
                "rating": 2500,
                "source": "My own list",
                "date": "2026-05-01",
            }
            self.api(who, "POST", "/api/v1/starting-ratings/", content)
        self.after_attack()

    @rule(who=who_, game=st.integers(0, 7), person=profile_)
    def link_players(self, who: str, game: int, person: str) -> None:
        games = list(Game.objects.order_by("pk").values_list("pk", flat=True))
        content = {"first_person": self.person(person).pk}
        self.api(who, "PATCH", f"/api/v1/games/{games[game % len(games)]}/players/", content)
        self.after_attack()

    @rule(who=who_)
    def send_true_game(self, who: str) -> None:
        """Of others, who have played it like this."""
        text = barragoon_record("Mia Maus", "Max Mohn", "1-0", day=TRUE_GAME_DAY)
        self.api(who, "POST", "/api/v1/uploads/", {"text": text, "visibility": "public"})
        self.after_attack()

    @rule(who=who_, change=st.sampled_from(("players", "visibility")))
    def take_sent_games_back(self, who: str, change: str) -> None:
        """Others are said to have played what one has sent, or nobody sees it any more."""
        content = {"players": {"first_person": None}, "visibility": {"visibility": "private"}}[change]
        for game in Game.objects.filter(submitted_by=self.world.accounts[who]).order_by("pk"):
            self.api(who, "PATCH", f"/api/v1/games/{game.pk}/{change}/", content)
        self.after_attack()

    @rule(who=who_, game=st.integers(0, 7), part=st.sampled_from(BOARDS))
    def look_at_game(self, who: str, game: int, part: str) -> None:
        games = list(Game.objects.order_by("pk").values_list("pk", flat=True))
        self.page(who, f"/games/{games[game % len(games)]}/{part}")
        self.after_attack()

    @rule(who=who_, file=st.sampled_from(FILES))
    def download_games(self, who: str, file: str) -> None:
        self.page(who, f"/games/{file}")
        self.after_attack()


class EventAttacks(Stage):
    @rule(who=who_, first=person_, second=person_, rated=st.booleans())
    def import_event(self, who: str, first: str, second: str, rated: bool) -> None:
        """A report of a tournament that was never held, with names of others; and it is finished at once."""
        for club in self.own_clubs(who)[:1]:
            content = {
                "club": club.slug,
                "content": base64.b64encode(_report(first, second if second != first else who)).decode(),
                "game": "barragoon",
                "rated": rated,
                "choices": {},
            }
            event = self.api(who, "POST", "/api/v1/events/import/", content)
            if event is not None:
                self.finish_event(who, event["id"])
        self.after_attack()

    @rule(who=who_, first=person_, second=person_)
    def hold_event(self, who: str, first: str, second: str) -> None:
        """An event of one's own club with people who do not know of it, and a result that suits."""
        second = who if second == first else second
        for club in self.own_clubs(who)[:1]:
            days = {"starts_on": "2026-06-01", "ends_on": "2026-06-01"}
            content = {"club": club.slug, "name": "Open", "game": "barragoon", **days}
            event = self.api(who, "POST", "/api/v1/events/", content)
            if event is None:
                continue
            section = self.api(
                who, "POST", "/api/v1/sections/", {"event": event["id"], "name": "Main", "planned_rounds": 1}
            )
            for name in (first, second):
                content = {"section": (section or {}).get("id"), "person": self.person(name).pk}
                self.api(who, "POST", "/api/v1/entries/", content)
            self.play_event(who, event["id"])
        self.after_attack()

    def play_event(self, who: str, event: int) -> None:
        for step in ("open", "start"):
            self.api(who, "POST", f"/api/v1/events/{event}/step/", {"step": step})
        for section in Event.objects.get(pk=event).sections.values_list("pk", flat=True):
            self.api(who, "POST", "/api/v1/rounds/", {"section": section, "number": 1})
            self.after_attack()
            for number in Round.objects.filter(section=section).values_list("pk", flat=True):
                self.api(who, "POST", f"/api/v1/rounds/{number}/step/", {"step": "publish"})
        for pairing in Pairing.objects.filter(round__section__event=event).values_list("pk", flat=True):
            self.api(who, "PATCH", f"/api/v1/pairings/{pairing}/", {"result": "1-0"})
        self.finish_event(who, event)

    def finish_event(self, who: str, event: int) -> None:
        for number in Round.objects.filter(section__event=event).values_list("pk", flat=True):
            self.api(who, "POST", f"/api/v1/rounds/{number}/step/", {"step": "close"})
        content = {"step": "finish", "reason": "It is over."}
        self.api(who, "POST", f"/api/v1/events/{event}/step/", content)

    @rule(who=who_, event=st.integers(0, 3))
    def sign_up_for_event(self, who: str, event: int) -> None:
        events = list(Event.objects.order_by("pk"))
        for section in events[event % len(events)].sections.values_list("pk", flat=True):
            self.api(who, "POST", f"/api/v1/sections/{section}/sign-up/", {})
        self.after_attack()

    @rule(who=who_, event=st.integers(0, 3), person=profile_)
    def name_arbiter(self, who: str, event: int, person: str) -> None:
        events = list(Event.objects.order_by("pk").values_list("pk", flat=True))
        content = {"event": events[event % len(events)], "person": self.person(person).pk}
        self.api(who, "POST", "/api/v1/event-arbiters/", content)
        self.after_attack()


class AnyAttacks(Stage):
    """What nobody has thought of: any address, any form, any operation, filled with anything that exists."""

    @rule(who=who_, chance=chance_)
    def visit_anything(self, who: str, chance: Random) -> None:
        self.page(who, address_for(self.inventor(chance)))
        self.after_attack()

    @rule(who=who_, chance=chance_)
    def send_any_form(self, who: str, chance: Random) -> None:
        inventor = self.inventor(chance)
        path = address_for(inventor)
        forms = forms_in(self.page(who, path))
        if forms:
            form = chance.choice(forms)
            self.page(who, form.action or path, fill(form, inventor))
        self.after_attack()

    @rule(who=who_, chance=chance_)
    def call_any_operation(self, who: str, chance: Random) -> None:
        operation = operation_for(self.inventor(chance))
        self.api(who, operation.method, operation.path, operation.body)
        self.after_attack()


def _report(first: str, second: str) -> bytes:
    """The first has won the only game."""
    head = "012 Winter Open\n022 Riga\n042 2026/06/01\n052 2026/06/01\n142 1\n"
    lines = [player_line(1, "   2 w 1", name=first), player_line(2, "   1 b 0", name=second)]
    return (head + "\n".join(lines) + "\n").encode()

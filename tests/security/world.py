"""Two honest clubs with something to lose, and three accounts that are up to no good."""

import json
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from typing import Final

from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from games.models import Game, Upload, Visibility
from games.submissions.services.uploads import submit_text
from players.accounts.services.tokens import create_token
from players.clubs.services.clubs import create_club
from players.models import Club, Membership, Person, RatingPool, Role, Scope, User
from players.people.services.people import create_person, ensure_own_person
from players.people.services.photos import read_photo, set_photo
from tests.games.recorder.steps import as_body, chain
from tests.games.records import BARRAGOON, DRAWN
from tests.games.replay.records import BLUE, RED, SECRET, STRATEGO_LINE
from tests.jobs.job_runner import run_jobs
from tests.players.rating_lists.builders import a_pool
from tests.tournaments.builders import make_event, make_round
from tests.tournaments.event_files.builders import exported, sent
from tournaments.event_records import target_pairing
from tournaments.events.services.lifecycle import finish_event
from tournaments.models import Entry, Event, EventState, Pairing, RecordsPublic, RoundState, Section

ATTACKERS: Final = ("Xenia Xu", "Yuri Yak", "Zoe Zorn")
# Whoever has no account here can be invited to a profile, claimed and merged.
WITHOUT_ACCOUNT: Final = ("Paul Pohl", "Petra Puck", "Arno Alt", "Otto Ohm", "Nils Nord")
WITH_ACCOUNT: Final = ("Olga Owen", "Gerd Gans", "Ada Abt", "Mia Maus", "Max Mohn", "Nina Nuss")
# Nobody outside the club may know that she exists: attackers never use her name.
UNLISTED: Final = "Ursula Unterholz"
KNOWN_PEOPLE: Final = (*WITHOUT_ACCOUNT, *WITH_ACCOUNT)
ADMINISTRATOR: Final = "Sam Sand"
PRIVATE_COMMENT: Final = "the plan that nobody else shall read"
DRAFT_COMMENT: Final = "written down beside the board"
SEALED_COMMENT: Final = "what only the scribe has seen"
DAY: Final = date(2026, 5, 2)


@dataclass(frozen=True)
class Secret:
    """A text that attackers must not read. `about` says what it is when they do."""

    text: str
    about: str


class World:
    """Lapwing and Plover are honest clubs, and recognised; Xenia owns Rook."""

    def __init__(self) -> None:
        self.lapwing = _recognised_club("Lapwing", "Ulm")
        self.plover = _recognised_club("Plover", "Riga")
        self.people: dict[str, Person] = {}
        self._enter_people()
        self.accounts = {name: _account(name, "elsewhere.example") for name in ATTACKERS}
        # By the ids of clubs, in the beginning.
        self.members = {
            club.pk: set(club.memberships.values_list("person", flat=True)) for club in self.honest_clubs
        }
        self.people |= {name: ensure_own_person(self.accounts[name]) for name in ATTACKERS}
        create_club(actor=self.accounts["Xenia Xu"], name="Rook")
        self.accounts |= {
            name: person.account for name, person in self.people.items() if person.account is not None
        }
        self.accounts[ADMINISTRATOR] = _account(ADMINISTRATOR, "honest.example", is_staff=True)
        self.pools = [a_pool("lapwing-barragoon", club=self.lapwing), a_pool("all-barragoon")]
        self._sessions = {name: _session_of(account) for name, account in self.accounts.items()}
        self._hold_events()
        self._tokens = {
            name: create_token(account=self.accounts[name], name="Program", scopes=list(Scope)).secret
            for name in (*ATTACKERS, ADMINISTRATOR)
        }

    @property
    def honest_clubs(self) -> tuple[Club, Club]:
        return self.lapwing, self.plover

    @property
    def honest_people(self) -> list[Person]:
        return [person for name, person in self.people.items() if name not in ATTACKERS]

    def browser_of(self, name: str) -> Client:
        client = Client(raise_request_exception=False)
        client.cookies[settings.SESSION_COOKIE_NAME] = self._sessions[name]
        return client

    def program_of(self, name: str) -> Client:
        return Client(
            raise_request_exception=False, headers={"Authorization": f"Bearer {self._tokens[name]}"}
        )

    def _enter_people(self) -> None:
        lapwing, plover = self.lapwing, self.plover
        self._enter("Olga Owen", lapwing, Role.OWNER, account=True)
        self._enter("Gerd Gans", lapwing, Role.ORGANISER, account=True)
        self._enter("Ada Abt", lapwing, Role.ARBITER, account=True)
        self._enter("Mia Maus", lapwing, Role.MEMBER, account=True, year_of_birth=1987)
        self._enter("Max Mohn", lapwing, Role.MEMBER, account=True)
        self._enter("Paul Pohl", lapwing, Role.MEMBER)
        self._enter("Petra Puck", lapwing, Role.MEMBER, year_of_birth=1931)
        self._enter("Arno Alt", lapwing, Role.ARBITER)
        self._enter("Otto Ohm", lapwing, Role.OWNER)
        self._enter(UNLISTED, lapwing, Role.MEMBER, listed=False, year_of_birth=1923)
        self._enter("Nina Nuss", plover, Role.OWNER, account=True)
        self._enter("Nils Nord", plover, Role.ARBITER)
        Membership.objects.create(club=plover, person=self.people["Paul Pohl"], role=Role.ARBITER)
        mia = set_photo(actor=None, person=self.people["Mia Maus"], data=_picture())
        self.photo = {size: read_photo(mia.photo, size) for size in (96, 384)}
        self.photo_key = mia.photo

    def _enter(
        self,
        name: str,
        club: Club,
        role: Role,
        *,
        account: bool = False,
        listed: bool = True,
        year_of_birth: int | None = None,
    ) -> None:
        person = create_person(
            actor=None,
            name=name,
            account=_account(name, "honest.example") if account else None,
            listed=listed,
            year_of_birth=year_of_birth,
            club=club,
        )
        # Straight as a row: older versions gave roles to people without an account.
        Membership.objects.create(club=club, person=person, role=role)
        self.people[name] = person

    def _hold_events(self) -> None:
        """A finished one that is rated, one with hidden set-ups, and one whose first board waits for its result."""
        finished = self._event("Spring Open", "barragoon")
        section = self._section(finished, "Max Mohn", "Paul Pohl", "Petra Puck", "Mia Maus")
        make_round(section, 1, [(1, 2, "1-0"), (3, 4, "0-1")], state=RoundState.CLOSED)
        make_round(section, 2, [(4, 1, "1/2-1/2"), (2, 3, "1-0")], state=RoundState.CLOSED)
        finish_event(actor=None, event=finished, reason="Played to the end.")
        self.hidden_event = self._event(
            "Autumn Stratego", "stratego", records_public=RecordsPublic.EVENT_ENDS
        )
        section = self._section(self.hidden_event, "Mia Maus", "Max Mohn", "Paul Pohl", "Petra Puck")
        make_round(section, 1, [(1, 2, ""), (3, 4, "")])
        self._submit("Mia Maus", hidden_record(), meant_for=target_pairing(self.board(self.hidden_event, 1)))
        self.open_event = self._event("Autumn Open", "barragoon")
        section = self._section(self.open_event, "Mia Maus", "Max Mohn", "Paul Pohl", "Petra Puck")
        make_round(section, 1, [(1, 2, ""), (3, 4, "")])
        self._submit("Ada Abt", drawn_record(), meant_for=target_pairing(self.board(self.open_event, 2)))
        private = barragoon_record("Mia Maus", "Max Mohn", "1-0", day="2026.05.03", comment=PRIVATE_COMMENT)
        self._submit("Mia Maus", private, club=self.lapwing, visibility=Visibility.PRIVATE)
        public = barragoon_record("Max Mohn", "Mia Maus", "0-1", day="2026.05.04")
        self._submit("Max Mohn", public, club=self.lapwing)
        run_jobs()
        self.hidden_game = Game.objects.get(kind="stratego")
        self.private_game = Game.objects.get(visibility=Visibility.PRIVATE)
        self.events = (finished, self.hidden_event, self.open_event)
        # As the club has passed them on; and one of another site, which waits to be confirmed.
        owner = self.accounts["Olga Owen"]
        self.event_files = [exported(Event.objects.get(pk=event.pk), owner) for event in self.events]
        sent(self.event_files[0], actor=owner, club=self.lapwing)
        self._record_games()

    def _record_games(self) -> None:
        """Mia records her board and a game of her own; Ada is the scribe of a game with hidden pieces."""
        scribe = SEALED_COMMENT, ("setup", f"0 {RED}"), ("setup", f"1 {BLUE}")
        self._record("Mia Maus", DRAFT_COMMENT, board=self.board(self.open_event, 1))
        self._record("Mia Maus", DRAFT_COMMENT)
        self._record("Ada Abt", *scribe, board=self.board(self.hidden_event, 2))
        self._sit_down("Mia Maus", RED)
        self._sit_down("Max Mohn", BLUE)

    def _sit_down(self, name: str, setup: str) -> None:
        """At a game that the two record on two phones, each with the own set-up."""
        browser = self.browser_of(name)
        chosen = {"board": target_pairing(self.board(self.hidden_event, 1)), "way": "phones"}
        address = browser.post(reverse("record"), chosen, follow=True).redirect_chain[-1][0]
        body = json.dumps({"text": setup, "seal": True})
        answer = browser.post(f"{address}setup/", body, content_type="application/json")
        assert answer.status_code == 200, answer.content

    def _record(self, name: str, comment: str, *more: tuple[str, str], board: Pairing | None = None) -> None:
        browser = self.browser_of(name)
        chosen = {"board": target_pairing(board)} if board else {"kind": "barragoon", "visibility": "private"}
        chosen |= {"way": "scribe"}
        address = browser.post(reverse("record"), chosen)["Location"]
        steps = as_body(chain(("comment", comment), *more))
        answer = browser.post(f"{address}steps/", steps, content_type="application/json")
        assert answer.status_code == 200, answer.content

    def _event(self, name: str, game: str, **fields: object) -> Event:
        return make_event(
            club=self.lapwing,
            name=name,
            game=game,
            state=EventState.RUNNING,
            starts_on=DAY,
            ends_on=DAY,
            **fields,
        )

    def _section(self, event: Event, *names: str) -> Section:
        section = Section.objects.create(event=event, name="Main", planned_rounds=2)
        for rank, name in enumerate(names, start=1):
            Entry.objects.create(section=section, person=self.people[name], starting_rank=rank)
        return section

    def _submit(self, name: str, text: str, **options: object) -> Upload:
        account = self.people[name].account
        upload = submit_text(account=account, text=text, **options)  # type: ignore[arg-type]
        run_jobs()
        return upload

    def board(self, event: Event, number: int) -> Pairing:
        return Pairing.objects.get(round__section__event=event, board=number)

    def common_pool(self) -> RatingPool:
        return RatingPool.objects.get(slug="all-barragoon")

    def secrets(self) -> list[Secret]:
        """What no page, file, answer or mail may tell an attacker to whom nobody granted it."""
        addresses = [
            Secret(account.email, f"the e-mail address of {name}")
            for name, account in self.accounts.items()
            if name not in ATTACKERS
        ]
        return [
            *addresses,
            Secret("1931", "the year of birth of Petra Puck"),
            Secret("1987", "the year of birth of Mia Maus"),
            Secret("1923", f"the year of birth of {UNLISTED}"),
            Secret(UNLISTED, "the name of an unlisted person"),
            *(Secret(row, "hidden pieces") for row in _hidden_rows()),
            Secret(SECRET, "a comment on hidden pieces"),
            Secret(PRIVATE_COMMENT, "a private game"),
            Secret(DRAFT_COMMENT, "a draft of Mia Maus"),
            Secret(SEALED_COMMENT, "the draft of a scribe"),
        ]


def _hidden_rows() -> list[str]:
    """The rows behind the front, as set-ups and as positions write them, where Blue has small letters."""
    red, blue = RED.split("/"), BLUE.split("/")
    return [*red[:3], *blue[:3], *(row[::-1].lower() for row in blue[:3])]


def hidden_record() -> str:
    """Mia's game with Max, with the set-ups and a comment that tells where the flag is."""
    first, *others = STRATEGO_LINE.split()
    moves = " ".join([f"{first} {{ {SECRET} }}", *others])
    return (
        '[Game "Stratego"]\n[Event "Autumn Stratego"]\n[Round "1"]\n[Board "1"]\n[Date "2026.05.02"]\n'
        f'[Red "Mia Maus"]\n[Blue "Max Mohn"]\n[RedSetup "{RED}"]\n[BlueSetup "{BLUE}"]\n'
        f'[Result "1-0"]\n[Termination "resigned"]\n\n{moves} 1-0\n'
    )


def drawn_record() -> str:
    """Paul's game with Petra, which the referee calls a draw."""
    where = '[Event "Autumn Open"]\n[Round "1"]\n[Board "2"]\n'
    names = DRAWN.replace("Agnes Brandt", "Paul Pohl").replace("Bo Lind", "Petra Puck")
    return names.replace('[Game "Barragoon"]\n', f'[Game "Barragoon"]\n{where}')


def barragoon_record(
    first: str, second: str, result: str, *, day: str = "2026.05.02", event: str = "", comment: str = ""
) -> str:
    """A valid record of the same moves every time."""
    moves = BARRAGOON.partition("\n\n")[2].strip().removesuffix("1-0")
    termination = {"1/2-1/2": "agreement", "*": "unterminated"}.get(result, "resigned")
    where = f'[Event "{event}"]\n[Round "1"]\n[Board "1"]\n' if event else ""
    said = f"{{ {comment} }} " if comment else ""
    return (
        f'[Game "Barragoon"]\n{where}[Date "{day}"]\n[White "{first}"]\n[Brown "{second}"]\n'
        f'[Result "{result}"]\n[Termination "{termination}"]\n\n{said}{moves}{result}\n'
    )


def address_of(name: str) -> str:
    """Where attackers read their mail."""
    return f"{name.lower().replace(' ', '.')}@elsewhere.example"


def _recognised_club(name: str, place: str) -> Club:
    return Club.objects.create(name=name, slug=name.lower(), place=place, recognised_at=timezone.now())


def _account(name: str, domain: str, **values: object) -> User:
    email = f"{name.lower().replace(' ', '.')}@{domain}"
    return User.objects.create_user(email, None, display_name=name, **values)


def _session_of(account: User) -> str:
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _picture() -> bytes:
    file = BytesIO()
    Image.radial_gradient("L").convert("RGB").save(file, "PNG")
    return file.getvalue()

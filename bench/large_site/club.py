"""One club with its people, events and games, made by the services of the site: what the large site has copies of.

Names are marks that are easily found again: each copy of the club puts names of its own in their place.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count, islice
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from engine.record import Record
    from players.models import Club, Person, User
    from tournaments.models import Event, Pairing, Round, Section

TOWN: Final = "Ztownq"
# The copies lie some days earlier.
LAST_DAY: Final = date(2026, 10, 25)
WEEKS_BETWEEN_EVENTS: Final = 9
DAYS_OF_FREE_GAMES: Final = 700
EVENT_NAMES: Final = ("Spring Open", "Summer Cup", "Autumn Open", "Winter Cup", "Memorial", "Championship")
RECORDS_OF_AN_UPLOAD: Final = 25
# Who sits at the clock writes no record: these boards have a result alone.
SHARE_WITHOUT_RECORD: Final = 0.04


class SectionPlan(NamedTuple):
    players: int
    rounds: int
    system: str = "swiss"


class EventPlan(NamedTuple):
    sections: tuple[SectionPlan, ...]
    game: str = "barragoon"
    is_over: bool = True


@dataclass(frozen=True)
class ClubPlan:
    """How many people belong to the club, how many of them have accounts, and how many records it has."""

    people: int
    accounts: int
    games: int
    events: tuple[EventPlan, ...]


def _swiss(players: int, rounds: int, **more: object) -> EventPlan:
    return EventPlan((SectionPlan(players, rounds),), **more)  # type: ignore[arg-type]


# A ten-thousandth of 100,000 events, 2 million people and 10 million games.
CLUB: Final = ClubPlan(
    people=200,
    accounts=60,
    games=1000,
    events=(
        *[_swiss(36, 5)] * 4,
        EventPlan((SectionPlan(30, 5), SectionPlan(24, 5))),
        EventPlan((SectionPlan(12, 11, "round_robin"),)),
        EventPlan((SectionPlan(30, 6, "keizer"),)),
        EventPlan((SectionPlan(16, 4, "knockout"),)),
        _swiss(40, 5, game="stratego"),
        _swiss(36, 4, is_over=False),
    ),
)


def person_name(number: int) -> str:
    """The given name comes after the family name in the alphabet: by that the folded forms are told apart."""
    return f"Zg{number:04}q Af{number:04}q"


@dataclass
class ClubMaker:
    """Makes a club as its organiser would, in the database that Django is connected to."""

    plan: ClubPlan
    seed: int
    rng: random.Random = field(init=False)
    games: dict[str, Iterator[Record]] = field(init=False)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.games = {kind: _games(kind, self.seed) for kind in ("barragoon", "stratego")}

    def make(self) -> None:
        from django.conf import settings

        from players.clubs.services.clubs import create_club
        from players.clubs.services.recognition import recognise_club
        from players.models import PeriodRule
        from players.rating_lists.services.pools import open_pool
        from players.ratings import Glicko2, store_system

        settings.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.dummy.EmailBackend"  # nobody reads them
        self.organiser: User = self._account(0)
        self.club: Club = create_club(
            actor=self.organiser,
            name=f"Lapwings {TOWN}",
            place=TOWN,
            country="DE",
            about="Thursdays at eight.",
        )
        recognise_club(actor=None, club=self.club, reason="Member of the federation.")
        people = [self._person(number) for number in range(1, self.plan.people)]
        for kind in ("barragoon", "stratego"):
            # Without periods of months: those of a copy that lies some days earlier would be others.
            open_pool(
                actor=None, name=kind.title(), game=kind, club=self.club, system=store_system(Glicko2()),
                slug=f"{self.club.slug}-{kind}", period_rule=PeriodRule.EVENTS_ONLY,
            )  # fmt: skip
        for number, event in enumerate(self.plan.events):
            self._play(number, event, people)
        self._play_free_games(people)
        _let_time_pass()

    def _account(self, number: int) -> User:
        from players.models import User

        # An address holds for one site: the town in it is another in each copy.
        return User.objects.create_user(
            email=f"{TOWN.lower()}.{number}@example.org", password=None, display_name=person_name(number)
        )

    def _person(self, number: int) -> Person:
        from players.clubs.services.members import add_member
        from players.models import Role
        from players.people.services.people import create_person

        person = create_person(
            actor=self.organiser,
            name=person_name(number),
            country=self.rng.choice(("DE", "NL", "PL", "FR", "SE")),
            year_of_birth=self.rng.randint(1940, 2014),
            listed=self.rng.random() < 0.8,
            account=self._account(number) if number < self.plan.accounts else None,
            club=self.club,
        )
        role = Role.ARBITER if number < 3 else Role.MEMBER
        add_member(actor=self.organiser, club=self.club, person=person, role=role)
        return person

    def _play(self, number: int, plan: EventPlan, people: list[Person]) -> None:
        from tournaments.entries.services.registration import enter_person
        from tournaments.events.services.events import create_event
        from tournaments.events.services.lifecycle import finish_event, open_event, start_event
        from tournaments.events.services.sections import add_section

        first_day = LAST_DAY - timedelta(
            weeks=WEEKS_BETWEEN_EVENTS * (len(self.plan.events) - 1 - number) + 1
        )
        event = create_event(
            actor=self.organiser,
            club=self.club,
            name=f"{TOWN} {EVENT_NAMES[number % len(EVENT_NAMES)]} {'I' * (number // len(EVENT_NAMES) + 1)}",
            game=plan.game,
            place=f"Town hall of {TOWN}",
            starts_on=first_day,
            ends_on=first_day + timedelta(days=1),
            about="Boards, clocks and tea are there. Come half an hour early.",
            thinking_time="20 minutes each",
            fee="5 €",
        )
        sections = [
            add_section(
                actor=self.organiser, event=event, name=f"Group {place}", system=of.system,
                planned_rounds=of.rounds, first_colour="w",
                tie_breaks="SB" if of.system == "round_robin" else "BH-C1,BH,SB",
            )
            for place, of in enumerate(plan.sections, start=1)
        ]  # fmt: skip
        open_event(actor=self.organiser, event=event)
        free = iter(self.rng.sample(people, len(people)))
        for section, of in zip(sections, plan.sections, strict=True):
            for person in islice(free, of.players):
                enter_person(actor=self.organiser, section=section, person=person)
        start_event(actor=self.organiser, event=event)
        for section, of in zip(sections, plan.sections, strict=True):
            for _ in range(of.rounds):
                self._play_round(event, section, decided=of.system == "knockout")
        if plan.is_over:
            finish_event(actor=self.organiser, event=event)

    def _play_round(self, event: Event, section: Section, *, decided: bool) -> None:
        """Paired and published, most boards with a record of their game, closed."""
        from tournaments.models import Round
        from tournaments.results.services.results import enter_result
        from tournaments.rounds.services.order import order_round
        from tournaments.rounds.services.publication import close_round, publish_round

        ordered = order_round(actor=self.organiser, section=section, number=section.rounds.count() + 1)
        do_waiting_jobs()
        played = publish_round(actor=self.organiser, round=Round.objects.get(pk=ordered.pk), seen=None)
        boards = _boards(played)
        alone = [board for board in boards if self.rng.random() < SHARE_WITHOUT_RECORD]
        for board in alone:
            enter_result(actor=self.organiser, pairing=board, result=self.rng.choice(("1-0", "0-1")))
        records = [self._record(event, board, decided=decided) for board in boards if board not in alone]
        self._send("\n".join(records))
        for board in _boards(played):
            if not board.result:
                raise SystemExit(f"The record of {board} has not reached its board.")
        close_round(actor=self.organiser, round=Round.objects.get(pk=played.pk))

    def _record(self, event: Event, board: Pairing, *, decided: bool) -> str:
        from tournaments.results.selectors import board_label

        while (record := next(self.games[event.game])) and (
            {"Setup", "WhiteExpress"} & record.tags.keys() or (decided and "1/2" in record.tags["Result"])
        ):
            pass
        return self._with_tags(
            record,
            board.first.person.name,
            board.second.person.name,
            Event=event.name,
            Site=event.place,
            Date=f"{event.starts_on:%Y.%m.%d}",
            Round=str(board.round.number),
            Board=board_label(board),
        )

    def _play_free_games(self, people: list[Person]) -> None:
        """As many as are missing; those of members with accounts are confirmed, and count for ratings."""
        from games.confirmations.services import confirm_for_both
        from games.models import ConfirmationState, Game

        records = []
        for number in range(max(0, self.plan.games - Game.objects.count())):
            first, second = self.rng.sample(people, 2)
            day = LAST_DAY - timedelta(days=self.rng.randrange(DAYS_OF_FREE_GAMES))
            record = next(self.games["stratego" if number % 4 == 0 else "barragoon"])
            tags = {"Event": "Club evening", "Site": TOWN, "Date": f"{day:%Y.%m.%d}", "Round": "?"}
            records.append(self._with_tags(record, first.name, second.name, **tags))
        for start in range(0, len(records), RECORDS_OF_AN_UPLOAD):
            self._send("\n".join(records[start : start + RECORDS_OF_AN_UPLOAD]))
        waiting = Game.objects.filter(confirmation=ConfirmationState.WAITING).order_by("pk")
        for game in waiting:
            if self.rng.random() < 0.8:
                confirm_for_both(actor=self.organiser, game=game)

    def _with_tags(self, record: Record, first: str, second: str, **tags: str) -> str:
        from engine.record import write

        assert record.rules is not None
        names = dict(zip(record.rules.player_tags, (first, second), strict=True))
        record.tags = {**record.tags, **tags, **names}
        return f"{write(record)}\n"

    def _send(self, records: str) -> None:
        """As a file of the organiser, in the name of the club."""
        from games.models import SourceKind
        from games.submissions.services.uploads import submit

        if records:
            data = records.encode()
            submit(
                account=self.organiser, content=[data], size=len(data), source=SourceKind.FILE,
                file_name="records.txt", club=self.club,
            )  # fmt: skip
            do_waiting_jobs()


def do_waiting_jobs() -> None:
    """What is due, and what follows from it, in this process."""
    from django.utils import timezone

    from jobs import batches
    from jobs.kinds import JOB_KINDS
    from jobs.models import WorkState

    numbers = count(1)
    while waiting := [
        kind.name
        for kind in JOB_KINDS
        if kind.model._default_manager.filter(state=WorkState.WAITING, due_at__lte=timezone.now()).exists()
    ]:
        for kind_name in waiting:
            batches.work(kind_name=kind_name, message_id=f"filling-{next(numbers)}")


def _let_time_pass() -> None:
    """What waits for later is done, and what is kept for a time is gone: rows of jobs, files of uploads."""
    from django.utils import timezone

    from core.retention import RETENTION
    from jobs.kinds import JOB_KINDS
    from jobs.models import WorkState

    do_waiting_jobs()
    for kind in JOB_KINDS:
        kind.model._default_manager.filter(state=WorkState.WAITING).update(due_at=timezone.now())
    do_waiting_jobs()
    for rule in RETENTION:
        due = rule.rows(timezone.now() + timedelta(days=1))
        rule.delete(due.model._default_manager.filter(pk__in=list(due.values_list("pk", flat=True))))


def _games(kind: str, seed: int) -> Iterator[Record]:
    """Of one kind, without end; every one is different."""
    from engine.random_games import random_games

    for number in count():
        for record in random_games(200, seed=seed * 1000 + number):
            if record.rules is not None and record.rules.name == kind:
                yield record


def _boards(played: Round) -> list[Pairing]:
    from tournaments.models import Pairing

    boards = Pairing.objects.filter(round=played).order_by("board", "leg")
    return list(boards.select_related("round__section__event", "first__person", "second__person"))

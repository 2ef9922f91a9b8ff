"""Events for the demo club, made as its organiser would: finished, running, open for entries, and a draft."""

import datetime
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.record import read_text
from games.adjudication.jobs import adjudicate_games
from games.adjudication.services import overrule
from games.archive.services.digest import digest_record
from games.archive.services.games import store_games
from games.models import Adjudication, AdjudicationOrder, Game, LiveMode, Recording, StepKind, Upload
from games.models import SourceKind as UploadSource
from games.recorder.services.steps import NewStep, add_steps
from jobs.models import WorkState
from players.club_games.services import add_game
from players.demo import DEMO_CLUB
from players.models import Club, Person, Role, User
from tournaments.entries.services.registration import enter_new_person, enter_person
from tournaments.event_records import record_visibility, target_pairing
from tournaments.events.services.events import change_event, create_event
from tournaments.events.services.lifecycle import finish_event, open_event, start_event
from tournaments.events.services.prizes import PrizeData, set_prizes
from tournaments.events.services.sections import add_section
from tournaments.models import Event, Pairing, PairingOrder, Round, Section
from tournaments.results.presenters import record_template
from tournaments.results.selectors import record_tags
from tournaments.results.services.records import attach_record, compare_copies
from tournaments.results.services.results import enter_result, lock_pairing
from tournaments.results.services.text_records import keep_text
from tournaments.rounds import jobs as pairing
from tournaments.rounds.services.order import order_round
from tournaments.rounds.services.publication import close_round, publish_round
from tournaments.rounds.services.schedule import publish_schedule

SEED: Final = 1913

# More who enter, so that there is a waiting list. Nobody in particular.
GUESTS: Final = ("Leonor Vasques", "Oskar Lindqvist", "Priya Raghunathan")

# The same three times, and the draw offered and taken.
REPEATED: Final = (
    "1. c2-c3 c8-c7 2. c3-c2 c7-c8 3. c2-c3 c8-c7 4. c3-c2 c7-c8 5. c2-c3 c8-c7 6. c3-c2 c7-c8 (=) 1/2-1/2"
)


CHESS_MOVES: Final = "1. f3 e5 2. g4 Qh4# 0-1\n"


class DemoContext(NamedTuple):
    """Somebody who organises, and the dice that decide the games: the same on every site."""

    organiser: User
    club: Club
    dice: random.Random
    today: datetime.date


def load_demo_events() -> None:
    """In the demo club, by the account of its organiser."""
    club = Club.objects.get(slug=DEMO_CLUB)
    organiser = User.objects.get(person__memberships__club=club, person__memberships__role=Role.OWNER)
    day = DemoContext(organiser, club, random.Random(SEED), timezone.localdate())  # noqa: S311  games for show
    people = list(
        Person.objects.filter(memberships__club=club, merged_into=None)
        .exclude(account=organiser)
        .order_by("pk")
    )
    with transaction.atomic():
        _finished_swiss(day, people[:8])
        _running_swiss(day, people[:12])
        _running_knockout(day, people[:8])
        _open_event(day, people[:7])
        _draft(day)
        _chess_evening(day, people[4:8])
        _running_round_robin(day, people[8:12])


def _finished_swiss(day: DemoContext, people: Sequence[Person]) -> None:
    event, section = _event(day, _("Spring Meadow Open"), days=-30, rounds=3)
    set_prizes(
        actor=day.organiser,
        section=section,
        prizes=[
            PrizeData(1, amount=5000, currency="EUR", title=_("Cup")),
            PrizeData(2, amount=3000, currency="EUR"),
            PrizeData(3, amount=2000, currency="EUR"),
        ],
    )
    _start(day, event, section, people)
    for _number in range(section.planned_rounds):
        _play(day, _pair(day, section))
    finish_event(actor=day.organiser, event=event)


def _running_swiss(day: DemoContext, people: Sequence[Person]) -> None:
    event, section = _event(day, _("Club championship"), days=0, rounds=5)
    change_event(actor=day.organiser, event=event, live_boards=LiveMode.ON.value)
    _start(day, event, section, people)
    for _number in range(3):
        _play(day, _pair(day, section))
    first, second, third, fourth, *_others = _boards(_pair(day, section))
    _send_records_that_differ(day, first)
    _overrule_a_draw(day, second)
    _record_live(day, third, "c2-b2 d8-d5 d2-f3 d5xb6/NS@f2 b2xb4/NW@a1 e8-f7")
    _record_live(day, fourth, "d2-d4 d8-d6 c2-c4")


def _record_live(day: DemoContext, board: Pairing, plies: str) -> None:
    """A game that is being recorded, so that there is something to follow."""
    mark = target_pairing(board)
    recording = Recording.objects.create(
        account=day.organiser,
        kind=board.round.section.event.game,
        tags={n: v for n, v in record_tags(board).items() if n != "Game"},
        meant_for=mark,
    )
    steps: list[NewStep] = []
    for number, ply in enumerate(plies.split(), start=1):
        parent = steps[-1].key if steps else None
        steps.append(NewStep(uuid4(), parent, number, StepKind.PLY, ply, timezone.now()))
    add_steps(actor=day.organiser, recording=recording, steps=steps)


def _send_records_that_differ(day: DemoContext, board: Pairing) -> None:
    """Both players say that they have won: the arbiter has something to decide."""
    for result in ("1-0", "0-1"):
        game = _store_record(day, board, f"1. d2-d4 d8-d6 2. c2-c4 c8-c6 {result}", "resigned")
        event, now = lock_pairing(board)
        if not attach_record(actor=day.organiser, event=event, pairing=now, game=game):
            compare_copies(event=event, pairing=now, game=game)


def _overrule_a_draw(day: DemoContext, board: Pairing) -> None:
    """The referee finds a draw by repetition, and the arbiter gives the game to the one who still had time."""
    game = _store_record(day, board, REPEATED, "normal")
    event, now = lock_pairing(board)
    attach_record(actor=day.organiser, event=event, pairing=now, game=game)
    adjudicate_games(AdjudicationOrder.objects.latest("pk"))
    overrule(
        actor=day.organiser,
        adjudication=Adjudication.objects.get(game=game),
        result="1-0",
        reason=_("Brown’s flag had fallen before the draw was offered."),
    )


def _store_record(day: DemoContext, board: Pairing, moves: str, termination: str) -> Game:
    """As it would be stored if the organiser had sent it for the board. The workers come later."""
    source = Upload.objects.create(
        account=day.organiser,
        club=day.club,
        source=UploadSource.PASTE,
        size=0,
        visibility=record_visibility(board.round.section.event, board.round),
        meant_for=target_pairing(board),
        state=WorkState.DONE,
        finished_at=timezone.now(),
    )
    head = record_template(board).removesuffix("1. ").rstrip()
    (record,) = read_text(f'{head}\n[Termination "{termination}"]\n\n{moves}\n')
    digest = replace(digest_record(record), copy_for=target_pairing(board))
    (game,) = store_games(source=source, digests=[digest]).values()
    return Game.objects.get(pk=game)


def _running_knockout(day: DemoContext, people: Sequence[Person]) -> None:
    event, section = _event(
        day, _("Lapwing Knockout Cup"), days=-1, lasts=2, system="knockout", third_place=True
    )
    _start(day, event, section, people)
    _play(day, _pair(day, section), decided=True)
    semifinals = _pair(day, section)
    enter_result(actor=day.organiser, pairing=_boards(semifinals)[0], result="1-0")


def _running_round_robin(day: DemoContext, people: Sequence[Person]) -> None:
    """All rounds are published; the second has begun."""
    event, section = _event(day, _("Masters"), days=-2, lasts=21, system="round_robin", tie_breaks="DE,SB")
    _start(day, event, section, people)
    first, second, *_others = publish_schedule(actor=day.organiser, section=section, number=1)
    _play(day, first)
    enter_result(actor=day.organiser, pairing=_boards(second)[0], result="1/2-1/2")


def _open_event(day: DemoContext, people: Sequence[Person]) -> None:
    event, section = _event(day, _("Winter Open"), days=40, rounds=5, entry_limit=8)
    open_event(actor=day.organiser, event=event)
    for person in people:
        enter_person(actor=day.organiser, section=section, person=person)
    for name in GUESTS:
        enter_new_person(actor=day.organiser, section=section, name=name)


def _draft(day: DemoContext) -> None:
    _event(day, _("Stratego evening"), days=75, rounds=4, game="stratego")


def _chess_evening(day: DemoContext, people: Sequence[Person]) -> None:
    """A game that the site has no referee for; somebody has sent a record all the same."""
    game = add_game(
        actor=day.organiser, club=day.club, name=_("Chess"), first_side=_("White"), second_side=_("Black")
    )
    event, section = _event(day, _("Chess evening"), days=-9, rounds=2, game=game.slug)
    _start(day, event, section, people)
    for _number in range(section.planned_rounds):
        played = _pair(day, section)
        _play(day, played)
        if played.number == 1:
            keep_text(account=day.organiser, pairing=_boards(played)[0], data=CHESS_MOVES.encode())
    finish_event(actor=day.organiser, event=event)


def _event(
    day: DemoContext,
    name: str,
    *,
    days: int,
    lasts: int = 1,
    game: str = "barragoon",
    rounds: int = 5,
    **section: object,
) -> tuple[Event, Section]:
    first = day.today + datetime.timedelta(days=days)
    event = create_event(
        actor=day.organiser,
        club=day.club,
        name=f"{name} {first.year}",
        game=game,
        place=day.club.place,
        starts_on=first,
        ends_on=first + datetime.timedelta(days=lasts - 1),
        about=_("Boards, clocks and tea are there. Come half an hour early."),
        thinking_time=_("20 minutes each"),
        fee="5 €",
    )
    details: dict[str, object] = {"name": _("Main"), "planned_rounds": rounds, **section}
    return event, add_section(actor=day.organiser, event=event, **details)  # type: ignore[arg-type]


def _start(day: DemoContext, event: Event, section: Section, people: Sequence[Person]) -> None:
    open_event(actor=day.organiser, event=event)
    for person in people:
        enter_person(actor=day.organiser, section=section, person=person)
    start_event(actor=day.organiser, event=event)


def _pair(day: DemoContext, section: Section) -> Round:
    """Paired here and at once: the workers come later and find nothing left to do."""
    number = section.rounds.count() + 1
    ordered = order_round(actor=day.organiser, section=section, number=number)
    order = PairingOrder.objects.get(round=ordered)
    pairing.apply(order, pairing.prepare(order))
    return publish_round(actor=day.organiser, round=Round.objects.get(pk=ordered.pk), seen=None)


def _play(day: DemoContext, played: Round, *, decided: bool = False) -> None:
    """The one with the better starting rank wins more often."""
    for board in _boards(played):
        stronger = (board.first.starting_rank or 0) < (board.second.starting_rank or 0)
        throw = day.dice.random() + (0.12 if stronger else -0.12)
        draws = 0.0 if decided else 0.2
        result = "1-0" if throw > 0.5 + draws / 2 else "1/2-1/2" if throw > 0.5 - draws / 2 else "0-1"
        enter_result(actor=day.organiser, pairing=board, result=result)
    close_round(actor=day.organiser, round=Round.objects.get(pk=played.pk))


def _boards(played: Round) -> list[Pairing]:
    return list(
        Pairing.objects.filter(round=played)
        .select_related("round__section__event__club", "first__person", "second__person")
        .order_by("board", "leg")
    )

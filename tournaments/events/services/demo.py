"""Events for the demo club, made as its organiser would: finished, running, open for entries, and a draft."""

import datetime
import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from players.demo import DEMO_CLUB
from players.models import Club, Person, Role, User
from tournaments.entries.services.registration import enter_new_person, enter_person
from tournaments.events.services.events import create_event
from tournaments.events.services.lifecycle import finish_event, open_event, start_event
from tournaments.events.services.prizes import PrizeData, set_prizes
from tournaments.events.services.sections import add_section
from tournaments.models import Event, Pairing, PairingOrder, Round, Section
from tournaments.results.services.results import enter_result
from tournaments.rounds import jobs as pairing
from tournaments.rounds.services.order import order_round
from tournaments.rounds.services.publication import close_round, publish_round

SEED: Final = 1913

# More who enter, so that there is a waiting list. Nobody in particular.
GUESTS: Final = ("Leonor Vasques", "Oskar Lindqvist", "Priya Raghunathan")


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
    _start(day, event, section, people)
    for _number in range(3):
        _play(day, _pair(day, section))
    _pair(day, section)


def _running_knockout(day: DemoContext, people: Sequence[Person]) -> None:
    event, section = _event(
        day, _("Lapwing Knockout Cup"), days=-1, lasts=2, system="knockout", third_place=True
    )
    _start(day, event, section, people)
    _play(day, _pair(day, section), decided=True)
    semifinals = _pair(day, section)
    enter_result(actor=day.organiser, pairing=_boards(semifinals)[0], result="1-0")


def _open_event(day: DemoContext, people: Sequence[Person]) -> None:
    event, section = _event(day, _("Winter Open"), days=40, rounds=5, entry_limit=8)
    open_event(actor=day.organiser, event=event)
    for person in people:
        enter_person(actor=day.organiser, section=section, person=person)
    for name in GUESTS:
        enter_new_person(actor=day.organiser, section=section, name=name)


def _draft(day: DemoContext) -> None:
    _event(day, _("Stratego evening"), days=75, rounds=4, game="stratego")


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

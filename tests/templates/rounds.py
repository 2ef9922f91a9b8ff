"""The rounds that the pages of the inventory show: drafts, one that cannot be paired, one under way, matches."""

import datetime

from django.utils import timezone

from players.models import Club, User
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.models import (
    Bye,
    ByeKind,
    Entry,
    Event,
    EventState,
    PairingOrder,
    Round,
    RoundState,
    Section,
)

# Chosen ids, so that addresses can name them.
DAY = 900100
SWISS, ORDERED, IMPOSSIBLE, KNOCKOUT, ROUND_ROBIN = 900100, 900101, 900102, 900103, 900104
NAMES = (
    "Agnes Brandt", "Bartholomäus Freiherr von Hohenstaufen-Wittelsbach", "Chiara Bianchi", "Dmitri Wolkow",
    "Étienne Vauquelin", "Fatima Aziz", "Grzegorz Brzęczyszczykiewicz",
)  # fmt: skip
PLAYER = 900100


def furnish_rounds(account: User, club: Club) -> None:
    event = make_event(
        club=club,
        state=EventState.RUNNING,
        name="Day of Rounds",
        pk=DAY,
        round_minutes=90,
        time_zone="Europe/Berlin",
    )
    _swiss(event, account)
    ordered = Round.objects.create(section=_section(event, ORDERED, "Ordered", 2), number=1)
    tomorrow = timezone.now() + datetime.timedelta(days=1)
    PairingOrder.objects.create(round=ordered, due_at=tomorrow)
    _impossible(_section(event, IMPOSSIBLE, "Impossible", 3))
    knockout = _section(event, KNOCKOUT, "Knockout", 4, system="knockout", third_place=True)
    make_round(knockout, 1, [(1, 4, "1/2-1/2"), (2, 3, "1-0")])
    scheduled = _section(event, ROUND_ROBIN, "Masters", 5, system="round_robin")
    make_round(scheduled, 1, [(1, 4, "1-0"), (2, 3, "")])
    make_round(scheduled, 2, [(4, 3, ""), (1, 2, "")])
    make_round(scheduled, 3, [(2, 4, ""), (3, 1, "")])


def _swiss(event: Event, account: User) -> None:
    """Two rounds and a draft; agnes plays, and has names beside her that are hard to fit on a phone."""
    section = _section(event, SWISS, "Main", 1, players=len(NAMES))
    for entry, name in zip(section.entries.order_by("starting_rank"), NAMES, strict=True):
        entry.person.name, entry.person.sort_name = name, name
        entry.person.save()
    Entry.objects.filter(section=section, starting_rank=1).update(person=account.person)
    Entry.objects.filter(section=section, starting_rank=2).update(id=PLAYER)
    make_round(section, 1, [(1, 4, "1-0"), (5, 2, "0-1f"), (3, 6, "1/2-1/2")], state=RoundState.CLOSED)
    second = make_round(section, 2, [(2, 1, ""), (7, 3, "1-0"), (6, 5, "adjourned")])
    second.clock_started_at, second.clock_seconds = timezone.now(), 90 * 60
    second.save()
    _bye(section, 1, 7)
    _bye(section, 2, 4)
    make_round(section, 3, [(1, 7, ""), (3, 2, ""), (4, 6, "")], state=RoundState.PAIRED)
    _bye(section, 3, 5)


def _impossible(section: Section) -> None:
    one, other = section.entries.order_by("starting_rank")[:2]
    Round.objects.create(
        section=section,
        number=1,
        problem="No pairing keeps them apart.",
        relaxations=[{"constraint": "FORBIDDEN_PAIR", "entries": [one.pk, other.pk]}],
    )


def _section(
    event: Event, pk: int, name: str, position: int, *, players: int = 4, **fields: object
) -> Section:
    return make_section(event, players=players, pk=pk, name=name, position=position, **fields)


def _bye(section: Section, number: int, rank: int) -> None:
    Bye.objects.create(
        round=section.rounds.get(number=number),
        entry=section.entries.get(starting_rank=rank),
        kind=ByeKind.PAIRING,
    )

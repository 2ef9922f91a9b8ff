"""A section with everything that a file has to get right: byes, forfeits, an absence, names in five scripts."""

from typing import Any

from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.models import Bye, ByeKind, EventState, RoundState, Section

NAMES = {
    1: "Łukasz Żółkiewski",
    2: "Ελένη Παπαδοπούλου",
    3: "Дмитрий Щербаков",
    4: "佐藤 愛子",
    5: "김민준",
    6: "=HYPERLINK(1)",
}
SECRET = "Unpublished Ursula"


def swiss(*, game: str = "barragoon", **fields: Any) -> Section:
    """Two published rounds of seven players and a third that nobody but the arbiters has seen."""
    event = make_event(state=EventState.RUNNING, game=game, place="Old mill", thinking_time="20 minutes")
    section = make_section(event, players=7, **({"tie_breaks": "BH-C1,BH,SB"} | fields))
    for number, name in NAMES.items():
        person = section.entries.get(starting_rank=number).person
        person.name = person.sort_name = name
        person.save()
    first = make_round(
        section, 1, [(1, 4, "1-0"), (5, 2, "1/2-1/2"), (3, 6, "0-1f")], state=RoundState.CLOSED
    )
    Bye.objects.create(round=first, entry=section.entries.get(starting_rank=7), kind=ByeKind.PAIRING)
    second = make_round(section, 2, [(6, 1, "0-1"), (2, 7, "1-0"), (4, 3, "")])
    Bye.objects.create(round=second, entry=section.entries.get(starting_rank=5), kind=ByeKind.HALF_POINT)
    unpublished(section, 3)
    return section


def unpublished(section: Section, number: int) -> None:
    """A pairing that would be seen by its result, which no published one has."""
    made = make_round(section, number, [(1, 2, "0-0"), (3, 5, "0-0")], state=RoundState.PAIRED)
    Bye.objects.create(round=made, entry=section.entries.get(starting_rank=4), kind=ByeKind.FULL_POINT)

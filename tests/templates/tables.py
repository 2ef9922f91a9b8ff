"""The event whose tables the pages of the inventory show: a Swiss section with prizes, a knockout, a round robin."""

from players.models import Club
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.models import EventState, Pairing, PairingSystem, Prize, Section

EVENT = 900070
SWISS, KNOCKOUT, ROUND_ROBIN = 900071, 900072, 900073


def furnish_tables(club: Club) -> None:
    event = make_event(club=club, state=EventState.RUNNING, name="Winter Open", pk=EVENT)
    swiss = make_section(event, players=10, pk=SWISS, name="Open", position=1, tie_breaks="BH-C1,BH,SB,DE")
    pairs = [(1, 6), (7, 2), (3, 8), (9, 4), (5, 10)], [(2, 1), (4, 3), (6, 5), (8, 7), (10, 9)]
    results = ["1-0", "1/2-1/2", "0-1", "1-0f", ""]
    for number, boards in enumerate(pairs, start=1):
        make_round(
            swiss,
            number,
            [(one, other, "1-0" if number == 1 and not result else result)
             for (one, other), result in zip(boards, results, strict=True)],
        )  # fmt: skip
    for place, amount in ((1, 10000), (2, 5000), (3, 2500)):
        Prize.objects.create(
            section=swiss, place=place, amount=amount, currency="EUR", title="Cup" * (place == 1)
        )
    Prize.objects.create(section=swiss, place=1, amount=2000, currency="EUR", category="U18")
    swiss.entries.filter(starting_rank__gt=6).update(categories="U18", club_name="Herons")
    _knockout(
        make_section(event, players=7, pk=KNOCKOUT, name="Cup", position=2, system=PairingSystem.KNOCKOUT)
    )
    square = make_section(
        event,
        players=4,
        pk=ROUND_ROBIN,
        name="Masters",
        position=3,
        system=PairingSystem.ROUND_ROBIN,
        tie_breaks="DE,SB",
    )
    make_round(square, 1, [(1, 4, "1-0"), (2, 3, "1/2-1/2")])


def _knockout(section: Section) -> None:
    first = make_round(section, 1, [(4, 5, "0-1"), (2, 7, "1-0"), (3, 6, "1-0")])
    for pairing in Pairing.objects.filter(round=first).order_by("-board"):
        pairing.board += 1
        pairing.save()
    make_round(section, 2, [(1, 5, "1-0"), (2, 3, "")])

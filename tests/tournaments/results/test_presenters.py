"""What a correction would change, before it is saved."""

import pytest

from tests.tournaments.builders import make_round
from tests.tournaments.results.builders import board_of, running_section
from tournaments.models import Pairing, RoundState
from tournaments.results.presenters import preview_consequences

pytestmark = pytest.mark.django_db


def test_a_correction_says_whose_points_and_ranks_change_and_which_rounds_were_paired_on_the_old_result() -> (
    None
):
    section = running_section()
    pairing = board_of(section, boards=[(1, 3, "1-0"), (4, 2, "1/2-1/2")], state=RoundState.CLOSED)
    make_round(section, 2, [(1, 4, ""), (2, 3, "")], state=RoundState.PAIRED)

    found = preview_consequences(pairing, "0-1")

    assert [
        (each.entry.starting_rank, each.points_before, each.points_after, each.rank_before, each.rank_after)
        for each in found.movements
    ] == [(3, "0", "1", 4, 1), (1, "1", "0", 1, 4)]
    assert [each.number for each in found.later_rounds] == [2]
    assert found.needs_reason
    assert (found.movements[0].rises, found.movements[1].falls) == (True, True)


def test_looking_ahead_saves_nothing() -> None:
    section = running_section()
    pairing = board_of(section, boards=[(1, 3, "1-0"), (4, 2, "0-1")])
    before = list(Pairing.objects.values())
    preview_consequences(pairing, "0-1")
    assert list(Pairing.objects.values()) == before


@pytest.mark.parametrize("system", ["swiss", "round_robin", "knockout", "keizer"])
def test_every_system_can_say_it(system: str) -> None:
    section = running_section()
    section.system = system
    section.save()
    pairing = board_of(section, boards=[(1, 4, "1-0"), (2, 3, "1-0")], state=RoundState.CLOSED)
    moved = {each.entry.starting_rank for each in preview_consequences(pairing, "0-1").movements}
    assert {1, 4} <= moved


def test_the_number_of_queries_does_not_grow(django_assert_num_queries: pytest.FixtureRequest) -> None:
    section = running_section(8)
    boards = [(1, 5, "1-0"), (6, 2, "0-1"), (3, 7, "1-0"), (8, 4, "0-1")]
    pairing = board_of(section, boards=boards, state=RoundState.CLOSED)
    with django_assert_num_queries(5):  # type: ignore[operator]
        preview_consequences(pairing, "0-1")

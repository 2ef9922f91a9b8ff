"""Baku acceleration."""

import pytest

from tests.tournaments.pairing.builders import entrants
from tournaments.pairing.acceleration import baku
from tournaments.pairing.swiss import pair_round
from tournaments.pairing.tournament import Acceleration, PointSystem, Tournament


@pytest.mark.parametrize(
    ("players", "group"), [(1, 1), (2, 2), (4, 2), (5, 4), (8, 4), (9, 6), (160, 80), (161, 82), (178, 90)]
)
def test_group_a_is_half_the_field_rounded_up_to_an_even_number(players: int, group: int) -> None:
    assert {each.last_player for each in baku(players, 9)} == {group}


@pytest.mark.parametrize(
    ("rounds", "full", "half"),
    [(1, [1], []), (5, [1, 2], [3]), (7, [1, 2], [3, 4]), (9, [1, 2, 3], [4, 5]), (11, [1, 2, 3], [4, 5, 6])],
)
def test_half_of_the_rounds_are_accelerated(rounds: int, full: list[int], half: list[int]) -> None:
    tournament = Tournament(players=entrants(8), accelerations=baku(8, rounds))

    virtual = [tournament.virtual_points(1, number) for number in range(1, rounds + 1)]

    assert virtual == [2] * len(full) + [1] * len(half) + [0] * (rounds - len(full) - len(half))


def test_group_b_has_no_virtual_points() -> None:
    tournament = Tournament(players=entrants(8), accelerations=baku(8, 9))

    assert [tournament.virtual_points(number, 1) for number in tournament.numbers] == [2, 2, 2, 2, 0, 0, 0, 0]


def test_virtual_points_are_a_win_and_a_draw_of_the_events_system() -> None:
    assert baku(8, 9, PointSystem.of(3, 1, 0)) == (Acceleration(3, 1, 3, 1, 4), Acceleration(1, 4, 5, 1, 4))


def test_the_first_round_is_paired_within_the_groups() -> None:
    tournament = Tournament(players=entrants(8), accelerations=baku(8, 9))

    assert {board.players for board in pair_round(tournament).boards} == {
        frozenset({1, 3}),
        frozenset({2, 4}),
        frozenset({5, 7}),
        frozenset({6, 8}),
    }


def test_a_tournament_without_rounds_cannot_be_accelerated() -> None:
    with pytest.raises(ValueError, match="at least one player and one round"):
        baku(8, 0)

"""Rounds made by hand."""

import pytest

from tests.tournaments.pairing.builders import entrants
from tournaments.pairing.manual import ManualPairingError, manual_round, swap_colours, swap_players
from tournaments.pairing.rounds import Board, RoundPairing
from tournaments.pairing.tournament import Outcome, Tournament

FIVE = Tournament(players=entrants(5))


def test_boards_a_bye_and_absences_make_a_round() -> None:
    pairing = manual_round(FIVE, [Board(5, 1), Board(2, 4)], others={3: Outcome.HALF_POINT_BYE})

    assert pairing == RoundPairing(1, (Board(5, 1), Board(2, 4)), None, {3: Outcome.HALF_POINT_BYE})


@pytest.mark.parametrize(
    ("boards", "bye", "problem"),
    [
        ([Board(1, 2), Board(3, 4)], None, "player 5 has no place in the round"),
        (
            [Board(1, 2), Board(3, 4)],
            4,
            "player 5 has no place in the round; player 4 has 2 places in the round",
        ),
        ([Board(1, 2), Board(3, 9)], 5, "there is no player 9; player 4 has no place in the round"),
        (
            [Board(1, 2), Board(3, 3)],
            5,
            "3 cannot meet himself or herself; player 4 has no place in the round",
        ),
    ],
)
def test_what_is_no_round_is_refused_with_all_its_problems(
    boards: list[Board], bye: int | None, problem: str
) -> None:
    with pytest.raises(ManualPairingError) as caught:
        manual_round(FIVE, boards, bye)

    assert str(caught.value) == problem


def test_swapping_colours_turns_one_board() -> None:
    pairing = RoundPairing(1, (Board(1, 2), Board(3, 4)), 5)

    assert swap_colours(pairing, 2) == RoundPairing(1, (Board(1, 2), Board(4, 3)), 5)


def test_swapping_players_changes_boards_byes_and_absences() -> None:
    pairing = RoundPairing(1, (Board(1, 2),), 3, {4: Outcome.ABSENT})

    assert swap_players(pairing, 1, 3) == RoundPairing(1, (Board(3, 2),), 1, {4: Outcome.ABSENT})
    assert swap_players(pairing, 2, 4) == RoundPairing(1, (Board(1, 4),), 3, {2: Outcome.ABSENT})

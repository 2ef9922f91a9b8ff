"""Crosstables, as data."""

from tournaments.pairing import Game, GameResult, Outcome, Player, Round, Tournament
from tournaments.tables.crosstables import all_play_all, by_rounds

PLAYERS = tuple(Player(number) for number in range(1, 4))
FIRST = Round.of([Game(1, 2, GameResult.WHITE_WINS)], {3: Outcome.PAIRING_BYE})
SECOND = Round.of([Game(3, 1, GameResult.DRAW)], {2: Outcome.HALF_POINT_BYE})
THIRD = Round.of([Game(2, 3, GameResult.WHITE_WINS_BY_FORFEIT)])
FOURTH = Round.of([Game(2, 1, GameResult.PENDING)], {3: Outcome.ZERO_POINT_BYE})


def test_a_cell_is_the_opponent_the_colour_and_the_result() -> None:
    table = by_rounds(Tournament(PLAYERS, (FIRST, SECOND, THIRD, FOURTH)), [1, 3, 2], ("w", "b"))

    assert table.heads == ["1", "2", "3", "4"]
    assert [(row.number, row.cells) for row in table.rows] == [
        (1, ["2w1", "3b½", "", "2b·"]),
        (3, ["bye", "1w½", "2b−", "bye 0"]),
        (2, ["1b0", "bye ½", "3w+", "1w·"]),
    ]
    assert not table.all_play_all


def test_in_a_square_everybody_stands_against_everybody() -> None:
    again = Round.of([Game(2, 1, GameResult.DRAW)], {3: Outcome.PAIRING_BYE})
    table = all_play_all(Tournament(PLAYERS, (FIRST, SECOND, THIRD, again)), [1, 3, 2])

    assert [(row.number, row.cells) for row in table.rows] == [
        (1, ["×", "½", "1 ½"]),
        (3, ["½", "×", "−"]),
        (2, ["0 ½", "+", "×"]),
    ]
    assert table.heads == ["1", "2", "3"]

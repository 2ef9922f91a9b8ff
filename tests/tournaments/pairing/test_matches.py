"""Matches of two games with colours swapped."""

import pytest

from tournaments.pairing.matches import MatchScore, legs, match_result, match_score
from tournaments.pairing.rounds import Board, RoundPairing
from tournaments.pairing.tournament import BoardResult, Game, PointSystem

WHITE, DRAW, BLACK = BoardResult.WHITE_WINS, BoardResult.DRAW, BoardResult.BLACK_WINS


def test_the_second_game_has_the_colours_swapped_and_the_same_bye() -> None:
    first, second = legs(RoundPairing(3, (Board(1, 4), Board(5, 2)), bye=3))

    assert first == RoundPairing(3, (Board(1, 4), Board(5, 2)), bye=3)
    assert second == RoundPairing(3, (Board(4, 1), Board(2, 5)), bye=3)


def test_colours_go_on_swapping_in_longer_matches() -> None:
    assert [leg.boards for leg in legs(RoundPairing(1, (Board(1, 2),)), games=3)] == [
        (Board(1, 2),),
        (Board(2, 1),),
        (Board(1, 2),),
    ]


def test_a_match_has_at_least_one_game() -> None:
    with pytest.raises(ValueError, match="at least one game"):
        legs(RoundPairing(1, ()), games=0)


def test_points_are_counted_for_the_player_whatever_the_colour() -> None:
    assert match_score(1, [Game(1, 2, WHITE), Game(2, 1, DRAW)]) == MatchScore(3, 1)


def test_the_events_points_decide_a_match() -> None:
    games = [Game(1, 2, WHITE), Game(2, 1, WHITE), Game(1, 2, DRAW)]

    assert match_score(1, games, PointSystem.of(3, 1, 0)) == MatchScore(4, 4)


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        (WHITE, DRAW, BoardResult.WHITE_WINS),
        (WHITE, WHITE, BoardResult.DRAW),
        (DRAW, DRAW, BoardResult.DRAW),
        (BLACK, DRAW, BoardResult.BLACK_WINS),
        (WHITE, BoardResult.PENDING, BoardResult.PENDING),
        (
            BoardResult.WHITE_WINS_BY_FORFEIT,
            BoardResult.BLACK_WINS_BY_FORFEIT,
            BoardResult.WHITE_WINS_BY_FORFEIT,
        ),
        (
            BoardResult.BLACK_WINS_BY_FORFEIT,
            BoardResult.WHITE_WINS_BY_FORFEIT,
            BoardResult.BLACK_WINS_BY_FORFEIT,
        ),
        (BoardResult.DOUBLE_FORFEIT, BoardResult.DOUBLE_FORFEIT, BoardResult.DOUBLE_FORFEIT),
    ],
)
def test_a_match_is_one_result_of_the_round(
    first: BoardResult, second: BoardResult, result: BoardResult
) -> None:
    assert match_result(Board(1, 2), [Game(1, 2, first), Game(2, 1, second)]) is result


def test_a_match_without_games_is_pending() -> None:
    assert match_result(Board(1, 2), []) is BoardResult.PENDING


def test_games_of_others_are_refused() -> None:
    with pytest.raises(ValueError, match="not games of one match of player 1"):
        match_score(1, [Game(1, 2, DRAW), Game(3, 1, DRAW)])

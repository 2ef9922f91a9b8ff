"""Two referees agree: the fast one of the engine and a slow one that was written from the rule book alone."""

import random

import pytest

from engine.draughts import Game, Position
from engine.draughts.board import NUMBERS, numbers_of
from engine.draughts.perft import perft
from tests.engine.draughts import slow_referee
from tests.engine.draughts.random_positions import random_positions
from tests.engine.draughts.slow_referee import SlowPly

PERFT = (1, 9, 81, 658, 4265, 27117, 167140, 1049442, 6483961)


@pytest.mark.parametrize("depth", range(len(PERFT)))
def test_lines_of_so_many_plies_from_the_start(depth: int) -> None:
    assert perft(Position.start(), depth) == PERFT[depth]


@pytest.mark.parametrize("seed", range(10))
def test_both_referees_agree_on_two_thousand_positions(seed: int) -> None:
    rng = random.Random(seed)
    for position in random_positions(2000, seed=seed):
        game = Game(position=position)
        plies = {
            SlowPly(NUMBERS[ply.origin], NUMBERS[ply.target], frozenset(numbers_of(ply.taken))): ply.text
            for ply in game.ply_details()
        }
        board, turn = slow_referee.read(position.text)

        assert set(plies) == slow_referee.legal(board, turn), position.text
        assert (game.outcome() is None) == bool(plies), position.text
        assert len(set(plies.values())) == len(plies), position.text
        assert perft(position, 1) == len(plies), position.text
        if plies:
            chosen = rng.choice(sorted(plies))
            game.push(plies[chosen])
            assert slow_referee.read(game.position())[0] == slow_referee.play(board, chosen), position.text


def test_both_count_the_same_lines() -> None:
    def count(board: slow_referee.Board, turn: str, depth: int) -> int:
        plies = slow_referee.legal(board, turn)
        if depth == 1:
            return len(plies)
        return sum(count(slow_referee.play(board, ply), slow_referee.OTHER[turn], depth - 1) for ply in plies)

    assert [count(slow_referee.start(), "w", depth) for depth in (1, 2, 3, 4)] == list(PERFT[1:5])


@pytest.mark.parametrize("seed", range(4))
def test_playing_and_counting_agree_in_middle_games(seed: int) -> None:
    """`perft` goes through positions by itself; games are played ply by ply."""

    def count(game: Game, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for ply in list(game.legal_plies()):
            game.push(ply)
            total += count(game, depth - 1)
            assert game.pop() == ply
        return total

    for position in random_positions(40, seed=100 + seed):
        assert perft(position, 2) == count(Game(position=position), 2), position.text

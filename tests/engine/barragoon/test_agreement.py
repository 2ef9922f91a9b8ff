"""The engine and the slow second implementation agree on random positions."""

import random

import pytest

from engine import barragoon
from tests.engine.barragoon.random_positions import random_game, random_position
from tests.engine.barragoon.slow_movement import moves_of

POSITIONS = 20_000
PARTS = 10


@pytest.mark.parametrize("part", range(PARTS))
def test_both_implementations_find_the_same_moves(part: int) -> None:
    rng = random.Random(part)
    for _ in range(POSITIONS // PARTS):
        position = random_position(rng)
        game = barragoon.Game(position=position)
        moves = sorted(
            f"{barragoon.NAMES[origin]} {barragoon.NAMES[target]} {barragoon.KIND_OF[captured]}"
            for origin, target, captured in game.tile_moves()
        )

        assert moves == moves_of(position), position


def test_both_implementations_agree_all_through_random_games() -> None:
    rng = random.Random(77)
    for _ in range(10):
        game = random_game(rng, 150)
        replayed = barragoon.Game()
        for ply in game.plies:
            replayed.push(ply)
            moves = [] if replayed.outcome() else sorted(" ".join(step) for step in replayed.legal_moves())
            assert moves == ([] if replayed.outcome() else moves_of(replayed.position()))


def test_a_move_is_legal_exactly_if_it_is_generated() -> None:
    rng = random.Random(5)
    for _ in range(60):
        position = random_position(rng)
        game = barragoon.Game(position=position)
        if game.outcome() is not None:
            continue
        plain = {f"{step.origin}-{step.target}" for step in game.legal_moves() if step.kind == "move"}
        tried = {f"{a}-{b}" for a in barragoon.NAMES for b in barragoon.NAMES}

        assert {ply for ply in tried if game.is_legal(ply)} == plain

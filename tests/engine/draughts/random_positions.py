"""Positions of draughts at random: half from games, half with pieces thrown onto the board, many of them kings."""

import random
from collections.abc import Iterator

from engine.core import Side
from engine.draughts import Game, Position
from engine.draughts.board import BITS, PROMOTION, bits_of


def random_positions(count: int, *, seed: int) -> Iterator[Position]:
    rng = random.Random(seed)
    from_games = _positions_of_games(rng)
    for number in range(count):
        yield next(from_games) if number % 2 else thrown(rng)


def thrown(rng: random.Random) -> Position:
    """Up to ten pieces a side, every fourth a king."""
    bits = list(BITS[1:])
    rng.shuffle(bits)
    first, second = rng.randint(1, 10), rng.randint(1, 10)
    white, black = sum(bits[:first]), sum(bits[first : first + second])
    kings = sum(bit for bit in bits_of(white | black) if rng.random() < 0.25)
    kings |= white & PROMOTION[0] | black & PROMOTION[1]
    return Position(white, black, kings, Side(rng.randint(0, 1)))


def _positions_of_games(rng: random.Random) -> Iterator[Position]:
    while True:
        game = Game()
        while len(game.plies) < 150 and game.outcome() is None:
            game.push(rng.choice(list(game.legal_plies())))
            yield game.snapshot()

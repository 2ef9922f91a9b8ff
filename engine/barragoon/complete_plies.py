"""Complete plies: a move of a tile and every way of placing barragoons after it, none forgotten."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from .board import EMPTY, FACES, NAMES

if TYPE_CHECKING:
    from random import Random

    from .game import Game


def complete_plies(game: Game) -> Iterator[str]:
    """Every ply with every way of placing, as text. The game must not be over; 6c is left aside."""
    for origin, target, captured in list(game.tile_moves()):
        move = _move_text(origin, target, captured)
        due = placements_after(game, captured)
        if due == 0:
            yield move
            continue
        squares = _empty_squares(game.cells, origin)
        for square in squares:
            for face in FACES:
                first = f"{move}/{face.code}@{NAMES[square]}"
                if due == 1:
                    yield first
                    continue
                for other in squares:
                    if other != square:
                        yield from (f"{first}/{second.code}@{NAMES[other]}" for second in FACES)


def random_ply(game: Game, rng: Random) -> str:
    """One of those, each as likely as any other: a move by how many plies it has, then its placements."""
    moves = list(game.tile_moves())
    weights = list(accumulate(ways_of_placing(game, captured) for _, _, captured in moves))
    origin, target, captured = moves[bisect(weights, rng.randrange(weights[-1]))]
    squares = rng.sample(_empty_squares(game.cells, origin), placements_after(game, captured))
    placed = "".join(f"/{rng.choice(FACES).code}@{NAMES[square]}" for square in squares)
    return f"{_move_text(origin, target, captured)}{placed}"


def ways_of_placing(game: Game, captured: int) -> int:
    """How many complete plies there are for a move that captures this."""
    empty = game.cells.count(EMPTY) + 1  # the tile's old square is empty by then
    faces = len(FACES)
    return (1, faces * empty, faces * empty * faces * (empty - 1))[placements_after(game, captured)]


def placements_after(game: Game, captured: int) -> int:
    """How many barragoons are placed; after the capture of the last tile none need be (4.4)."""
    return 0 if game.is_last_tile(captured) else game.placements_due(captured)


def _move_text(origin: int, target: int, captured: int) -> str:
    return f"{NAMES[origin]}{'x' if captured else '-'}{NAMES[target]}"


def _empty_squares(cells: tuple[int, ...], origin: int) -> list[int]:
    return [square for square, content in enumerate(cells) if content == EMPTY or square == origin]

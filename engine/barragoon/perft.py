"""Counts complete plies to a depth, every way of placing barragoons counted (but none forgotten)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from .board import EMPTY, FACES, NAMES
from .game import Game


def perft(game: Game, depth: int) -> int:
    """The number of legal plies to that depth; a game that is over has none.

    The capture of a last tile is one ply: nothing has to be placed after it (4.4).
    """
    if depth < 0:
        raise ValueError("a depth is not negative")
    if depth == 0:
        return 1
    if game.outcome() is not None:
        return 0
    if depth == 1:
        return sum(_ways_of_placing(game, captured) for _, _, captured in game.tile_moves())
    nodes = 0
    for ply in complete_plies(game):
        game.push(ply)
        nodes += perft(game, depth - 1)
        game.pop()
    return nodes


def complete_plies(game: Game) -> Iterator[str]:
    """Every ply with every way of placing, as text. The game must not be over and not under 6c's duty."""
    for origin, target, captured in list(game.tile_moves()):
        move = f"{NAMES[origin]}{'x' if captured else '-'}{NAMES[target]}"
        due = _placed(game, captured)
        empty = [name for square, name in enumerate(NAMES) if game.cells[square] == EMPTY or square == origin]
        options = [f"{face.code}@{name}" for name in empty for face in FACES]
        if due == 0:
            yield move
        elif due == 1:
            yield from (f"{move}/{option}" for option in options)
        else:
            for first, second in product(options, options):
                if first[-2:] != second[-2:]:
                    yield f"{move}/{first}/{second}"


def _ways_of_placing(game: Game, captured: int) -> int:
    empty = game.cells.count(EMPTY) + 1  # the tile's old square is empty by then
    faces = len(FACES)
    return (1, faces * empty, faces * empty * faces * (empty - 1))[_placed(game, captured)]


def _placed(game: Game, captured: int) -> int:
    return 0 if game.is_last_tile(captured) else game.placements_due(captured)

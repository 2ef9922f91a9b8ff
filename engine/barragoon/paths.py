"""The path a tile takes on the board, square by square, for those who watch it move."""

from __future__ import annotations

from engine.barragoon.board import EMPTY, NAMES, SQUARE_OF_NAME
from engine.barragoon.game import Game
from engine.barragoon.ways import WAYS, Way


def path(game: Game, origin: str, target: str) -> tuple[str, ...]:
    """The squares from origin to target, both included; empty if the tile there has no open way.

    A move is its start and its target, and two ways may lead there: shown is the one that crosses fewer
    barragoons, of two such the first in the order of headings.
    """
    start, end = SQUARE_OF_NAME[origin], SQUARE_OF_NAME[target]
    tile = game.cells[start]
    if tile == EMPTY:
        return ()
    open_ways = [way for way in WAYS[tile << 6 | start] if way.target == end and not game.board & way.mask]
    if not open_ways:
        return ()
    way = min(open_ways, key=lambda found: _crossed_barragoons(game, found))
    return (origin, *(NAMES[square] for square in way.crossed), target)


def _crossed_barragoons(game: Game, way: Way) -> int:
    return sum(game.cells[square] != EMPTY for square in way.crossed)

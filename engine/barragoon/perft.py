"""Counts complete plies to a depth, every way of placing barragoons counted (but none forgotten)."""

from __future__ import annotations

from .complete_plies import complete_plies, ways_of_placing
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
        return sum(ways_of_placing(game, captured) for _, _, captured in game.tile_moves())
    nodes = 0
    for ply in complete_plies(game):
        game.push(ply)
        nodes += perft(game, depth - 1)
        game.pop()
    return nodes

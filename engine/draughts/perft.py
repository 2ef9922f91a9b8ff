"""Counts the lines of so many plies. Positions that are reached in several ways are counted once and remembered."""

from __future__ import annotations

from typing import TypeAlias

from .board import PROMOTION
from .moves import can_capture, captures, count_quiet, quiet_moves
from .position import Position

# Own and other pieces, kings, whose turn it is, and the depth that is left.
_Node: TypeAlias = tuple[int, int, int, int, int]


def perft(position: Position, depth: int) -> int:
    """The number of legal plies to that depth; a game that is over has none."""
    if depth < 0:
        raise ValueError("a depth is not negative")
    if depth == 0:
        return 1
    pieces = (position.white, position.black)
    turn = int(position.turn)
    return _count((pieces[turn], pieces[1 - turn], position.kings, turn, depth), {})


def _count(node: _Node, known: dict[_Node, int]) -> int:
    own, other, kings, turn, depth = node
    if depth == 1:
        if can_capture(own, other, kings):
            return len(captures(own, other, kings))
        return count_quiet(own, other, kings, turn)
    if node in known:
        return known[node]
    promotion = PROMOTION[turn]
    nodes = 0
    if can_capture(own, other, kings):
        for origin, target, taken in captures(own, other, kings):
            after = kings & ~taken
            if after & origin:
                after = after ^ origin | target
            else:
                after |= target & promotion
            nodes += _count((other ^ taken, own ^ origin | target, after, 1 - turn, depth - 1), known)
    else:
        for origin, target in quiet_moves(own, other, kings, turn):
            after = kings ^ origin | target if kings & origin else kings | target & promotion
            nodes += _count((other, own ^ origin | target, after, 1 - turn, depth - 1), known)
    known[node] = nodes
    return nodes

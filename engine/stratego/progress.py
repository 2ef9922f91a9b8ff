"""Whether anybody can still reach a flag. If nobody can, no progress is possible: advice for the arbiter.

The claim is made only if no sequence of moves at all ends in the capture of a flag. It rests on a reach that
errs on the side of too much:

- A movable piece may go wherever dry squares connect, as if no other movable piece, of either side, were in its
  way: those can move off or be captured.
- A flag never moves and nobody passes it: taking it ends the game.
- A bomb is in everybody's way until a miner of the other side gets next to it. From then on it is taken for
  gone, for everybody, which may let more miners through to more bombs, and so on until nothing changes.

If then no movable piece stands in a region that touches a flag of the other side, no line of play can take a
flag: on any line, look at the first piece that stands on or beside a square it should not have reached. It got
there by one step from a square it could reach, so the step crossed a bomb that was thought to stay. But the
first bomb to vanish on a line was removed by a miner next to it, which the reach had allowed for.

The game may still be won by taking every movable piece; the finding says whether anything can be attacked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from ..core import Side
from .board import RAYS
from .pieces import Kind
from .position import Man, Position

# The dry squares next to each square.
NEXT_TO: Final = tuple(frozenset(ray[0].target for ray in rays) for rays in RAYS)


class ProgressVerdict(StrEnum):
    NO_PROGRESS = "no-progress-possible"


class Outlook(NamedTuple):
    """What can still happen, judged generously."""

    flag_in_reach: bool  # somebody may be able to take a flag
    attacks: bool  # somebody may be able to attack a piece of the other side


def outlook(position: Position) -> Outlook:
    """What can still happen from a position in which every piece is known."""
    men = {square: man for square, man in enumerate(position.squares) if man is not None}
    bombs = {square: man for square, man in men.items() if man.kind is Kind.BOMB}
    while True:
        regions = _regions(men, bombs)
        removable = [
            square
            for square, bomb in bombs.items()
            if any(
                man.kind is Kind.MINER and man.side is not bomb.side
                for man in _neighbours(square, regions, men)
            )
        ]
        if not removable:
            break
        for square in removable:
            del bombs[square]
    flags = {square: man for square, man in men.items() if man.kind is Kind.FLAG}
    flag_in_reach = any(
        man.side is not flag.side
        for square, flag in flags.items()
        for man in _neighbours(square, regions, men)
    )
    return Outlook(flag_in_reach, flag_in_reach or _attacks(regions, men, bombs))


def _regions(men: Mapping[int, Man], bombs: Mapping[int, Man]) -> dict[int, int]:
    """The squares movable pieces can stand on, each with the number of the connected region it belongs to."""
    blocked = {square for square, man in men.items() if square in bombs or man.kind is Kind.FLAG}
    regions: dict[int, int] = {}
    for start, neighbours in enumerate(NEXT_TO):
        if start in regions or start in blocked or not neighbours:
            continue
        waiting = [start]
        regions[start] = start
        while waiting:
            for square in NEXT_TO[waiting.pop()]:
                if square not in regions and square not in blocked:
                    regions[square] = start
                    waiting.append(square)
    return regions


def _neighbours(square: int, regions: Mapping[int, int], men: Mapping[int, Man]) -> Iterable[Man]:
    """The movable pieces whose region touches a square."""
    touching = {regions[near] for near in NEXT_TO[square] if near in regions}
    return [man for stands, man in men.items() if _moves(man) and regions[stands] in touching]


def _attacks(regions: Mapping[int, int], men: Mapping[int, Man], bombs: Mapping[int, Man]) -> bool:
    """Whether two sides share a region, or a piece can get next to a bomb of the other side."""
    sides: dict[int, set[Side]] = {}
    for square, man in men.items():
        if _moves(man):
            sides.setdefault(regions[square], set()).add(man.side)
    return any(len(both) == 2 for both in sides.values()) or any(
        man.side is not bomb.side
        for square, bomb in bombs.items()
        for man in _neighbours(square, regions, men)
    )


def _moves(man: Man) -> bool:
    return man.kind is not None and man.kind.movable

"""An exhaustive search for captures that shares nothing with the engine: slow, and simple enough to be checked by eye.

A board is a dictionary from (file, rank) to what stands there, spelt as in position strings: `Z` `D` `V` `z` `d` `v`
for tiles, the face's code for a barragoon. Tiles walk step by step.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

Square = tuple[int, int]
Board = dict[Square, str]

_DELTA = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
_SIDEWAYS = {"N": "EW", "S": "EW", "E": "NS", "W": "NS"}
_STEPS = {"Z": 2, "D": 3, "V": 4}


class TooLarge(Exception):
    """More positions than the search was allowed to look at."""


def slow_verdict(text: str, most: int = 10**9) -> str:
    """`dead`, `alive` or `not-applicable`, by trying everything; TooLarge past so many positions."""
    board, turn, levels = parse(text)
    if any(has_lost(board, side, levels) for side in "wb"):
        return "not-applicable"
    seen = {(frozenset(board.items()), turn)}
    waiting = deque(seen)
    while waiting:
        frozen, turn = waiting.popleft()
        board = dict(frozen)
        if has_lost(board, turn, levels):
            continue
        for origin, target in moves(board, turn):
            if target in board:
                return "alive"
            after = dict(board)
            after[target] = after.pop(origin)
            position = (frozenset(after.items()), "b" if turn == "w" else "w")
            if position not in seen:
                if len(seen) >= most:
                    raise TooLarge(text)
                seen.add(position)
                waiting.append(position)
    return "dead"


def parse(text: str) -> tuple[Board, str, dict[str, int]]:
    rows, turn, _, express = text.split(" ")
    board: Board = {}
    for rank, row in zip(range(9, 0, -1), rows.split("/"), strict=True):
        file = 0
        while row:
            if row[0] == "(":
                face, row = row[1:].split(")", 1)
                board[file, rank] = face
                file += 1
            else:
                if row[0].isdigit():
                    file += int(row[0])
                else:
                    board[file, rank] = row[0]
                    file += 1
                row = row[1:]
        assert file == 7
    return board, turn, {"w": int(express[0]), "b": int(express[2])}


def has_lost(board: Board, side: str, levels: dict[str, int]) -> bool:
    """Whether this side, were it to move, has no more movable tiles than its express level."""
    return len({origin for origin, _ in moves(board, side)}) <= levels[side]


def moves(board: Board, side: str) -> Iterator[tuple[Square, Square]]:
    for origin, tile in board.items():
        if owner(tile) == side:
            steps = _STEPS[tile.upper()]
            for target in set(ends(board, origin, steps)):
                there = board.get(target)
                if there is None or (owner(there) != side and not (steps == 2 and there == "A")):
                    yield origin, target
            for target in set(ends(board, origin, steps - 1)):
                if target not in board:
                    yield origin, target


def owner(content: str) -> str:
    """`w` or `b` for a tile, nothing for a barragoon. No face is a single Z, D or V."""
    if content in ("Z", "D", "V"):
        return "w"
    return "b" if content in ("z", "d", "v") else ""


def ends(board: Board, origin: Square, steps: int) -> Iterator[Square]:
    """Where walks of exactly so many steps with at most one turn end, whatever lies there."""

    def walk(square: Square, heading: str, left: int, turned: bool) -> Iterator[Square]:
        square = (square[0] + _DELTA[heading][0], square[1] + _DELTA[heading][1])
        if not (0 <= square[0] <= 6 and 1 <= square[1] <= 9):
            return
        if left == 1:
            yield square
            return
        for onward in "NESW":
            turns = onward in _SIDEWAYS[heading]
            if (turns and turned) or not (turns or onward == heading):
                continue
            if square not in board or lets_through(board[square], heading, onward):
                yield from walk(square, onward, left - 1, turned or turns)

    for heading in "NESW":
        yield from walk(origin, heading, steps, turned=False)


def lets_through(content: str, entering: str, leaving: str) -> bool:
    """The table of the sixteen faces (3.1); tiles let nobody through."""
    if owner(content) or content == "X":
        return False
    if content == "A":
        return leaving in _SIDEWAYS[entering]
    if content in ("NS", "EW"):
        return entering == leaving and entering in content
    if len(content) == 1:
        return entering == leaving == content
    return content == entering + leaving

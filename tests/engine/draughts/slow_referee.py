"""International draughts once more, as slowly and plainly as the rule book puts it; nothing of the engine is used.

The board is a dictionary from points (column and row, both from 0, the upper left one being light) to letters: `w` and
`b` are men, `W` and `B` kings. Captures are found by walking every way to its end and keeping the longest ones.
"""

from collections.abc import Iterator
from typing import NamedTuple

Point = tuple[int, int]
Board = dict[Point, str]

DIAGONALS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
FORWARDS = {"w": -1, "b": 1}
LAST_ROW = {"w": 0, "b": 9}
OTHER = {"w": "b", "b": "w"}
POINTS = [(column, row) for row in range(10) for column in range(10) if (column + row) % 2]
NUMBER_OF = {point: number for number, point in enumerate(POINTS, 1)}


class SlowPly(NamedTuple):
    origin: int
    target: int
    captured: frozenset[int]


def start() -> Board:
    return {point: "b" if point[1] < 4 else "w" for point in POINTS if point[1] < 4 or point[1] > 5}


def read(fen: str) -> tuple[Board, str]:
    """Only single squares and ranges of men, as canonical strings have them."""
    turn, white, black = fen.split(":")
    board: Board = {}
    for side, text in (("w", white), ("b", black)):
        assert text[0] == side.upper()
        for item in filter(None, text[1:].split(",")):
            if "-" in item:
                first, last = map(int, item.split("-"))
                board |= {POINTS[number - 1]: side for number in range(first, last + 1)}
            elif item[0] == "K":
                board[POINTS[int(item[1:]) - 1]] = side.upper()
            else:
                board[POINTS[int(item) - 1]] = side
    return board, turn.lower()


def legal(board: Board, turn: str) -> set[SlowPly]:
    """Captures if there are any, the longest of them; else moves."""
    captures = [
        ply
        for point, piece in board.items()
        if piece.lower() == turn
        for ply in _captures(board, point, point, piece, ())
    ]
    if captures:
        most = max(len(ply.captured) for ply in captures)
        return {ply for ply in captures if len(ply.captured) == most}
    return {
        SlowPly(NUMBER_OF[point], NUMBER_OF[target], frozenset())
        for point, piece in board.items()
        if piece.lower() == turn
        for target in _moves(board, point, piece)
    }


def play(board: Board, ply: SlowPly) -> Board:
    """The board after a legal ply."""
    after = dict(board)
    piece = after.pop(POINTS[ply.origin - 1])
    for number in ply.captured:
        del after[POINTS[number - 1]]
    target = POINTS[ply.target - 1]
    is_promoted = target[1] == LAST_ROW[piece.lower()]
    after[target] = piece.upper() if is_promoted else piece
    return after


def _moves(board: Board, point: Point, piece: str) -> Iterator[Point]:
    for across, down in DIAGONALS:
        if piece.islower():
            target = (point[0] + across, point[1] + down)
            if down == FORWARDS[piece] and target in NUMBER_OF and target not in board:
                yield target
            continue
        for target in _line(point, across, down):
            if target in board:
                break
            yield target


def _captures(
    board: Board, origin: Point, point: Point, piece: str, jumped: tuple[Point, ...]
) -> Iterator[SlowPly]:
    """Every way to go on capturing from here, each to its end."""
    may_go_on = False
    for across, down in DIAGONALS:
        for victim, landing in _jumps(board, origin, point, piece, (across, down)):
            if victim not in jumped:
                may_go_on = True
                yield from _captures(board, origin, landing, piece, (*jumped, victim))
    if jumped and not may_go_on:
        yield SlowPly(NUMBER_OF[origin], NUMBER_OF[point], frozenset(NUMBER_OF[victim] for victim in jumped))


def _jumps(
    board: Board, origin: Point, point: Point, piece: str, direction: tuple[int, int]
) -> Iterator[tuple[Point, Point]]:
    """Whom the piece meets in a direction, with every landing behind; what was jumped before still stands there."""
    victim: Point | None = None
    for target in _line(point, *direction):
        content = board.get(target) if target != origin else None
        if victim is None:
            if content is None and piece.isupper():
                continue
            if content is None or content.lower() != OTHER[piece.lower()]:
                return
            victim = target
        else:
            if content is not None:
                return
            yield victim, target
            if piece.islower():
                return


def _line(point: Point, across: int, down: int) -> Iterator[Point]:
    column, row = point[0] + across, point[1] + down
    while 0 <= column < 10 and 0 <= row < 10:
        yield column, row
        column, row = column + across, row + down

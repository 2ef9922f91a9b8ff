"""Movement once more, slowly and in another way: a tile walks step by step over a dictionary of squares.

Written from the rules alone; nothing of the engine is used here.
"""

from collections.abc import Iterator

STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
VALUES = {"z": 2, "d": 3, "v": 4}


def board_of(position: str) -> dict[tuple[int, int], str]:
    """Square (file, rank) to a tile's letter or a face in parentheses; empty squares are missing."""
    board: dict[tuple[int, int], str] = {}
    for index, row in enumerate(position.split()[0].split("/")):
        file = 1
        rest = row
        while rest:
            if rest[0].isdigit():
                file += int(rest[0])
                rest = rest[1:]
                continue
            item = rest[: rest.index(")") + 1] if rest[0] == "(" else rest[0]
            board[file, 9 - index] = item
            rest = rest[len(item) :]
            file += 1
    return board


def moves_of(position: str) -> list[str]:
    """All moves of the side to move, as `c2 c4 move`, sorted."""
    board = board_of(position)
    white = position.split()[1] == "w"
    found = set()
    for square, item in board.items():
        if item.lower() in VALUES and item.isupper() == white:
            value = VALUES[item.lower()]
            lifted = {other: content for other, content in board.items() if other != square}
            for steps in (value, value - 1):
                for heading in STEP:
                    for target in _walk(lifted, square, heading, steps, turned=False):
                        kind = _landing(lifted.get(target), value, white=white, full=steps == value)
                        if kind:
                            found.add(f"{_name(square)} {_name(target)} {kind}")
    return sorted(found)


def _walk(
    board: dict[tuple[int, int], str], square: tuple[int, int], heading: str, steps: int, *, turned: bool
) -> Iterator[tuple[int, int]]:
    """Where a tile can get by going so many steps, the next one in this heading."""
    there = (square[0] + STEP[heading][0], square[1] + STEP[heading][1])
    if not (1 <= there[0] <= 7 and 1 <= there[1] <= 9):
        return
    if steps == 1:
        yield there
        return
    for leaving in STEP:
        turns = leaving != heading
        if turns and (turned or _opposite(heading) == leaving):
            continue
        if _lets_through(board.get(there), heading, leaving):
            yield from _walk(board, there, leaving, steps - 1, turned=turned or turns)


def _lets_through(item: str | None, entering: str, leaving: str) -> bool:
    if item is None:
        return True
    if not item.startswith("("):
        return False
    face = item[1:-1]
    if face == "X":
        return False
    if face == "A":
        return entering != leaving
    if face in ("NS", "EW"):
        return entering == leaving and entering in face
    if len(face) == 1:
        return entering == leaving == face
    return entering + leaving == face


def _landing(item: str | None, value: int, *, white: bool, full: bool) -> str:
    """What landing on this item is: move, tile or barragoon; empty if it is not allowed."""
    if item is None:
        return "move"
    if not full:
        return ""
    if item.startswith("("):
        return "" if value == 2 and item == "(A)" else "barragoon"
    return "" if item.isupper() == white else "tile"


def _opposite(heading: str) -> str:
    return {"N": "S", "S": "N", "E": "W", "W": "E"}[heading]


def _name(square: tuple[int, int]) -> str:
    return f"{'abcdefg'[square[0] - 1]}{square[1]}"

"""Boards for a terminal: rows of cells with their coordinates, in Unicode or in plain ASCII."""

from __future__ import annotations

from collections.abc import Sequence


def text_board(cells: Sequence[str], files: int, below: str, *, flip: bool = False) -> str:
    """A board whose cells come in the order of squares, a1 first; `below` is a line under it."""
    width = max(map(len, cells))
    ranks = [cells[start : start + files] for start in range(0, len(cells), files)]
    margin = len(str(len(ranks)))
    letters = [chr(ord("a") + file) for file in range(files)]
    rows = [(str(number), rank) for number, rank in enumerate(ranks, 1)]
    if flip:
        lines = [(number, rank[::-1]) for number, rank in rows]
        letters.reverse()
    else:
        lines = rows[::-1]
    board = [_line(number, rank, margin, width) for number, rank in lines]
    return "\n".join((*board, _line("", letters, margin, width), below))


def _line(number: str, cells: Sequence[str], margin: int, width: int) -> str:
    return f"{number:>{margin}} {' '.join(f'{cell:<{width}}' for cell in cells)}".rstrip()

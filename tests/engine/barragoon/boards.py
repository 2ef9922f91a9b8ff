"""Hand-made positions: a few pieces on an otherwise empty board."""

import pytest

from engine import barragoon
from engine.core import RuleViolation


def board(*pieces: str, turn: str = "w", reserve: int = 0, express: str = "0-0") -> str:
    """A position from pieces such as `Zc2`, `vd7` and `(NE)d4`."""
    cells = {piece[-2:]: piece[:-2] for piece in pieces}
    ranks = []
    for rank in range(9, 0, -1):
        row = "".join(cells.get(f"{file}{rank}", "1") for file in "abcdefg")
        for run in range(7, 1, -1):
            row = row.replace("1" * run, str(run))
        ranks.append(row)
    return f"{'/'.join(ranks)} {turn} {reserve} {express}"


def game(*pieces: str, turn: str = "w", reserve: int = 0, express: str = "0-0") -> barragoon.Game:
    """A game from such pieces."""
    return barragoon.Game(position=board(*pieces, turn=turn, reserve=reserve, express=express))


def targets(started: barragoon.Game, origin: str) -> list[str]:
    """Where the tile on a square may go, captures marked with x."""
    marks = {"move": "", "barragoon": "x", "tile": "x"}
    return sorted(step.target + marks[step.kind] for step in started.legal_moves() if step.origin == origin)


def refused(started: barragoon.Game, ply: str) -> RuleViolation:
    """The violation a ply is refused with; the game is as it was."""
    before = started.position()
    assert not started.is_legal(ply)
    with pytest.raises(RuleViolation) as caught:
        started.push(ply)
    assert started.position() == before
    return caught.value

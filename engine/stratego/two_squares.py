"""Runs of the two-squares rule in a whole record: a piece going to and fro between the same two squares."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from ..adjudication.protocol import Finding, FindingKind
from ..core import Side
from ..texts import Sentence
from .board import NAMES, PLIES
from .pieces import SIDE_NAMES, SIDE_TEXTS

RULE: Final = "two squares"
SHORTEST: Final = 3  # turns in a row; there and back is nothing to report


class TwoSquaresVerdict(StrEnum):
    WITHIN = "within-limit"
    REACHED = "limit-reached"  # one more such turn would have been illegal


class Run(NamedTuple):
    """Successive turns of one player in which the same piece went between the same two squares."""

    side: Side
    squares: tuple[str, str]
    first: int  # the plies with which it began and ended
    last: int
    turns: int


def runs(plies: Sequence[str], first_mover: Side) -> list[Run]:
    """Every run of at least two turns, in the order in which they ended.

    A piece that comes back must be the one that went: nothing else of its owner's can have got there.
    """
    found: list[Run] = []
    for offset, side in enumerate((first_mover, first_mover.other)):
        turns, began = 1, offset + 1
        for number in range(offset + 3, len(plies) + 3, 2):
            before = PLIES[plies[number - 3]]
            now = PLIES[plies[number - 1]] if number <= len(plies) else None
            if now is not None and (now.source, now.target) == (before.target, before.source):
                turns += 1
                continue
            if turns > 1:
                squares = (NAMES[before.source], NAMES[before.target])
                low, high = sorted(squares, key=lambda name: NAMES.index(name))
                found.append(Run(side, (low, high), began, number - 2, turns))
            turns, began = 1, number
    return sorted(found, key=lambda run: run.last)


def two_squares_findings(plies: Sequence[str], first_mover: Side, limit: int) -> list[Finding]:
    """Runs of three turns and more, and shorter ones if they reached the limit."""
    return [
        _finding(run, limit) for run in runs(plies, first_mover) if run.turns >= min(SHORTEST, max(2, limit))
    ]


def _finding(run: Run, limit: int) -> Finding:
    reached = run.turns >= limit
    one, other = run.squares
    message = Sentence(
        "%(side)s moved one piece between %(one)s and %(other)s in %(turns)s turns in a row, plies "
        "%(first)s to "
        "%(last)s; %(limit)s are allowed.",
        side=SIDE_TEXTS[run.side],
        one=one,
        other=other,
        turns=run.turns,
        first=run.first,
        last=run.last,
        limit=limit,
    )
    proof = {
        "squares": [one, other],
        "side": SIDE_NAMES[run.side].lower(),
        "first": run.first,
        "last": run.last,
        "turns": run.turns,
        "limit": limit,
    }
    verdict = TwoSquaresVerdict.REACHED if reached else TwoSquaresVerdict.WITHIN
    return Finding(FindingKind.TWO_SQUARES, RULE, run.last, verdict, message, proof)

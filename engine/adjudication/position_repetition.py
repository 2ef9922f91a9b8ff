"""Positions that come back: the same board with the same side to move, however it was reached.

Repetition of plies is another thing (`engine.adjudication.repetition`): equal sequences lead through
equal positions, but equal positions can come back by other plies.
"""

from __future__ import annotations

from enum import StrEnum

from ..record import Record
from ..texts import Fact, Sentence, counted_sentence
from .protocol import Finding, FindingKind

TIMES = 3


class PositionRepetitionVerdict(StrEnum):
    THREEFOLD = "threefold"


def position_repetition_findings(record: Record, rule: str) -> list[Finding]:
    """One finding for each position that was there three times, at its third time, in the order of plies."""
    occurrences: dict[str, list[int]] = {}
    game = record.start()
    occurrences[game.position()] = [0]
    for number, text in enumerate(record.main.texts(), 1):
        game.push(text)
        occurrences.setdefault(game.position(), []).append(number)
    found = [
        _finding(position, plies, rule) for position, plies in occurrences.items() if len(plies) >= TIMES
    ]
    return sorted(found, key=lambda finding: finding.ply)


def _finding(position: str, plies: list[int], rule: str) -> Finding:
    first, second, third = plies[:TIMES]
    further = len(plies) - TIMES
    return Finding(
        FindingKind.POSITION_REPETITION,
        rule,
        third,
        PositionRepetitionVerdict.THREEFOLD,
        _message(first, second, third, further),
        {"position": position, "plies": plies},
    )


def _message(first: int, second: int, third: int, further: int) -> Sentence:
    facts: dict[str, Fact] = {"first": first, "second": second, "third": third}
    if further:
        return (
            counted_sentence(
                "The position after ply %(third)s was there after ply %(first)s and after ply %(second)s "
                "before, and "
                "%(number)s more time later.",
                "The position after ply %(third)s was there after ply %(first)s and after ply %(second)s "
                "before, and "
                "%(number)s more times later.",
                further,
                **facts,
            )
            if first
            else counted_sentence(
                "The position after ply %(third)s was there at the start and after ply %(second)s "
                "before, and "
                "%(number)s more time later.",
                "The position after ply %(third)s was there at the start and after ply %(second)s "
                "before, and "
                "%(number)s more times later.",
                further,
                **facts,
            )
        )
    return (
        Sentence(
            "The position after ply %(third)s was there after ply %(first)s and after ply %(second)s before.",
            **facts,
        )
        if first
        else Sentence(
            "The position after ply %(third)s was there at the start and after ply %(second)s before.",
            **facts,
        )
    )

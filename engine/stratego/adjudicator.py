"""Stratego's part of adjudication: runs of the two-squares rule, and advice where no progress is possible."""

from __future__ import annotations

from collections.abc import Sequence

from ..adjudication.proof import Budget
from ..adjudication.protocol import Finding, FindingKind, Prover
from ..record import Record
from ..texts import Sentence
from .game import END, Game
from .position import Position
from .progress import Outlook, ProgressVerdict, outlook
from .two_squares import two_squares_findings


class StrategoAdjudicator:
    """Fulfils `engine.adjudication.protocol.Adjudicator`."""

    prover: Prover | None = None
    position_rule: str | None = None

    def is_capture(self, ply: str) -> bool:
        """Every attack takes at least one piece off the board."""
        return "x" in ply

    def findings(self, record: Record, budget: Budget) -> Sequence[Finding]:
        game = record.start()
        if not isinstance(game, Game):
            raise TypeError("this is no record of Stratego")
        findings = two_squares_findings(record.main.plies, game.turn, game.two_squares)
        return [*findings, *no_progress_findings(game, record.main.plies)]


ADJUDICATOR = StrategoAdjudicator()


def no_progress_findings(game: Game, plies: Sequence[str]) -> list[Finding]:
    """The first position in which nobody can reach a flag any more, while the game goes on.

    Only attacks change what can be reached: a piece that merely moves stays within its reach.
    """
    for number, ply in enumerate(["", *plies]):
        if ply:
            game.push(ply)
        if (not ply or "x" in ply) and game.outcome() is None:
            seen = outlook(Position.parse(game.position()))
            if not seen.flag_in_reach:
                return [_finding(number, game.position(), seen)]
    return []


def _finding(ply: int, position: str, seen: Outlook) -> Finding:
    proof = {"position": position, "attacks": seen.attacks}
    return Finding(FindingKind.NO_PROGRESS, END, ply, ProgressVerdict.NO_PROGRESS, _message(ply, seen), proof)


def _message(ply: int, seen: Outlook) -> Sentence:
    if seen.attacks:
        return (
            Sentence(
                "After ply %(ply)s no progress is possible: neither flag can ever be reached; the game "
                "can only end by "
                "the loss of all movable pieces or of all moves.",
                ply=ply,
            )
            if ply
            else Sentence(
                "At the start no progress is possible: neither flag can ever be reached; the game can "
                "only end by the "
                "loss of all movable pieces or of all moves."
            )
        )
    return (
        Sentence(
            "After ply %(ply)s no progress is possible: neither flag can ever be reached; nothing can be "
            "attacked any "
            "more either.",
            ply=ply,
        )
        if ply
        else Sentence(
            "At the start no progress is possible: neither flag can ever be reached; nothing can be "
            "attacked any more "
            "either."
        )
    )

"""Barragoon's part of adjudication: dead positions (6b) and repetition (6c)."""

from __future__ import annotations

from collections.abc import Sequence

from ..adjudication.proof import Budget, Evidence, Proof, ProofVerdict
from ..adjudication.protocol import Finding, FindingKind, Prover
from ..adjudication.repetition import repetition_findings
from ..core import Game
from ..record import Record
from ..texts import Sentence, counted_sentence
from .dead import prove
from .words import SIDE_TEXTS


class BarragoonAdjudicator:
    """Fulfils `engine.adjudication.protocol.Adjudicator`."""

    prover: Prover | None = staticmethod(prove)
    position_rule: str | None = None

    def is_capture(self, ply: str) -> bool:
        return ply[2:3] == "x"

    def findings(self, record: Record, budget: Budget) -> Sequence[Finding]:
        return [self._dead_position(record, budget), *repetition_findings(record, "6c")]

    def _dead_position(self, record: Record, budget: Budget) -> Finding:
        """The first dead position of a record if it has one, else what can be said of the last position.

        What follows a dead position never has a capture. So before the last capture there is none, and none
        before a position that is shown to be alive. What cannot be decided is not asked again a ply earlier:
        there are only more positions to look at.
        """
        game = record.start()
        for text in record.main.texts():
            game.push(text)
        last = proof = prove(game.position(), budget)
        ply, dead_at = len(game.plies), None
        while proof.verdict is not ProofVerdict.ALIVE:
            if proof.verdict is ProofVerdict.DEAD:
                last, dead_at = proof, len(game.plies)
            first = not game.plies or self.is_capture(game.plies[-1])
            if first or proof.verdict is ProofVerdict.UNDECIDED:
                break
            proof = _proof_one_ply_back(game, budget)
        return _finding(last, ply if dead_at is None else dead_at)


ADJUDICATOR = BarragoonAdjudicator()


def _proof_one_ply_back(game: Game, budget: Budget) -> Proof:
    game.pop()
    return prove(game.position(), budget)


def _finding(proof: Proof, ply: int) -> Finding:
    return Finding(FindingKind.DEAD_POSITION, "6b", ply, proof.verdict, _message(proof, ply), proof.as_json())


def _message(proof: Proof, ply: int) -> Sentence:
    if proof.verdict is ProofVerdict.DEAD and proof.how is Evidence.REACH:
        return (
            Sentence(
                "After ply %(ply)s nothing can be captured any more: no tile could ever reach a capture, "
                "even if no "
                "other tile were in its way. The game is drawn.",
                ply=ply,
            )
            if ply
            else Sentence(
                "At the start nothing can be captured any more: no tile could ever reach a capture, even "
                "if no other "
                "tile were in its way. The game is drawn."
            )
        )
    if proof.verdict is ProofVerdict.DEAD:
        return (
            Sentence(
                "After ply %(ply)s nothing can be captured any more: all %(visited)s positions that can "
                "arise were "
                "looked at. The game is drawn.",
                ply=ply,
                visited=proof.visited,
            )
            if ply
            else Sentence(
                "At the start nothing can be captured any more: all %(visited)s positions that can arise "
                "were looked "
                "at. The game is drawn.",
                visited=proof.visited,
            )
        )
    if proof.verdict is ProofVerdict.ALIVE:
        return _alive(len(proof.witness), ply)
    if proof.verdict is ProofVerdict.UNDECIDED:
        return (
            Sentence(
                "After ply %(ply)s it cannot be told within %(visited)s positions whether the position "
                "is dead.",
                ply=ply,
                visited=proof.visited,
            )
            if ply
            else Sentence(
                "At the start it cannot be told within %(visited)s positions whether the position is dead.",
                visited=proof.visited,
            )
        )
    side = SIDE_TEXTS[0 if proof.how is Evidence.FIRST_CANNOT_MOVE else 1]
    return (
        Sentence(
            "After ply %(ply)s the dead-position rule does not apply: %(side)s could not go on.",
            ply=ply,
            side=side,
        )
        if ply
        else Sentence(
            "At the start the dead-position rule does not apply: %(side)s could not go on.", side=side
        )
    )


def _alive(plies: int, ply: int) -> Sentence:
    if ply:
        return counted_sentence(
            "After ply %(ply)s the position is not dead: a capture is possible in %(number)s ply.",
            "After ply %(ply)s the position is not dead: a capture is possible in %(number)s plies.",
            plies,
            ply=ply,
        )
    return counted_sentence(
        "At the start the position is not dead: a capture is possible in %(number)s ply.",
        "At the start the position is not dead: a capture is possible in %(number)s plies.",
        plies,
    )

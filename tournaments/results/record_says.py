"""What a record says about the result of its game, with what an arbiter has decided about the referee's verdict."""

from typing import Final

from engine.adjudication.findings import Kind
from engine.adjudication.repetition import OfferVerdict
from games.adjudicating.selectors import decision_that_holds
from games.models import (
    Adjudication,
    AdjudicationState,
    Game,
    GameResult,
    GameTermination,
    Verdict,
)
from tournaments.models import PairingResult

FORFEITED: Final = {
    GameResult.FIRST_WINS.value: PairingResult.FIRST_WINS_BY_FORFEIT.value,
    GameResult.SECOND_WINS.value: PairingResult.SECOND_WINS_BY_FORFEIT.value,
}


def result_in(game: Game) -> str | None:
    """A result of a pairing; empty if the game is still open, None if only an arbiter can say. One query."""
    decided = decision_that_holds(game)
    if decided is not None:
        is_confirmed = decided.state == AdjudicationState.CONFIRMED
        if is_confirmed and _means_a_draw(decided):
            return PairingResult.DRAW.value
        if not is_confirmed and game.termination == GameTermination.ADJUDICATION:
            return None
    if game.result == GameResult.OPEN:
        return PairingResult.NONE.value
    if game.termination == GameTermination.FORFEIT:
        return FORFEITED.get(game.result, game.result)
    return game.result


def _means_a_draw(adjudication: Adjudication) -> bool:
    """By the rules or the event's limit; a mere repetition may be a reason to offer a draw, and is none by itself."""
    if adjudication.verdict in (Verdict.DEAD, Verdict.LIMIT):
        return True
    return any(
        finding.get("kind") == Kind.DRAW_OFFER
        and finding.get("verdict") in (OfferVerdict.ACCEPTED, OfferVerdict.FORCED_DRAW)
        and finding.get("proof", {}).get("period") is not None
        for finding in adjudication.proof.get("findings", [])
        if adjudication.verdict == Verdict.REPETITION
    )

"""What the referee says while a game is recorded: that it is over and why, what 6c demands, and what may be played."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.game_types import describe
from core.guides.documents import rule_anchor
from core.texts import translate, translate_sentence
from engine import registry
from engine.adjudication.proof import Budget, Evidence, ProofVerdict
from engine.core import EngineError, Game, Side
from games.models import Recording
from games.recorder.selectors.sight import start_of

# A phone waits for it: what takes longer is said when the record is judged.
_BUDGET: Final = Budget(positions=50_000, seconds=1.0)


class Illegal(NamedTuple):
    """The first ply that is not legal, by its number from 1."""

    ply: int
    message: str
    rule: str


def referee_says(
    recording: Recording, plies: Sequence[str], setups: Mapping[int, str], sides: tuple[str, str]
) -> dict[str, Any]:
    """About the position after these plies, as the script takes it. `sides` are what the players are called."""
    game = start_of(recording, setups)
    if game is None:
        return {"count": 0}
    for number, ply in enumerate(plies):
        try:
            game.push(ply)
        except EngineError as error:
            illegal = Illegal(number + 1, translate_sentence(error.message), error.rule)
            return {"count": number, "illegal": illegal._asdict()}
    said = {"count": len(plies), "over": _ending(game, sides), "duty": _duty(game, sides)}
    return said | ({} if describe(recording.kind).browser_module else {"node": node_of(game)})


def node_of(game: Game, *, ahead: int = 1, is_open: bool = True) -> dict[str, Any]:
    """A board with what may be played, and, so many plies ahead, the boards after that. `is_open`: tell the moves."""
    description = describe(game.rules.name)
    pieces = description.pieces
    drawn = pieces.drawn_at if pieces else {}
    outcome = game.outcome()
    node: dict[str, Any] = {
        "turn": int(game.turn),
        "contents": dict(pieces.contents(game, game.rules.views[0])) if pieces else {},
        "last": [drawn.get(square, square) for square in game.last_squares()[:2]],
        "outcome": outcome and {"winner": outcome.winner, "rule": outcome.rule},
    }
    if is_open:
        node["moves"] = [_move(game, ply, ahead) for ply in list(game.legal_plies())]
    return node


def _move(game: Game, ply: str, ahead: int) -> dict[str, Any]:
    game.push(ply)
    after = node_of(game, ahead=ahead - 1) if ahead else None
    drawn = _drawn_ends(game)
    game.pop()
    return {"text": ply, "origin": drawn[0], "target": drawn[1], "after": after}


def _drawn_ends(game: Game) -> tuple[str, str]:
    pieces = describe(game.rules.name).pieces
    drawn = pieces.drawn_at if pieces else {}
    origin, target = game.last_squares()[:2]
    return drawn.get(origin, origin), drawn.get(target, target)


def _ending(game: Game, sides: tuple[str, str]) -> dict[str, Any] | None:
    """With the proof, where the rule needs one."""
    outcome = game.outcome()
    if outcome is None:
        return None
    text = describe(game.rules.name).ending(outcome.rule, drawn=outcome.winner is None)
    winner = outcome.winner
    names = {
        "winner": "" if winner is None else sides[winner],
        "loser": "" if winner is None else sides[Side(winner).other],
        "rule": outcome.rule,
    }
    words = translate(text.filled(**names)) if text else _("The game is over (%(rule)s).") % names
    return {
        "winner": outcome.winner,
        "rule": outcome.rule,
        "words": words,
        "proof": _proof(game) if outcome.winner is None else "",
    }


def _proof(game: Game) -> str:
    prover = registry.rules(game.rules.name).adjudicator.prover
    proof = prover(game.position(), _BUDGET) if prover else None
    if proof is None or proof.verdict != ProofVerdict.DEAD:
        return ""
    if proof.how == Evidence.REACH:
        return _("Proof: nothing could ever be captured, even if no other piece stood in the way.")
    return ngettext(
        "Proof: the %(number)s position that can arise was looked at.",
        "Proof: all %(number)s positions that can arise were looked at.",
        proof.visited,
    ) % {"number": proof.visited}


def rule_address(game: str, rule: str) -> str:
    """Where the rule stands on the page of its game's rules; empty if it stands nowhere."""
    anchor = rule_anchor(game, rule)
    return f"{reverse('game-rules', args=[game])}#{anchor}" if anchor else ""


def _duty(game: Game, sides: tuple[str, str]) -> str:
    ply = describe(game.rules.name).duty(game)
    if not ply:
        return ""
    return _(
        "The draw was not accepted: %(side)s has to leave the repetition and must not play %(ply)s (6c)."
    ) % {
        "side": sides[game.turn],
        "ply": ply,
    }

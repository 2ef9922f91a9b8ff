"""What the pages of an analysis need: the empty board, the tree, words for the script, answers about positions."""

from typing import Any, Final, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from core.game_types import describe
from core.texts import translate, translate_error
from engine import registry
from engine.adjudication.proof import Budget, Proof, ProofVerdict
from engine.core import PositionError
from engine.description import GameDescription
from engine.drawing import Picture, symbol_sheet
from games.analysis.selectors import read_analysis, tree_of
from games.models import Analysis
from games.recorder.presenters import script_texts
from games.replay.presenters.display import known_glyphs
from games.replay.presenters.displays import display_of

SQUARE_SIZE: Final = 60  # pixels
# An answer comes while somebody waits for it.
BUDGET: Final = Budget(positions=200_000, seconds=3.0)


class BoardPage(NamedTuple):
    """`game` is what the game tells about itself."""

    kind: str
    game: GameDescription
    sheet: SafeString
    picture: SafeString
    document: dict[str, Any]
    can_ask_dead: bool


def present_analysis(analysis: Analysis, *, is_shared_view: bool, ply: int | None) -> BoardPage:
    record = read_analysis(analysis)
    document = {
        "tags": {name: value for name, value in record.tags.items() if name not in ("Result", "Termination")},
        "nodes": tree_of(record),
        "title": analysis.title,
        "version": analysis.version,
        "ply": ply,
        "isReadOnly": is_shared_view,
        "address": "" if is_shared_view else reverse("save-analysis", args=[analysis.key]),
    }
    return _page(analysis.kind, document)


def present_editor(kind: str, position: str) -> BoardPage:
    rules = registry.rules(kind)
    document = {
        "position": position or rules.start_position({}) if _starts_anywhere(kind) else position,
        "check": reverse("check-position"),
        "begin": reverse("analyses") if "Position" in rules.tags else "",
    }
    return _page(kind, document)


def _starts_anywhere(kind: str) -> bool:
    return not describe(kind).empty_board


def _page(kind: str, document: dict[str, Any]) -> BoardPage:
    rules = registry.rules(kind)
    display = display_of(rules)
    start = describe(kind).empty_board or rules.start_position({})
    options = Picture(size=SQUARE_SIZE, shared_symbols=True, decorative=True)
    colours = tuple(f"{side}-" for side in rules.sides)
    symbols = [key for key in display.art.symbols if key.startswith((*colours, "face-"))]
    can_ask = rules.adjudicator.prover is not None
    return BoardPage(
        kind=kind,
        game=describe(kind),
        sheet=mark_safe(symbol_sheet(display.art)),  # noqa: S308  drawn by the engine
        picture=mark_safe(rules.draw(start, options)),  # noqa: S308  drawn by the engine
        document=document
        | {
            "game": kind,
            "sides": list(display.side_names),
            "words": {key: display.content_words(key) for key in symbols},
            "texts": script_texts(kind) | _texts(),
            "glyphs": {number: [glyph.sign, glyph.words] for number, glyph in known_glyphs().items()},
            "dead": reverse("dead-position") if can_ask else "",
        },
        can_ask_dead=can_ask,
    )


def check_document(kind: str, position: str) -> dict[str, Any]:
    """Whether a game may stand like this, and in the engine's own spelling."""
    try:
        game = registry.rules(kind).from_position(position)
        outcome = game.outcome()
    except PositionError as error:
        return {"isLegal": False, "words": translate_error(error)}
    words = _("This position can stand on a board.")
    if outcome is not None:
        words = _("This position can stand on a board; the game is over (%(rule)s).") % {"rule": outcome.rule}
    return {"isLegal": True, "words": words, "position": game.position()}


def dead_document(kind: str, position: str) -> dict[str, Any]:
    """Whether a position is dead, with what shows it."""
    prover = registry.rules(kind).adjudicator.prover
    if prover is None:
        return {"words": _("This game has no such rule."), "witness": []}
    try:
        proof = prover(position, BUDGET)
    except PositionError as error:
        return {"words": translate_error(error), "witness": []}
    return {"verdict": proof.verdict.value, "words": _proof_words(proof), "witness": list(proof.witness)}


def _proof_words(proof: Proof) -> str:
    facts = {"count": proof.visited, "line": " ".join(proof.witness)}
    match proof.verdict:
        case ProofVerdict.DEAD if proof.visited:
            return (
                _("Dead (6b): all %(count)d positions that can arise were looked at, none allows a capture.")
                % facts
            )
        case ProofVerdict.DEAD:
            return _("Dead (6b): no tile could ever reach a capture, even if no other were in its way.")
        case ProofVerdict.ALIVE:
            return _("Not dead: %(line)s leads to a capture.") % facts
        case ProofVerdict.UNDECIDED:
            return _("After %(count)d positions it is still not clear whether this is dead.") % facts
    return _("The rule does not apply: one side could not go on.")


def _texts() -> dict[str, str]:
    return {
        "saved": _("Saved."),
        "saving": _("Saving …"),
        "unsaved": _("There are changes that are not saved yet."),
        "lost": _("The site cannot be reached. What you enter stays on this page, and is sent again later."),
        "refusedSave": _("Not saved: %(why)s"),
        "signedOut": _("Not saved: you are signed out."),
        "asking": _("Asking the referee …"),
        "deadLine": _("The line was added."),
        "arrowFrom": _("Arrow from %(square)s: choose the square where it ends."),
        "deleted": _("The move and what follows it were removed."),
        "startNode": _("Start of the analysis."),
        "copied": _("Copied."),
        "putPiece": _("%(piece)s on %(square)s."),
        "emptied": _("%(square)s is empty."),
        "noPosition": _("This position cannot occur in a game: %(why)s"),
    }


def reserve_label(kind: str) -> str:
    reserve = describe(kind).reserve
    return translate(reserve) if reserve else ""

"""Plies, faces and tiles in words, for messages and for people who cannot see the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..texts import Text, pgettext
from ..texts import gettext as _
from .board import EMPTY, NAMES, SIDE_OF, VALUE_OF, Face, Symbol, face_of, is_barragoon
from .plies import MOVES, OFFER, PLACEMENTS

SIDE_NAMES = ("White", "Brown")
SIDE_TEXTS = (pgettext("side", "White"), pgettext("side", "Brown"))
HEADINGS: Final = {
    "N": pgettext("heading", "north"),
    "E": pgettext("heading", "east"),
    "S": pgettext("heading", "south"),
    "W": pgettext("heading", "west"),
}


def ply_in_words(cells: Sequence[int], turn: int, ply: str) -> str:
    """A legal ply on this board in one sentence without a full stop."""
    head, *placements = ply.removesuffix(OFFER).split("/")
    move = MOVES[head]
    if move is None:
        raise ValueError(f"{ply} is not a ply")
    origin, target = move.origin, move.target
    captured = cells[target]
    subject = f"{SIDE_NAMES[turn]}: {VALUE_OF[cells[origin]]}-tile from {NAMES[origin]}"
    if captured == EMPTY:
        sentence = f"{subject} moves to {NAMES[target]}"
    elif is_barragoon(captured):
        sentence = f"{subject} captures the barragoon on {NAMES[target]}"
        sentence += "".join(f" and {_placed(text, 'puts it')}" for text in placements)
    else:
        sentence = f"{subject} captures the {VALUE_OF[captured]}-tile on {NAMES[target]}"
        for side, text in zip((1 - turn, turn), placements, strict=False):
            sentence += f"; {SIDE_NAMES[side]} {_placed(text, 'puts a barragoon')}"
    return f"{sentence}, and offers a draw" if ply.endswith(OFFER) else sentence


def content_in_words(content: int) -> str:
    """What lies on a square: `White 4-tile`, `barragoon, right turn from north`, `empty`."""
    if content == EMPTY:
        return "empty"
    if is_barragoon(content):
        return f"barragoon, {face_in_words(content)}"
    return f"{SIDE_NAMES[SIDE_OF[content]]} {VALUE_OF[content]}-tile"


def face_in_words(content: int) -> str:
    """A face: `no way`, `one way north`, `two ways, north and south`, `right turn from north` …"""
    return str(face_text(face_of(content)))


def face_text(face: Face) -> Text:
    """The same for people of any language."""
    first = HEADINGS.get(face.code[0], Text(""))
    if face.symbol is Symbol.NO_WAY:
        return _("no way")
    if face.symbol is Symbol.ALL_TURNS:
        return _("all turns")
    if face.symbol is Symbol.ONE_WAY:
        return _("one way %(heading)s").filled(heading=first)
    if face.symbol is Symbol.TWO_WAYS:
        return _("two ways, %(one)s and %(other)s").filled(one=first, other=HEADINGS[face.code[1]])
    if face.symbol is Symbol.RIGHT_TURN:
        return _("right turn from %(heading)s").filled(heading=first)
    return _("left turn from %(heading)s").filled(heading=first)


def _placed(text: str, puts: str) -> str:
    placement = PLACEMENTS[text]
    if placement is None:
        raise ValueError(f"{text} is not a placement")
    if not placement.content:
        return "forgets to place it" if puts == "puts it" else "forgets to place a barragoon"
    return f"{puts} on {NAMES[placement.square]}, {face_in_words(placement.content)}"

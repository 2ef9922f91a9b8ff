"""What stands beside a ply in a record: glyphs as signs, clock readings out of comments, the rest of the text."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.utils.translation import gettext as _

from engine.record import Note

_CLOCK = re.compile(r"\[%clk\s+(\d{1,3}(?::\d{1,2}){0,2}(?:\.\d{1,3})?)\s*\]")
_SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


class Glyph(NamedTuple):
    """A judgement on a ply: the sign a reader knows, and what it means."""

    sign: str
    words: str


def glyphs(note: Note | None) -> tuple[Glyph, ...]:
    """The glyphs of a ply; numbers without a sign of their own are shown as they are written."""
    if note is None:
        return ()
    words = {
        1: _("good move"),
        2: _("mistake"),
        3: _("very good move"),
        4: _("blunder"),
        5: _("interesting move"),
        6: _("dubious move"),
    }
    return tuple(
        Glyph(_SIGNS[number], words[number])
        if number in _SIGNS
        else Glyph(f"${number}", _("glyph %(number)s") % {"number": number})
        for number in note.glyphs
    )


def clock(note: Note | None) -> str:
    """The clock reading in the comments of a ply (`[%clk 0:12:30]`), or nothing; of several the last."""
    found = ""
    for comment in note.comments if note else ():
        for reading in _CLOCK.finditer(comment):
            found = reading[1]
    return found


def without_clock(comment: str) -> str:
    """A comment as people read it."""
    return " ".join(_CLOCK.sub(" ", comment).split(" ")).strip() if "[%clk" in comment else comment

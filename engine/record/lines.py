"""Reads the lines of a canonical record that is known to be valid: nothing is played, notes are read when asked for."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from .model import Line, Note

# Nothing is tried in a second way (`*+`): what is read is canonical, and long records have many comments.
_ONE_COMMENT: Final = r"(?:\{[^}]*+\}|;[^\n]*+(?:\n|$))"
_COMMENTS: Final = rf"{_ONE_COMMENT}(?:\s*+{_ONE_COMMENT})*+"

# A ply with its offer, its glyphs and the comments right after it; comments elsewhere; a parenthesis.
_WORD: Final = r"[A-Za-z][^\s(){};$!?]*+"
_AFTER_PLY: Final = rf"(?:\s*(\(=\)))?((?:\s*\$[0-9]+)*+)(?:\s*+({_COMMENTS}))?|({_COMMENTS})|([()])"
_TOKEN: Final = re.compile(rf"({_WORD}){_AFTER_PLY}")
_COMMENT: Final = re.compile(r"\{([^}]*)\}|;([^\n]*)")
_GLYPH: Final = re.compile(r"\$([0-9]+)")


@cache
def _token_pattern(ply_pattern: str) -> re.Pattern[str]:
    """With the plies that begin with a digit, if the game has such; a result is none of them."""
    if not ply_pattern:
        return _TOKEN
    word_end = r"(?![^\s(){};$!?])"
    digits = rf"(?<![^\s(])(?!(?:1-0|0-1){word_end})(?:{ply_pattern}){word_end}"
    return re.compile(rf"({_WORD}|{digits}){_AFTER_PLY}")


class StoredNote(Note):
    """A note as the canonical text has it: `written` are runs of comments and variations between them."""

    # Whether it has variations is noted when one is added: pages of long records ask it of every ply.
    __slots__ = ("holds_variations", "written", "written_glyphs")

    def __init__(self, offer: str = "", glyphs: str = "", comments: str = "") -> None:
        self.offer = bool(offer)
        self.written_glyphs = glyphs
        self.written: list[str | Line] = [comments] if comments else []
        self.holds_variations = False

    def add_variation(self, variation: Line) -> None:
        self.written.append(variation)
        self.holds_variations = True

    def copy(self) -> StoredNote:
        twin = StoredNote()
        twin.offer, twin.written_glyphs = self.offer, self.written_glyphs
        twin.written = [piece.copy() if isinstance(piece, Line) else piece for piece in self.written]
        twin.holds_variations = self.holds_variations
        return twin

    @property
    def glyphs(self) -> list[int]:  # type: ignore[override]
        return [int(number) for number in _GLYPH.findall(self.written_glyphs)]

    @property
    def glyph_count(self) -> int:
        return self.written_glyphs.count("$") if self.written_glyphs else 0

    @property
    def remarks(self) -> list[str | Line]:  # type: ignore[override]
        found: list[str | Line] = []
        for piece in self.written:
            if isinstance(piece, Line):
                found.append(piece)
            else:
                found += split_comments(piece)
        return found

    @property
    def has_variations(self) -> bool:
        return self.holds_variations

    @property
    def variations(self) -> list[Line]:
        return [piece for piece in self.written if isinstance(piece, Line)]

    def mentions(self, text: str) -> bool:
        for piece in self.written:  # noqa: SIM110  quicker, and long records ask it of every ply
            if isinstance(piece, str) and text in piece:
                return True
        return False


def read_lines(text: str, start: int, before: list[str], ply_pattern: str) -> Line:
    """The lines of a move text that begins at `start`; `before` are comments that stand between the tags."""
    line, parents = Line(), list[Line]()
    plies, notes = line.plies, line.notes
    if before:
        _note_at(line, 0).written += [
            f"{{{comment}}}" if "}" not in comment else f";{comment}\n" for comment in before
        ]
    for ply, offer, glyphs, comments, alone, parenthesis in _token_pattern(ply_pattern).findall(text, start):
        if ply:
            plies.append(ply)
            if offer or glyphs or comments:
                notes[len(plies)] = StoredNote(offer, glyphs, comments)
        elif alone:
            _note_at(line, len(plies)).written.append(alone)
        elif parenthesis == "(":
            parents.append(line)
            line = Line()
            plies, notes = line.plies, line.notes
        else:
            variation, line = line, parents.pop()
            plies, notes = line.plies, line.notes
            _note_at(line, len(plies)).add_variation(variation)
    return line


def split_comments(run: str) -> list[str]:
    """The comments of a run."""
    found = (brace or rest for brace, rest in _COMMENT.findall(run))
    return [comment for each in found if (comment := each.strip())]


def _note_at(line: Line, ply: int) -> StoredNote:
    note = line.notes.get(ply)
    if not isinstance(note, StoredNote):
        note = line.notes[ply] = StoredNote()
    return note

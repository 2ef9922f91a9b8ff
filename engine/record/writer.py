"""Writes records in their canonical form: the same game always gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from ..core import Result, Rules, Side, Termination, expect
from .model import MAX_PLIES, Line, Note, Record
from .reader import read
from .splitting import has_tag_line

_WIDTH = 80  # of a line of move text; only a comment or a long ply makes a line longer

_NUMBERS = tuple(f"{number}. " for number in range(1, MAX_PLIES + 2))

_UNTERMINATED = Termination.UNTERMINATED.value

# The tags every record has, with what stands for "unknown"; the players' names come from the rules.
_ROSTER = (("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"))


def write(record: Record) -> str:
    """The canonical text of a record, ending with a line break. Of a broken record: its valid plies.

    Raises `ValueError` for what no text can say: a record whose game cannot start, a line break in a tag, a
    comment with a closing brace and a line break or with a line like a tag's.
    """
    expect(record, Record)
    if record.rules is None or record.final is None:
        raise ValueError("a record whose game cannot start cannot be written")
    result = record.tags.get("Result", Result.OPEN.value)
    tags = "".join([f'[{name} "{_escaped(value)}"]\n' for name, value in _tags(record, record.rules, result)])
    # Sides move in turns, so the last position tells who began.
    shift = (int(record.final.turn is Side.SECOND) + len(record.main.plies)) & 1
    moves = _wrapped([*_line(record.main, shift), result])
    return f"{tags}\n{moves}\n"


def from_plies(
    tags: Mapping[str, str], plies: Iterable[str], result: str = "", comments: Iterable[str] = ()
) -> Record:
    """A record made of tags and plies (for importers), checked like any other: look at its `errors`.

    `comments` go before the first ply.
    """
    head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in expect(tags, Mapping).items())
    opening = "".join(f"{_comment(comment)} " for comment in comments)
    if isinstance(plies, str):
        raise TypeError("plies are given one by one, not as one string")
    body = "\n".join(plies)
    return next(read(io.StringIO(f"{head}\n{opening}{body}\n{result}\n")))


def _tags(record: Record, rules: Rules, result: str) -> list[tuple[str, str]]:
    tags = record.tags
    pairs = [("Game", rules.tag)]
    pairs += [(name, tags.get(name, unknown)) for name, unknown in _ROSTER]
    if "Board" in tags:
        pairs.append(("Board", tags["Board"]))
    pairs += [(name, tags.get(name, "?")) for name in rules.player_tags]
    pairs.append(("Result", result))
    pairs.append(("Termination", tags.get("Termination", _UNTERMINATED)))
    pairs += rules.canonical_tags(tags).items()
    known = _tags_with_a_place(rules.player_tags, rules.tags)
    if not known.issuperset(tags):
        pairs += [(name, tags[name]) for name in sorted(tags.keys() - known)]
    return pairs


@cache
def _tags_with_a_place(player_tags: tuple[str, ...], own_tags: tuple[str, ...]) -> frozenset[str]:
    roster = (name for name, _ in _ROSTER)
    return frozenset({"Game", "Board", "Result", "Termination", *roster, *player_tags, *own_tags})


def _line(line: Line, before: int) -> Iterable[str]:
    """The pieces of a line that stands after `before` plies; pieces are joined by spaces or line breaks."""
    return _noted_line(line, before) if line.notes else _bare_line(line.plies, before)


def _noted_line(line: Line, before: int) -> Iterator[str]:
    notes = line.notes
    if 0 in notes:
        yield from _remarks(notes[0], before)
    numbered = True  # the first ply has its number, and every ply after a remark
    for index, text in enumerate(line.texts(), 1):
        played = before + index - 1
        if not played & 1:
            yield f"{(played >> 1) + 1}. {text}"
        else:
            yield f"{(played >> 1) + 1}... {text}" if numbered else text
        numbered = False
        note = notes.get(index)
        if note is not None:
            for glyph in note.glyphs:
                yield f"${glyph}"
            for piece in _remarks(note, played):
                numbered = True
                yield piece


def _bare_line(plies: list[str], before: int) -> list[str]:
    """A line without notes, as most are."""
    pieces = plies.copy()
    first = before & 1  # where the first mover's plies begin
    moves_before = (before + 1) >> 1
    pieces[first::2] = map(str.__add__, _NUMBERS[moves_before:], plies[first::2])
    if before & 1 and pieces:
        pieces[0] = f"{moves_before}... {plies[0]}"
    return pieces


def _remarks(note: Note, before: int) -> Iterator[str]:
    for remark in note.remarks:
        if isinstance(remark, str):
            yield _comment(remark)
            continue
        pieces = list(_line(remark, before))
        pieces[0] = f"({pieces[0]}"
        if pieces[-1].endswith("\n"):
            pieces.append(")")
        else:
            pieces[-1] += ")"
        yield from pieces


def _comment(text: str) -> str:
    text = text.strip()
    if has_tag_line(text):
        raise ValueError("a comment cannot have a line that looks like a tag")
    if "}" not in text:
        return f"{{ {text} }}"
    if "\n" in text:
        raise ValueError("a comment cannot have both a closing brace and a line break")
    return f"; {text}\n"


def _wrapped(pieces: list[str]) -> str:
    """The pieces on lines of at most `_WIDTH` characters where that can be."""
    text = "\n".join(pieces)
    if text.count("\n") >= len(pieces):
        return _wrapped_with_breaks(pieces)
    on_one_line = text.replace("\n", " ")
    lines: list[str] = []
    start, last = 0, len(text) - _WIDTH
    while start < last:
        end = text.rfind("\n", start, start + _WIDTH + 1)
        if end < 0:  # a piece that is longer than a line
            end = text.find("\n", start)
            if end < 0:
                break
        lines.append(on_one_line[start:end])
        start = end + 1
    lines.append(on_one_line[start:])
    return "\n".join(lines)


def _wrapped_with_breaks(pieces: list[str]) -> str:
    """The same where a comment has line breaks of its own."""
    written: list[str] = []
    add = written.append
    column = 0
    for piece in pieces:
        length = len(piece)
        if "\n" in piece:  # a comment; only its first line has to fit
            if column:
                add("\n" if column + 1 + piece.index("\n") > _WIDTH else " ")
            add(piece)
            column = length - piece.rfind("\n") - 1
        elif not column:
            add(piece)
            column = length
        elif column + 1 + length > _WIDTH:
            add("\n")
            add(piece)
            column = length
        else:
            add(" ")
            add(piece)
            column += 1 + length
    return "".join(written)


def _escaped(value: str) -> str:
    if "\n" in value:
        raise ValueError("a tag's value cannot contain a line break")
    if "\\" not in value and '"' not in value:
        return value
    return value.replace("\\", "\\\\").replace('"', '\\"')

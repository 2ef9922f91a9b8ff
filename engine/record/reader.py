"""Reads records from a stream, one by one, each with its errors and its valid plies."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from enum import StrEnum
from typing import TextIO

from .. import registry
from ..core import Result, TagError, Termination, shorten
from ..texts import OR, Sentence, join_list
from .lines import read_lines
from .model import MAX_BYTES, MAX_COMMENTS, Record, RecordCode, RecordError
from .movetext import MoveText, read_moves
from .result import Disagreement, Stated, judge_result
from .splitting import RawRecord, readable, split
from .tags import TagSection, read_tags
from .tokens import offset_of_token

_NO_TEXT = re.compile(r"[\ud800-\udfff]")  # what undecodable bytes become under `surrogateescape`


def read(stream: TextIO) -> Iterator[Record]:
    """The records of a text stream. Never raises for what the text says; memory holds one record at a time.

    Open files with `encoding="utf-8", errors="surrogateescape"`, so that bytes that are no UTF-8 become an
    error of their record instead of an exception.
    """
    if isinstance(stream, str | bytes):
        raise TypeError("read takes an open text stream; read_text takes a string")
    return map(read_raw, split(stream))


def read_raw(raw: RawRecord) -> Record:
    """One record that was split off before, by `engine.record.splitting`."""
    return _RecordReading(raw).read()


def read_text(text: str) -> list[Record]:
    """All records of a text that is in memory already."""
    return list(read(io.StringIO(text)))


def read_stored(text: str) -> Record:
    """One record that was written by `write`. Notes are not counted: it may be older than their limits."""
    return _RecordReading(RawRecord(1, 1, text, cut=False), limits_notes=False).read()


def read_valid(text: str) -> Record:
    """The same without the referee, if it is known to be valid and canonical: nothing is played, `final` is None.

    To show a long record costs little more than to look through its text.
    """
    record = Record()
    section = read_tags(text)
    record.tags = section.tags
    record.rules = registry.rules(section.tags["Game"])
    record.main = read_lines(text, section.end, section.comments, record.rules.ply_pattern)
    return record


class _RecordReading:
    """The state of reading one record."""

    def __init__(self, raw: RawRecord, *, limits_notes: bool = True) -> None:
        self.raw = raw
        self.limits_notes = limits_notes
        self.text = readable(raw.text)
        self.errors: list[RecordError] = []

    def read(self) -> Record:
        record = Record(self.raw.number, self.raw.line)
        self._check_encoding()
        section = read_tags(self.text)
        record.tags = section.tags
        self._check_tags(section)
        self._play(record, section)
        if self.raw.cut:
            self._note_cut()
        self.errors.sort(key=lambda error: (error.line, error.column))
        record.errors = tuple(self.errors)
        return record

    def _check_encoding(self) -> None:
        if self.text.isascii():
            return
        found = _NO_TEXT.search(self.text)
        if found:
            self._note(
                found.start(),
                RecordCode.NOT_UTF_8,
                Sentence("The text is not UTF-8 here: save the file as UTF-8."),
            )
            self.text = _NO_TEXT.sub("\ufffd", self.text)

    def _check_tags(self, section: TagSection) -> None:
        for offset in section.broken[:10]:
            self._note(
                offset,
                RecordCode.TAG_MALFORMED,
                Sentence('This is no tag: write [Name "value"] on one line.'),
            )
        for name, offset in section.twice[:10]:
            self._note(
                offset,
                RecordCode.TAG_TWICE,
                Sentence("The tag %(name)s stands here a second time.", name=name),
            )
        offsets = section.offsets
        value = section.tags.get("Result")
        if value is not None and value not in _RESULTS:
            message = Sentence(
                '"%(value)s" is no result: write 1-0, 0-1, 1/2-1/2 or *.', value=shorten(value)
            )
            self._note(offsets["Result"], RecordCode.RESULT_UNKNOWN, message)
        value = section.tags.get("Termination")
        if value is not None and value not in _TERMINATIONS:
            message = Sentence(
                '"%(value)s" is no termination: write one of %(terminations)s.',
                value=shorten(value),
                terminations=", ".join(Termination),
            )
            self._note(offsets["Termination"], RecordCode.TERMINATION_UNKNOWN, message)

    def _play(self, record: Record, section: TagSection) -> None:
        name = section.tags.get("Game")
        if name is None:
            message = Sentence(
                "The tag Game is missing: it says which game this is, %(games)s.",
                games=join_list(registry.tags(), OR),
            )
            self._note(0, RecordCode.GAME_MISSING, message)
            return
        try:
            rules = registry.rules(name)
        except KeyError:
            message = Sentence(
                '"%(name)s" is no game the referee knows: write %(games)s.',
                name=shorten(name),
                games=join_list(registry.tags(), OR),
            )
            self._note(section.offsets["Game"], RecordCode.GAME_UNKNOWN, message)
            return
        record.rules = rules
        try:
            game = rules.start(section.tags)
        except TagError as error:
            offset = section.offsets.get(error.tag, 0)
            self._note(offset, error.code, error.message, error.rule)
            return
        moves = read_moves(self.text, section.end, game, limits_notes=self.limits_notes)
        record.main = moves.main
        record.final = game
        if section.comments:
            record.main.note(0).remarks[:0] = section.comments
            if self.limits_notes and len(record.main.note(0).comments) > MAX_COMMENTS:
                message = Sentence(
                    "The start may have %(most)s comments, and has more: join some of them.",
                    most=MAX_COMMENTS,
                )
                self._note(section.end, RecordCode.TOO_MANY_COMMENTS, message)
        for found in moves.errors:
            self._note(
                found.offset, found.code, found.message, found.rule, found.ply, found.move, found.played
            )
        if not (moves.broken or self.errors or self.raw.cut):
            self._judge(record, section, moves)
        elif moves.result is not None:
            record.tags.setdefault("Result", moves.result.value)

    def _judge(self, record: Record, section: TagSection, moves: MoveText) -> None:
        """Compare what the record says about the end with the board; fill in what it does not say."""
        rules, game, tags = record.rules, record.final, record.tags
        if rules is None or game is None:
            return
        tag = Result(tags["Result"]) if "Result" in tags else None
        termination = Termination(tags["Termination"]) if "Termination" in tags else None
        if tag is not None and moves.result is not None and tag is not moves.result:
            message = Sentence(
                "The result here is %(result)s, but the tag Result says %(tag)s.",
                result=moves.result,
                tag=tag,
            )
            offset = offset_of_token(self.text, section.end, moves.result_index, rules.ply_pattern)
            self._note(offset, RecordCode.RESULT_DIFFERS, message)
            return
        try:
            result, reason = judge_result(Stated(moves.result or tag, termination), game, rules)
        except Disagreement as found:
            at_result = offset_of_token(self.text, section.end, moves.result_index, rules.ply_pattern)
            offsets = section.offsets
            offset = offsets.get(found.about, offsets.get("Result", at_result))
            self._note(offset, found.code, found.message, found.rule)
            return
        tags["Result"] = result.value
        tags["Termination"] = reason.value

    def _note_cut(self) -> None:
        """Too long a record has that one error at its cut, beside those found before."""
        unfinished = (RecordCode.COMMENT_NOT_CLOSED, RecordCode.VARIATION_NOT_CLOSED)
        self.errors = [error for error in self.errors if error.code not in unfinished]
        message = Sentence(
            "A record may have %(most)s bytes; this one is longer and was read only up to here.",
            most=MAX_BYTES,
        )
        self._note(len(self.text), RecordCode.RECORD_TOO_LARGE, message)

    def _note(
        self,
        offset: int,
        code: StrEnum,
        message: str,
        rule: str = "",
        ply: int | None = None,
        move: str = "",
        played: tuple[str, ...] | None = None,
    ) -> None:
        line = self.text.count("\n", 0, offset)
        column = offset - self.text.rfind("\n", 0, offset)
        self.errors.append(
            RecordError(self.raw.number, self.raw.line + line, column, ply, move, code, rule, message, played)
        )


_RESULTS = frozenset(Result)
_TERMINATIONS = frozenset(Termination)

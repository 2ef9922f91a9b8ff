"""Reads a game of a PDN file as a record: tags, moves, comments, glyphs and variations."""

from __future__ import annotations

import io
import re
from contextlib import suppress
from enum import StrEnum
from typing import Final, NamedTuple

from ...core import ImportRefused, PositionError, Result, shorten
from ...record import MAX_BYTES, Record, RecordError, from_plies, read, readable
from ...record.tags import TagSection, read_tags
from ...texts import Sentence
from ..codes import Code
from ..position import Position
from .conventions import (
    GAME_TYPE,
    PDN_TAGS,
    RESULTS,
    SILENT_TERMINATIONS,
    SOURCE_FORMAT,
    TERMINATIONS,
)
from .tokens import Token, tokens, unreadable

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_FIRST_MOVE: Final = re.compile(r"\s*(?:\{[^}]*\}\s*)*1\s*\.+\s*[0-9]{1,2}[-x:][0-9]{1,2}\b", re.ASCII)
_HEAD_LENGTH: Final = 4000
_NO_RESULT: Final = frozenset({"", "?", "-"})


class PdnImporter:
    """Fulfils `engine.core.Importer`."""

    name: Final = "PDN (draughts)"

    beginning: Final = re.compile(rb'(?:\xef\xbb\xbf)?\[Event\s{1,4}"')

    def recognises(self, data: bytes) -> bool:
        """A file of tags, none of which is a record's, that says its kind of draughts or begins with numbers."""
        text = readable(self.as_text(data[:_HEAD_LENGTH]))
        if not text.lstrip().startswith(("[", "%", ";")):
            return False
        section = read_tags(text)
        if not section.tags or "Game" in section.tags:
            return False
        if "GameType" in section.tags or _FIRST_MOVE.match(text, section.end):
            return True
        # The moves may begin later than what is here. No other game of ours is played by White and Black.
        return not text[section.end :].strip() and {"White", "Black"} <= section.tags.keys()

    def convert(self, data: bytes, name: str = "") -> Record:
        if len(data) > MAX_BYTES:
            message = Sentence(
                "The game has more than %(most)s bytes; no game needs as many.", most=MAX_BYTES
            )
            raise ImportRefused(Code.IMPORT_TOO_LARGE, message)
        return _Reading(readable(self.as_text(data))).record(name)

    def as_text(self, data: bytes) -> str:
        data = data.removeprefix(_BYTE_ORDER_MARK)
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("latin-1")  # most older programs

    def as_data(self, text: str) -> bytes:
        return text.encode("utf-8", "surrogatepass")


class _Translated(NamedTuple):
    """The move text as a record has it, a word a line, and what the file says at its end."""

    words: list[Token]
    result: Token | None


class _Reading:
    """One game while it is read; `offset` in a refusal is where its cause stands in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.section: TagSection = read_tags(text)

    def record(self, name: str) -> Record:
        tags = self._tags()
        moves = self._moves(tags)
        result = self._result(moves)
        termination = self.section.tags.get("Termination", "").strip()
        if termination.lower() in TERMINATIONS and result is not Result.OPEN:
            tags["Termination"] = TERMINATIONS[termination.lower()].value
        elif termination.lower() not in SILENT_TERMINATIONS:
            tags["SourceTermination"] = termination
        tags[SOURCE_FORMAT] = "PDN"
        if name:
            tags["Source"] = " ".join(name.split())[:100]
        head = "".join(f'[{tag} "{_escaped(value)}"]\n' for tag, value in tags.items())
        comments = "".join(f"; {comment}\n" for comment in self.section.comments)
        body = "".join(f"{word.text}\n" for word in moves.words)
        record = next(read(io.StringIO(f"{head}\n{comments}{body}{result.value}\n")))
        if record.errors:
            lines_before = head.count("\n") + 1 + len(self.section.comments)
            raise self._refused(record, record.errors[0], lines_before, moves)
        return record

    def _tags(self) -> dict[str, str]:
        section = self.section
        if section.broken:
            raise self._at(
                section.broken[0], Code.IMPORT_MALFORMED, Sentence('This is no tag: write [Name "value"].')
            )
        if section.twice:
            name, offset = section.twice[0]
            raise self._at(
                offset,
                Code.IMPORT_MALFORMED,
                Sentence("The tag %(name)s stands here a second time.", name=name),
            )
        kind = section.tags.get("GameType", GAME_TYPE).split(",")[0].strip()
        if kind != GAME_TYPE:
            message = Sentence(
                "GameType %(kind)s is another kind of draughts: only international draughts "
                "(%(game_type)s) are refereed.",
                kind=shorten(kind),
                game_type=GAME_TYPE,
            )
            raise self._at(section.offsets["GameType"], Code.IMPORT_GAME_TYPE, message)
        tags = {"Game": "Draughts"} | {
            tag: value for tag, value in section.tags.items() if tag not in PDN_TAGS
        }
        if "FEN" in section.tags:
            try:
                tags["Position"] = Position.parse(section.tags["FEN"]).text
            except PositionError as error:
                message = Sentence("The FEN is no position. %(message)s", message=error.message)
                raise self._at(section.offsets["FEN"], Code.IMPORT_POSITION, message) from None
        return tags

    def _moves(self, tags: dict[str, str]) -> _Translated:
        words: list[Token] = []
        result: Token | None = None
        for token in tokens(self.text, self.section.end):
            if token.kind in ("other", "unclosed") or (result and token.kind not in ("comment", "remark")):
                message = unreadable(token)
                if token.kind == "unclosed":
                    message = Sentence("This comment is never closed: a } is missing.")
                elif token.kind != "other":
                    message = Sentence("%(text)s stands after the result, the end.", text=shorten(token.text))
                refusal = self._at(token.offset, Code.IMPORT_MALFORMED, message)
                refusal.prefix = _valid_part(tags, words)
                raise refusal
            if token.kind in ("result", "end"):
                result = token
            else:
                words.append(token)
        self._check_closed(tags, words)
        return _Translated(words, result)

    def _check_closed(self, tags: dict[str, str], words: list[Token]) -> None:
        opened: list[Token] = []
        for word in words:
            if word.text == "(":
                opened.append(word)
            elif word.text == ")" and opened:
                opened.pop()
        if opened:
            message = Sentence("This variation is never closed: a ) is missing.")
            refusal = self._at(opened[-1].offset, Code.IMPORT_MALFORMED, message)
            refusal.prefix = _valid_part(tags, words)
            raise refusal

    def _result(self, moves: _Translated) -> Result:
        """By the tag and the end of the moves; an asterisk there only says that they end."""
        written = self.section.tags.get("Result", "").strip()
        tag = None if written in _NO_RESULT else RESULTS.get(written)
        if tag is None and written not in _NO_RESULT:
            message = Sentence(
                "%(written)s is no result of one game: 2-0, 1-1, 0-2, 1-0, 1/2-1/2, 0-1 or *.",
                written=shorten(written),
            )
            raise self._at(self.section.offsets["Result"], Code.IMPORT_RESULT, message)
        end = moves.result
        if end is None or end.text == Result.OPEN.value:
            return tag or Result.OPEN
        if end.text not in set(Result):
            message = Sentence(
                "%(text)s is no result of one game: a record has a winner or a draw.", text=end.text
            )
            raise self._at(end.offset, Code.IMPORT_RESULT, message)
        if tag is not None and tag.value != end.text:
            message = Sentence(
                "The moves end with %(text)s, but the tag Result says %(written)s.",
                text=end.text,
                written=written,
            )
            raise self._at(end.offset, Code.IMPORT_RESULT, message)
        return Result(end.text)

    def _refused(
        self, record: Record, error: RecordError, lines_before: int, moves: _Translated
    ) -> ImportRefused:
        """An error of the record, at the word of the file that it comes from."""
        index = error.line - 1 - lines_before
        if 0 <= index < len(moves.words):
            offset = moves.words[index].offset
        elif moves.result is not None:
            offset = moves.result.offset
        else:
            offset = self.section.offsets.get("Result", 0)
        refusal = self._at(offset, error.code, error.message, error.rule)
        refusal.ply, refusal.move = error.ply, error.move
        tags = {name: value for name, value in record.tags.items() if name not in ("Result", "Termination")}
        refusal.prefix = from_plies(tags, record.main.plies, Result.OPEN.value)
        return refusal

    def _at(self, offset: int, code: StrEnum, message: str, rule: str = "") -> ImportRefused:
        refusal = ImportRefused(code, message, rule)
        refusal.line = self.text.count("\n", 0, offset) + 1
        refusal.column = offset - self.text.rfind("\n", 0, offset)
        return refusal


def _valid_part(tags: dict[str, str], words: list[Token]) -> Record | None:
    """The moves before a word that cannot be read, variations left out."""
    depth = 0
    plies: list[str] = []
    for word in words:
        if word.kind == "parenthesis":
            depth += 1 if word.text == "(" else -1
        elif word.kind == "ply" and not depth:
            plies.append(word.text)
    with suppress(ValueError):
        record = from_plies(tags, plies, Result.OPEN.value)
        if record.errors:
            record = from_plies(tags, record.main.plies, Result.OPEN.value)
        return record
    return None


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')

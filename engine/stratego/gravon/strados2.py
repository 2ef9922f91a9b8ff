"""Gravon's StraDoS2 files: XML, parsed without trusting it."""

import codecs
import re
from typing import Final
from xml.parsers import expat

from ...core import ImportRefused
from ...record import MAX_PLIES, Record
from ...texts import Sentence
from ..codes import Code
from .conversion import of_ply, readable_part, to_record
from .facts import (
    BEGINNING,
    FilePlace,
    GravonGame,
    GravonMove,
    Winner,
    at,
    check_size,
    malformed,
    shown,
    small_number,
    tidy,
    too_many_moves,
    winner_of,
)

FORMAT: Final = "StraDoS2"
MAX_DEPTH: Final = 16
_DECLARED: Final = re.compile(
    r"""\ufeff?\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*(["'])(?P<name>[A-Za-z0-9._-]{1,40})\1"""
)
_EVERY_BYTE: Final = bytes(range(256))
_BYTE_ORDER_MARKS: Final = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


class Strados2Importer:
    """Fulfils `engine.core.Importer`."""

    name: Final = "Gravon StraDoS2 XML"

    beginning: Final = re.compile(rb"(?:\xef\xbb\xbf)?<\?xml\s")

    def recognises(self, data: bytes) -> bool:
        head = data[:200]
        for mark in _BYTE_ORDER_MARKS:
            head = head.removeprefix(mark)
        return head.replace(b"\0", b"").lstrip().startswith(b"<")

    def convert(self, data: bytes, name: str = "") -> Record:
        return to_record(read_strados2(data), name)

    def as_text(self, data: bytes) -> str:
        return data.decode(_encoding_of(data), "replace").removeprefix("\ufeff")

    def as_data(self, text: str) -> bytes:
        """What it declares to be is what it is then."""
        declared = _DECLARED.match(text)
        if declared:
            text = f"{text[: declared.start('name')]}UTF-8{text[declared.end('name') :]}"
        return text.encode("utf-8", "surrogatepass")


def read_strados2(data: bytes) -> GravonGame:
    """The facts of a StraDoS2 file; ImportRefused if it is not one, or not safe to parse."""
    check_size(data)
    parser = expat.ParserCreate()
    reading = _Reading(parser)
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    # No game file needs a document type. Without one there are no entities to expand and nothing to load.
    parser.StartDoctypeDeclHandler = reading.refuse_doctype
    parser.EntityDeclHandler = reading.refuse_doctype
    parser.ExternalEntityRefHandler = reading.refuse_doctype
    parser.StartElementHandler = reading.start
    parser.EndElementHandler = reading.end
    parser.CharacterDataHandler = reading.text
    try:
        _parse(parser, data)
        return reading.game()
    except ImportRefused as refusal:
        if refusal.prefix is None:
            refusal.prefix = readable_part(reading.game_type, reading.field, reading.moves)
        raise


def _encoding_of(data: bytes) -> str:
    """As expat sees it: by the byte order mark, by null bytes, by what is declared; or else UTF-8."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if data.startswith((b"<\0", b"\0<")):
        return "utf-16-le" if data.startswith(b"<") else "utf-16-be"
    declared = _DECLARED.match(data[:400].decode("latin-1").removeprefix("\xef\xbb\xbf"))
    name = declared["name"] if declared else "utf-8"
    try:
        is_a_table = len(_EVERY_BYTE.decode(name, "replace")) == len(_EVERY_BYTE)
    except (LookupError, ValueError):
        return "utf-8"
    return name if is_a_table else "utf-8"  # others than tables of characters expat does not take from Python


def _parse(parser: expat.XMLParserType, data: bytes) -> None:
    try:
        # Passed as bytes: the encoding is the file's own matter, within what expat knows.
        parser.Parse(data, True)  # noqa: FBT003 - expat takes no keywords
    except expat.ExpatError as error:
        place = FilePlace(error.lineno, error.offset + 1)
        what = expat.ErrorString(error.code)
        raise at(
            place,
            malformed(
                Sentence(
                    "This is no XML: %(what)s, line %(line)s, column %(column)s.",
                    what=what,
                    line=place.line,
                    column=place.column,
                )
            ),
        ) from None
    except (LookupError, ValueError):
        # Encodings that expat leaves to Python, and Python does not know or cannot map byte by byte.
        raise malformed(Sentence("The file's encoding is unknown: save it as UTF-8.")) from None


class _Reading:
    """Collects the facts while expat walks through the file."""

    def __init__(self, parser: expat.XMLParserType) -> None:
        self.parser = parser
        self.depth = 0
        self.game_type: str | None = None
        self.game_place = BEGINNING
        self.field: str | None = None
        self.field_place = BEGINNING
        self.moves: list[GravonMove] = []
        self.last_move_id = -1
        self.players = {"1": "", "2": ""}
        self.player: str | None = None
        self.result: tuple[int, Winner] | None = None
        self.result_place = BEGINNING

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        place = self._here()
        try:
            self._start(tag, attributes, place)
        except ImportRefused as refusal:
            raise at(place, refusal) from None

    def end(self, tag: str) -> None:
        self.depth -= 1
        if tag == "player":
            self.player = None

    def text(self, text: str) -> None:
        if self.player in self.players:
            self.players[self.player] += text

    def refuse_doctype(self, *_: object) -> int:
        raise at(
            self._here(),
            ImportRefused(
                Code.IMPORT_UNSAFE,
                Sentence(
                    "The file declares a document type or entities: no Stratego file needs them, and "
                    "they can do harm."
                ),
            ),
        )

    def game(self) -> GravonGame:
        if self.game_type is None:
            raise malformed(Sentence("The file has no element <game>: it is no StraDoS2 file."))
        if self.result is None:
            raise at(self.game_place, ImportRefused(Code.IMPORT_RESULT, Sentence("The file has no result.")))
        result_type, winner = self.result
        red, blue = (tidy(name) for name in self.players.values())
        return GravonGame(
            FORMAT,
            self.game_type,
            self.game_place,
            self.field,
            self.field_place,
            tuple(self.moves),
            red,
            blue,
            result_type,
            winner,
            self.result_place,
        )

    def _here(self) -> FilePlace:
        return FilePlace(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _start(self, tag: str, attributes: dict[str, str], place: FilePlace) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise malformed(Sentence("The elements are nested more than %(most)s deep.", most=MAX_DEPTH))
        if tag == "game":
            if self.game_type is not None:
                raise malformed(
                    Sentence(
                        "A second game begins here, inside the first one's document: give every game a "
                        "document of its own, from <?xml on. A file may have many of them, one after "
                        "another."
                    )
                )
            self.game_type, self.game_place = tidy(attributes.get("type", "")).lower(), place
        elif tag == "field":
            self.field, self.field_place = attributes.get("content"), place
        elif tag == "move":
            self._move(attributes, place)
        elif tag == "player":
            self.player = attributes.get("id", "").strip()
        elif tag == "result":
            self._result(attributes)
            self.result_place = place

    def _move(self, attributes: dict[str, str], place: FilePlace) -> None:
        number = len(self.moves) + 1
        if number > MAX_PLIES:
            raise too_many_moves()
        if "source" not in attributes or "target" not in attributes:
            raise of_ply(
                number,
                ImportRefused(
                    Code.IMPORT_MOVE,
                    Sentence("Move %(number)s lacks its source or its target.", number=number),
                ),
            )
        if "id" in attributes:
            identity = small_number(attributes["id"].strip())
            if identity is None or identity <= self.last_move_id:
                raise of_ply(
                    number,
                    ImportRefused(
                        Code.IMPORT_MOVE,
                        Sentence(
                            "Move %(number)s has the id %(id)s: the moves are not in order.",
                            number=number,
                            id=shown(attributes["id"]),
                        ),
                    ),
                )
            self.last_move_id = identity
        self.moves.append(GravonMove(attributes["source"], attributes["target"], place))

    def _result(self, attributes: dict[str, str]) -> None:
        if self.result is not None:
            raise ImportRefused(Code.IMPORT_RESULT, Sentence("The file has more than one result."))
        written = attributes.get("type", "").strip()
        result_type = small_number(written)
        if result_type is None:
            raise ImportRefused(
                Code.IMPORT_RESULT,
                Sentence("The type of the result is %(written)s, no number.", written=shown(written)),
            )
        self.result = (result_type, winner_of(attributes.get("winner", "").strip(), first=1))

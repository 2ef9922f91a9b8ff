"""Gravon's StraDoS2 files: XML, parsed without trusting it."""

from typing import Final
from xml.parsers import expat

from engine.core import ImportRefused
from engine.record import MAX_PLIES, Record
from engine.stratego.codes import Code
from engine.stratego.gravon.conversion import of_ply, readable_part, to_record
from engine.stratego.gravon.facts import (
    BEGINNING,
    GravonGame,
    Move,
    Place,
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
_BYTE_ORDER_MARKS: Final = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


class Strados2Importer:
    """Fulfils `engine.core.Importer`."""

    name: Final = "Gravon StraDoS2 XML"

    def recognises(self, data: bytes) -> bool:
        head = data[:200]
        for mark in _BYTE_ORDER_MARKS:
            head = head.removeprefix(mark)
        return head.replace(b"\0", b"").lstrip().startswith(b"<")

    def convert(self, data: bytes, name: str = "") -> Record:
        return to_record(read_strados2(data), name)


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


def _parse(parser: expat.XMLParserType, data: bytes) -> None:
    try:
        # Passed as bytes: the encoding is the file's own matter, within what expat knows.
        parser.Parse(data, True)  # noqa: FBT003 - expat takes no keywords
    except expat.ExpatError as error:
        place = Place(error.lineno, error.offset + 1)
        what = expat.ErrorString(error.code)
        raise at(
            place, malformed(f"This is no XML: {what}, line {place.line}, column {place.column}.")
        ) from None
    except (LookupError, ValueError):
        # Encodings that expat leaves to Python, and Python does not know or cannot map byte by byte.
        raise malformed("The file's encoding is unknown: save it as UTF-8.") from None


class _Reading:
    """Collects the facts while expat walks through the file."""

    def __init__(self, parser: expat.XMLParserType) -> None:
        self.parser = parser
        self.depth = 0
        self.game_type: str | None = None
        self.game_place = BEGINNING
        self.field: str | None = None
        self.field_place = BEGINNING
        self.moves: list[Move] = []
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
                "The file declares a document type or entities: no Stratego file needs them, and they can do harm.",
            ),
        )

    def game(self) -> GravonGame:
        if self.game_type is None:
            raise malformed("The file has no element <game>: it is no StraDoS2 file.")
        if self.result is None:
            raise at(self.game_place, ImportRefused(Code.IMPORT_RESULT, "The file has no result."))
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

    def _here(self) -> Place:
        return Place(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _start(self, tag: str, attributes: dict[str, str], place: Place) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise malformed(f"The elements are nested more than {MAX_DEPTH} deep.")
        if tag == "game":
            if self.game_type is not None:
                raise malformed("The file has more than one game.")
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

    def _move(self, attributes: dict[str, str], place: Place) -> None:
        number = len(self.moves) + 1
        if number > MAX_PLIES:
            raise too_many_moves()
        if "source" not in attributes or "target" not in attributes:
            raise of_ply(
                number, ImportRefused(Code.IMPORT_MOVE, f"Move {number} lacks its source or its target.")
            )
        if "id" in attributes:
            identity = small_number(attributes["id"].strip())
            if identity is None or identity <= self.last_move_id:
                raise of_ply(
                    number,
                    ImportRefused(
                        Code.IMPORT_MOVE,
                        f"Move {number} has the id {shown(attributes['id'])}: the moves are not in order.",
                    ),
                )
            self.last_move_id = identity
        self.moves.append(Move(attributes["source"], attributes["target"], place))

    def _result(self, attributes: dict[str, str]) -> None:
        if self.result is not None:
            raise ImportRefused(Code.IMPORT_RESULT, "The file has more than one result.")
        written = attributes.get("type", "").strip()
        result_type = small_number(written)
        if result_type is None:
            raise ImportRefused(Code.IMPORT_RESULT, f"The type of the result is {shown(written)}, no number.")
        self.result = (result_type, winner_of(attributes.get("winner", "").strip(), first=1))

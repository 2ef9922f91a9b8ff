"""Gravon's older text form (GSN): a head line, the type, the field, a move a line, `END`, the result."""

import re
from typing import Final, NamedTuple

from ...core import ImportRefused
from ...record import MAX_PLIES, Record
from ...texts import Sentence
from ..codes import Code
from .conversion import of_ply, readable_part, to_record
from .facts import (
    BEGINNING,
    GAME_TYPES,
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

MAGIC: Final = "#X38FA11"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_END: Final = "END"
_HEAD: Final = re.compile(rf"{MAGIC} Stratego-Notation v([0-9]+)")
_TYPE: Final = re.compile(r"type ?([0-9]+)")
_MOVE: Final = re.compile(r"([A-Z][1-9:])-([A-Z][1-9:])")
_RESULT: Final = re.compile(r"(.*) result ([0-9]+) winner ([0-9]+)")
_MAX_RESULT_LENGTH: Final = 400


class GsnImporter:
    """Fulfils `engine.core.Importer`."""

    name: Final = "Gravon GSN"

    beginning: Final = re.compile(rb"(?:\xef\xbb\xbf)?" + MAGIC.encode())

    def recognises(self, data: bytes) -> bool:
        head = data[:200].removeprefix(_BYTE_ORDER_MARK)
        return head.lstrip().startswith(MAGIC.encode())

    def convert(self, data: bytes, name: str = "") -> Record:
        return to_record(read_gsn(data), name)

    def as_text(self, data: bytes) -> str:
        data = data.removeprefix(_BYTE_ORDER_MARK)
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("latin-1")  # names from before the server wrote UTF-8

    def as_data(self, text: str) -> bytes:
        return text.encode("utf-8", "surrogatepass")


class _Line(NamedTuple):
    """A line that says something, with single spaces only."""

    text: str
    place: FilePlace


def read_gsn(data: bytes) -> GravonGame:
    """The facts of a GSN file; ImportRefused if it is not one."""
    check_size(data)
    lines = _lines(data)
    first = lines[0] if lines else _Line("", BEGINNING)
    head = _HEAD.fullmatch(first.text)
    if head is None:
        raise at(
            first.place,
            malformed(Sentence("The first line is not %(magic)s Stratego-Notation v1 or v2.", magic=MAGIC)),
        )
    if head[1] not in ("1", "2"):
        raise at(
            first.place,
            malformed(
                Sentence(
                    "The notation's version %(version)s is unknown: v1 and v2 are.", version=shown(head[1])
                )
            ),
        )
    end = next((number for number, line in enumerate(lines) if line.text == _END), len(lines))
    if end == len(lines):
        refusal = at(lines[-1].place, malformed(Sentence("The line END is missing: the file is cut off.")))
        refusal.prefix = _part_before_the_cut(lines)
        raise refusal
    game_type = _game_type(lines[1])
    field, moves = _field_and_moves(game_type, lines[2:end])
    # A few old files have the line END twice.
    after = [line for line in lines[end:] if line.text != _END]
    try:
        red, blue, result_type, winner = _result(after)
    except ImportRefused as refusal:
        at(after[-1].place if after else lines[end].place, refusal)
        refusal.prefix = readable_part(game_type, field.text if field else None, moves)
        raise
    return GravonGame(
        f"GSN v{head[1]}",
        game_type,
        lines[1].place,
        field.text if field else None,
        field.place if field else lines[1].place,
        moves,
        red,
        blue,
        result_type,
        winner,
        after[0].place,
    )


def _lines(data: bytes) -> list[_Line]:
    written = GsnImporter().as_text(data).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [
        _Line(" ".join(line.split()), FilePlace(number, len(line) - len(line.lstrip()) + 1))
        for number, line in enumerate(written, start=1)
        if line.strip()
    ]


def _result(after: list[_Line]) -> tuple[str, str, int, Winner]:
    """Both names, the type and the winner, from what stands after the line END."""
    if not after:
        raise ImportRefused(Code.IMPORT_RESULT, Sentence("The file has no result after the line END."))
    if len(after) > 1:
        raise malformed(
            Sentence("%(text)s stands after the result, the end of the file.", text=shown(after[1].text))
        )
    text = after[0].text
    written = _RESULT.fullmatch(text) if len(text) <= _MAX_RESULT_LENGTH else None
    if written is None:
        raise ImportRefused(
            Code.IMPORT_RESULT,
            Sentence(
                "%(text)s is no result: it reads NAME vs NAME result NUMBER winner NUMBER.", text=shown(text)
            ),
        )
    red, separator, blue = f" {written[1]} ".partition(" vs ")
    result_type = small_number(written[2])
    if not separator or result_type is None:
        raise ImportRefused(
            Code.IMPORT_RESULT, Sentence("%(text)s does not name two players and a result.", text=shown(text))
        )
    return tidy(red), tidy(blue), result_type, winner_of(written[3], first=0)


def _game_type(line: _Line) -> str:
    written = _TYPE.fullmatch(line.text)
    number = small_number(written[1]) if written else None
    if number is None:
        raise at(
            line.place,
            malformed(
                Sentence("The second line is %(text)s, not the game's type (type 0).", text=shown(line.text))
            ),
        )
    return GAME_TYPES[number] if number < len(GAME_TYPES) else f"type {number}"


def _field_and_moves(game_type: str, lines: list[_Line]) -> tuple[_Line | None, tuple[GravonMove, ...]]:
    squeezed = [_Line(line.text.replace(" ", ""), line.place) for line in lines]
    if not squeezed or _MOVE.fullmatch(squeezed[0].text):
        return None, ()
    field, *written = squeezed
    if len(written) > MAX_PLIES:
        raise at(written[MAX_PLIES].place, too_many_moves())
    moves: list[GravonMove] = []
    for number, line in enumerate(written, start=1):
        move = _MOVE.fullmatch(line.text)
        if move is None:
            refusal = of_ply(
                number,
                ImportRefused(
                    Code.IMPORT_MOVE,
                    Sentence(
                        "Move %(number)s is %(text)s, not two squares such as E4-E5.",
                        number=number,
                        text=shown(line.text),
                    ),
                ),
            )
            refusal.prefix = readable_part(game_type, field.text, moves)
            raise at(line.place, refusal)
        moves.append(GravonMove(move[1], move[2], line.place))
    return field, tuple(moves)


def _part_before_the_cut(lines: list[_Line]) -> Record | None:
    """Of a file without its end. What is wrong before that is not said twice."""
    try:
        game_type = _game_type(lines[1])
        field, moves = _field_and_moves(game_type, lines[2:])
    except IndexError:
        return None
    except ImportRefused as refusal:
        return refusal.prefix
    return readable_part(game_type, field.text if field else None, moves)

"""Gravon's older text form (GSN): a head line, the type, the field, a move a line, `END`, the result."""

import re
from typing import Final

from engine.record import MAX_PLIES, Record
from engine.stratego.codes import Code
from engine.stratego.gravon.conversion import to_record
from engine.stratego.gravon.facts import (
    GAME_TYPES,
    GravonGame,
    ImportRefused,
    check_size,
    malformed,
    shown,
    small_number,
    tidy,
    winner_of,
)

MAGIC: Final = "#X38FA11"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_END: Final = "END"
_HEAD: Final = re.compile(rf"{MAGIC} Stratego-Notation v([0-9]+)")
_TYPE: Final = re.compile(r"type ?([0-9]+)")
_MOVE: Final = re.compile(r"([A-Z][1-9:])-([A-Z][1-9:])")
_RESULT: Final = re.compile(r"(.*) result ([0-9]+) winner ([0-9]+)")
_LONGEST_RESULT: Final = 400


class GsnImporter:
    """Fulfils `engine.core.Importer`."""

    name: Final = "Gravon GSN"

    def recognises(self, data: bytes) -> bool:
        head = data[:200].removeprefix(_BYTE_ORDER_MARK)
        return head.lstrip().startswith(MAGIC.encode())

    def convert(self, data: bytes, name: str = "") -> Record:
        return to_record(read_gsn(data), name)


def read_gsn(data: bytes) -> GravonGame:
    """The facts of a GSN file; ImportRefused if it is not one."""
    check_size(data)
    lines = _lines(data)
    head = _HEAD.fullmatch(lines[0]) if lines else None
    if head is None:
        raise malformed(f"The first line is not {MAGIC} Stratego-Notation v1 or v2.")
    if head[1] not in ("1", "2"):
        raise malformed(f"The notation's version {shown(head[1])} is unknown: v1 and v2 are.")
    if _END not in lines:
        raise malformed("The line END is missing: the file is cut off.")
    end = lines.index(_END)
    game_type = _game_type(lines[1])
    field, moves = _field_and_moves(lines[2:end])
    # A few old files have the line END twice.
    after = [line for line in lines[end:] if line != _END]
    if not after:
        raise ImportRefused(Code.IMPORT_RESULT, "The file has no result after the line END.")
    if len(after) > 1:
        raise malformed(f"{shown(after[1])} stands after the result, the end of the file.")
    written = _RESULT.fullmatch(after[0]) if len(after[0]) <= _LONGEST_RESULT else None
    if written is None:
        raise ImportRefused(
            Code.IMPORT_RESULT,
            f"{shown(after[0])} is no result: it reads NAME vs NAME result NUMBER winner NUMBER.",
        )
    red, separator, blue = f" {written[1]} ".partition(" vs ")
    result_type = small_number(written[2])
    if not separator or result_type is None:
        raise ImportRefused(Code.IMPORT_RESULT, f"{shown(after[0])} does not name two players and a result.")
    winner = winner_of(written[3], first=0)
    return GravonGame(f"GSN v{head[1]}", game_type, field, moves, tidy(red), tidy(blue), result_type, winner)


def _lines(data: bytes) -> list[str]:
    """The lines that say something, with single spaces only."""
    data = data.removeprefix(_BYTE_ORDER_MARK)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # names from before the server wrote UTF-8
    lines = (" ".join(line.split()) for line in text.replace("\r", "\n").split("\n"))
    return [line for line in lines if line]


def _game_type(line: str) -> str:
    written = _TYPE.fullmatch(line)
    number = small_number(written[1]) if written else None
    if number is None:
        raise malformed(f"The second line is {shown(line)}, not the game's type (type 0).")
    return GAME_TYPES[number] if number < len(GAME_TYPES) else f"type {number}"


def _field_and_moves(lines: list[str]) -> tuple[str | None, tuple[tuple[str, str], ...]]:
    squeezed = [line.replace(" ", "") for line in lines]
    if not squeezed or _MOVE.fullmatch(squeezed[0]):
        return None, ()
    if len(squeezed) - 1 > MAX_PLIES:
        raise ImportRefused(
            Code.IMPORT_TOO_LARGE, f"The game has more than {MAX_PLIES} moves; a record has no room for more."
        )
    moves = []
    for number, line in enumerate(squeezed[1:], start=1):
        move = _MOVE.fullmatch(line)
        if move is None:
            raise ImportRefused(
                Code.IMPORT_MOVE, f"Move {number} is {shown(line)}, not two squares such as E4-E5."
            )
        moves.append((move[1], move[2]))
    return squeezed[0], tuple(moves)

"""From the facts of a Gravon file to a record: set-ups, plies, result, and where it came from."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from ...core import FIRST, SECOND, ImportRefused, Outcome, Result, RuleViolation, Side, Termination
from ...record import Record, from_plies
from ...texts import Sentence
from ..board import LAKES, NAMES, SIZE
from ..codes import Code
from ..game import Game
from ..pieces import SIDE_TEXTS, Kind
from ..setup import Setup, SetupError, from_squares
from .facts import CLASSIC, GravonGame, GravonMove, Winner, at, shown, tidy

_FILES: Final = "ABCDEFGHIK"  # no J, as on old boards
_ROWS: Final = "123456789:"
_SQUARES: Final[Mapping[str, int]] = {
    f"{file}{row}": rank * SIZE + column
    for rank, row in enumerate(_ROWS)
    for column, file in enumerate(_FILES)
} | {f"J{row}": rank * SIZE + SIZE - 1 for rank, row in enumerate(_ROWS)}  # some files write J for K
_EMPTY: Final = "A"
_LAKE: Final = "_"
_ORDER: Final = (
    Kind.BOMB,
    Kind.SPY,
    Kind.SCOUT,
    Kind.MINER,
    Kind.SERGEANT,
    Kind.LIEUTENANT,
    Kind.CAPTAIN,
    Kind.MAJOR,
    Kind.COLONEL,
    Kind.GENERAL,
    Kind.MARSHAL,
    Kind.FLAG,
)
# B to M are Red's twelve kinds, N to Y Blue's in the same order.
_PIECES: Final[Mapping[str, tuple[Side, Kind]]] = {
    **dict(zip("BCDEFGHIJKLM", ((FIRST, kind) for kind in _ORDER), strict=True)),
    **dict(zip("NOPQRSTUVWXY", ((SECOND, kind) for kind in _ORDER), strict=True)),
}
_HOME: Final = (range(4 * SIZE), range(6 * SIZE, SIZE * SIZE))


class _Ending(NamedTuple):
    """A type of result: its meaning, our termination if the board does not decide, who can have won."""

    words: str
    termination: Termination | None
    winners: frozenset[Winner]


_ANYBODY: Final = frozenset(Winner)
_SOMEBODY: Final = frozenset({Winner.RED, Winner.BLUE})
_NOBODY: Final = frozenset({Winner.NOBODY})

_ENDINGS: Final[Mapping[int, _Ending]] = {
    0: _Ending("unable to move", Termination.ADJUDICATION, _SOMEBODY),
    1: _Ending("flag captured", None, _SOMEBODY),
    2: _Ending("both unable to move", Termination.ADJUDICATION, _NOBODY),
    3: _Ending("forfeit", Termination.FORFEIT, _ANYBODY),
    4: _Ending("tie agreed", Termination.AGREEMENT, _NOBODY),
    10: _Ending("both missing", Termination.FORFEIT, _ANYBODY),
    11: _Ending("player clock", Termination.TIME, _ANYBODY),
    12: _Ending("game clock", Termination.TIME, _ANYBODY),
    13: _Ending("clock and missing", Termination.TIME, _ANYBODY),
    14: _Ending("opponent missing", Termination.FORFEIT, _ANYBODY),
}
_RESULTS: Final[Mapping[Winner, Result]] = {
    Winner.RED: Result.FIRST_WINS,
    Winner.BLUE: Result.SECOND_WINS,
    Winner.NOBODY: Result.DRAW,
}


def to_record(source: GravonGame, name: str = "") -> Record:
    """The record of a Gravon game, valid by our rules; ImportRefused says why it cannot be had."""
    if source.game_type != CLASSIC:
        raise at(
            source.game_place,
            ImportRefused(
                Code.IMPORT_GAME_TYPE,
                Sentence(
                    "Games of the type %(type)s are not supported: only classic ones, with forty pieces "
                    "a side.",
                    type=shown(source.game_type),
                ),
            ),
        )
    if source.field is None:
        raise at(
            source.game_place,
            ImportRefused(
                Code.IMPORT_NO_FIELD,
                Sentence("The file has no field: the game ended before both had set up."),
            ),
        )
    try:
        red, blue = read_field(source.field)
    except ImportRefused as refusal:
        raise at(source.field_place, refusal) from None
    game = Game(red, blue)
    names = {"Red": source.red or "?", "Blue": source.blue or "?"}
    try:
        _play_all(game, source.moves)
        result, termination = _judge(source, game.outcome())
    except ImportRefused as refusal:
        if refusal.ply is None:
            at(source.result_place, refusal)
        refusal.prefix = _as_far_as(game, {**names, "RedSetup": str(red), "BlueSetup": str(blue)})
        raise
    tags = {
        "Game": "Stratego",
        "Site": "Gravon",
        "Date": date_of(name),
        **names,
        "Result": result.value,
        "Termination": termination.value,
        "RedSetup": str(red),
        "BlueSetup": str(blue),
        "SourceFormat": source.format,
        "SourceResult": f"type {source.result_type} ({_ENDINGS[source.result_type].words}), "
        f"winner {source.winner.value}",
    }
    if name:
        tags["Source"] = tidy(name)
    return from_plies(tags, game.plies, result.value)


def readable_part(game_type: str | None, field: str | None, moves: Iterable[GravonMove]) -> Record | None:
    """What a file that breaks off, or goes wrong, has shown of its game before."""
    if game_type != CLASSIC or field is None:
        return None
    try:
        red, blue = read_field(field)
    except ImportRefused:
        return None
    game = Game(red, blue)
    with suppress(ImportRefused):
        _play_all(game, moves)
    return _as_far_as(game, {"RedSetup": str(red), "BlueSetup": str(blue)})


def _as_far_as(game: Game, tags: Mapping[str, str]) -> Record:
    return from_plies({"Game": "Stratego", **tags}, game.plies, Result.OPEN.value)


def read_field(field: str) -> tuple[Setup, Setup]:
    """Both set-ups from a field of a hundred characters, A1 to K1, then row 2 and so on."""
    squeezed = "".join(field.split())
    if len(squeezed) != SIZE * SIZE:
        raise ImportRefused(
            Code.IMPORT_FIELD,
            Sentence(
                "The field has %(number)s squares, not %(wanted)s.", number=len(squeezed), wanted=SIZE * SIZE
            ),
        )
    kinds: tuple[dict[int, Kind], dict[int, Kind]] = ({}, {})
    for square, letter in enumerate(squeezed):
        if (letter == _LAKE) != (square in LAKES):
            raise _odd_square(square, letter, Sentence("the lakes are elsewhere"))
        if letter in (_EMPTY, _LAKE):
            continue
        if letter not in _PIECES:
            raise _odd_square(square, letter, Sentence("that is no piece"))
        side, kind = _PIECES[letter]
        if square not in _HOME[side]:
            raise _odd_square(
                square,
                letter,
                Sentence("%(side)s cannot have a piece there at the start", side=SIDE_TEXTS[side]),
            )
        kinds[side][square] = kind
    return _setup(kinds[FIRST], FIRST), _setup(kinds[SECOND], SECOND)


def date_of(name: str) -> str:
    """The date as far as a file's name tells it: `classic.2003.07.01.485.gsn`, `classic-2014.9-25.xml`.

    The later names count months from 0 or from 1, we do not know; so the month, and of month 0 the
    year, stays open.
    """
    day = re.search(r"\.([0-9]{4})\.(0[1-9]|1[0-2])\.(0[1-9]|[12][0-9]|3[01])\.[0-9]+\.gsn$", name)
    if day:
        return f"{day[1]}.{day[2]}.{day[3]}"
    year = re.search(r"-([0-9]{4})\.([1-9]|1[01])-[0-9]+\.xml$", name)
    return f"{year[1]}.??.??" if year else "????.??.??"


def _setup(kinds: dict[int, Kind], side: Side) -> Setup:
    if len(kinds) < len(_HOME[side]):
        empty = next(square for square in _HOME[side] if square not in kinds)
        raise _odd_square(
            empty,
            _EMPTY,
            Sentence("%(side)s has only %(number)s pieces, not 40", side=SIDE_TEXTS[side], number=len(kinds)),
        )
    try:
        return from_squares(kinds, side)
    except SetupError as error:
        raise ImportRefused(
            Code.IMPORT_FIELD,
            Sentence(
                "%(side)s's set-up is not valid. %(message)s", side=SIDE_TEXTS[side], message=error.message
            ),
            error.rule,
        ) from None


def _odd_square(square: int, letter: str, why: str) -> ImportRefused:
    return ImportRefused(
        Code.IMPORT_FIELD,
        Sentence(
            "The field has %(letter)s on %(square)s: %(why)s.",
            letter=shown(letter),
            square=NAMES[square],
            why=why,
        ),
    )


def _play_all(game: Game, moves: Iterable[GravonMove]) -> None:
    for number, move in enumerate(moves, start=1):
        try:
            _play(game, number, move)
        except ImportRefused as refusal:
            raise of_ply(number, at(move.place, refusal)) from None


def of_ply(number: int, refusal: ImportRefused) -> ImportRefused:
    refusal.ply = number
    return refusal


def _play(game: Game, number: int, move: GravonMove) -> None:
    squares = []
    for written in (move.start, move.end):
        square = _SQUARES.get("".join(written.split()))
        if square is None:
            raise ImportRefused(
                Code.IMPORT_MOVE,
                Sentence(
                    "Move %(number)s names %(written)s, no square: A1 to K: (without J; : is row ten).",
                    number=number,
                    written=shown(written),
                ),
            )
        squares.append(NAMES[square])
    ply = game.written(*squares)
    try:
        game.push(ply)
    except RuleViolation as violation:
        refusal = ImportRefused(
            Code(violation.code),
            Sentence(
                "Move %(number)s (%(ply)s) is not legal by our rules. %(message)s",
                number=number,
                ply=ply,
                message=violation.message,
            ),
            violation.rule,
        )
        refusal.move = f"{(number + 1) // 2}. {'' if number % 2 else '… '}{ply}"
        raise refusal from None


def _judge(source: GravonGame, outcome: Outcome | None) -> tuple[Result, Termination]:
    ending = _ENDINGS.get(source.result_type)
    if ending is None:
        raise ImportRefused(
            Code.IMPORT_RESULT, Sentence("The result's type %(type)s is unknown.", type=source.result_type)
        )
    result = _RESULTS[source.winner]
    if outcome is not None:
        if outcome.result is not result:
            raise ImportRefused(
                Code.IMPORT_RESULT,
                Sentence(
                    "The file says %(result)s, but on the board the game ended %(result2)s.",
                    result=result,
                    result2=outcome.result,
                ),
                outcome.rule,
            )
        return result, Termination.NORMAL
    if source.winner not in ending.winners:
        raise ImportRefused(
            Code.IMPORT_RESULT,
            Sentence(
                "The result %(result)s does not go with its type, %(words)s.",
                result=result,
                words=ending.words,
            ),
        )
    if ending.termination is None:
        raise ImportRefused(
            Code.IMPORT_RESULT,
            Sentence("The file says that a flag was captured, but both flags are on the board."),
        )
    return result, ending.termination

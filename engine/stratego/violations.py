"""Why a ply is not legal: the first rule it breaks, as a violation with a code and a plain sentence."""

import re
from collections.abc import Sequence
from typing import Final

from ..core import RuleViolation
from .board import LAKES, NAMES, SIZE, SQUARES
from .codes import Code
from .coding import BLUE, KIND_BITS
from .pieces import SIDE_NAMES, Kind

_WRITTEN_PLY: Final = re.compile(r"([a-j](?:[1-9]|10))([-x])([a-j](?:[1-9]|10))", re.ASCII)


def find_violation(board: Sequence[int], turn: int, run: int, limit: int, text: str) -> RuleViolation:
    """What is wrong with a ply that is not legal; the game is not over.

    `run` is in how many turns in a row the player's last piece has gone between the same two squares.
    """
    written = _WRITTEN_PLY.fullmatch(text)
    if not written:
        return RuleViolation(
            Code.NOT_A_PLY,
            "move",
            f"{_shortened(text)!r} is no Stratego ply: write two squares with - for a move (a4-a5) "
            "or x for an attack (a4xa5).",
        )
    source, target = SQUARES[written[1]], SQUARES[written[3]]
    return (
        _wrong_piece(board, turn, source)
        or _wrong_way(board, source, target)
        or _wrong_target(board, turn, source, target, attacks=written[2] == "x")
        or _too_often(source, target, run, limit)
    )


def _wrong_piece(board: Sequence[int], turn: int, source: int) -> RuleViolation | None:
    name = NAMES[source]
    code = board[source]
    if source in LAKES:
        return RuleViolation(Code.NO_PIECE, "board", f"{name} is a lake square: no piece can stand there.")
    if not code:
        return RuleViolation(Code.NO_PIECE, "move", f"{name} is empty: there is no piece to move.")
    if (code & BLUE) // BLUE != turn:
        return RuleViolation(
            Code.NOT_YOUR_PIECE,
            "move",
            f"The piece on {name} is {SIDE_NAMES[1 - turn]}'s, and it is {SIDE_NAMES[turn]}'s turn.",
        )
    kind = Kind(code & KIND_BITS)
    if kind is Kind.BOMB or kind is Kind.FLAG:
        return RuleViolation(
            Code.CANNOT_MOVE, "move", f"{name} is a {kind}: bombs and the flag stay where they were set up."
        )
    return None


def _wrong_way(board: Sequence[int], source: int, target: int) -> RuleViolation | None:
    start, end = NAMES[source], NAMES[target]
    kind = Kind(board[source] & KIND_BITS)
    files, ranks = target % SIZE - source % SIZE, target // SIZE - source // SIZE
    if source == target:
        return RuleViolation(
            Code.SAME_SQUARE, "move", f"{start} to {end} is no move: a piece has to leave its square."
        )
    if files and ranks:
        return RuleViolation(
            Code.NOT_STRAIGHT,
            "move",
            f"{start} to {end} is not straight: pieces go along a file or a rank, never diagonally.",
        )
    if target in LAKES:
        return RuleViolation(Code.INTO_LAKE, "board", f"{end} is a lake square: no piece enters it.")
    distance = abs(files) + abs(ranks)
    if distance > 1 and kind is not Kind.SCOUT:
        return RuleViolation(
            Code.TOO_FAR,
            "move",
            f"{start} is a {kind}: it goes one step, not {distance}; only scouts go farther.",
        )
    step = (target - source) // distance
    for between in range(source + step, target, step):
        if between in LAKES:
            return RuleViolation(
                Code.ACROSS_LAKE, "board", f"The scout on {start} cannot cross the lake at {NAMES[between]}."
            )
        if board[between]:
            return RuleViolation(
                Code.WAY_BLOCKED, "move", f"The scout on {start} cannot pass the piece on {NAMES[between]}."
            )
    return None


def _wrong_target(
    board: Sequence[int], turn: int, source: int, target: int, *, attacks: bool
) -> RuleViolation | None:
    start, end = NAMES[source], NAMES[target]
    victim = board[target]
    if victim and (victim & BLUE) // BLUE == turn:
        return RuleViolation(
            Code.OWN_PIECE, "move", f"{end} is taken by a piece of {SIDE_NAMES[turn]}'s own."
        )
    if victim and not attacks:
        return RuleViolation(
            Code.ATTACK_NOT_MARKED,
            "attack",
            f"A piece of {SIDE_NAMES[1 - turn]}'s stands on {end}: this is an attack, write {start}x{end}.",
        )
    if attacks and not victim:
        return RuleViolation(
            Code.NOTHING_TO_ATTACK, "attack", f"{end} is empty: this is a move, write {start}-{end}."
        )
    return None


def _too_often(source: int, target: int, run: int, limit: int) -> RuleViolation:
    return RuleViolation(
        Code.TWO_SQUARES,
        "two squares",
        f"This piece has gone between {NAMES[target]} and {NAMES[source]} in {run} turns in a row, "
        f"at most {limit} are allowed: it has to go to a third square, or another piece has to move.",
    )


def _shortened(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}…"

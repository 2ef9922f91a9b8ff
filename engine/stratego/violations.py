"""Why a ply is not legal: the first rule it breaks, as a violation with a code and a plain sentence."""

import re
from collections.abc import Sequence
from typing import Final

from ..core import Outcome, RuleViolation
from ..texts import Sentence
from .board import LAKES, NAMES, SIZE, SQUARES
from .codes import Code
from .coding import BLUE, KIND_BITS
from .pieces import KIND_TEXTS, SIDE_TEXTS, Kind

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
            Sentence(
                "%(text)s is no Stratego ply: write two squares with - for a move (a4-a5) or x for an "
                "attack (a4xa5).",
                text=repr(_shortened(text)),
            ),
        )
    source, target = SQUARES[written[1]], SQUARES[written[3]]
    return (
        _wrong_piece(board, turn, source)
        or _wrong_way(board, source, target)
        or _wrong_target(board, turn, source, target, attacks=written[2] == "x")
        or _too_often(source, target, run, limit)
    )


def over(outcome: Outcome) -> Sentence:
    """Why no ply is legal any more."""
    if outcome.winner is None:
        return Sentence("The game is over: it is a draw.")
    return Sentence("The game is over: %(side)s has won.", side=SIDE_TEXTS[outcome.winner])


def _wrong_piece(board: Sequence[int], turn: int, source: int) -> RuleViolation | None:
    name = NAMES[source]
    code = board[source]
    if source in LAKES:
        return RuleViolation(
            Code.NO_PIECE,
            "board",
            Sentence("%(name)s is a lake square: no piece can stand there.", name=name),
        )
    if not code:
        return RuleViolation(
            Code.NO_PIECE, "move", Sentence("%(name)s is empty: there is no piece to move.", name=name)
        )
    if (code & BLUE) // BLUE != turn:
        return RuleViolation(
            Code.NOT_YOUR_PIECE,
            "move",
            Sentence(
                "The piece on %(name)s is %(other)s's, and it is %(side)s's turn.",
                name=name,
                other=SIDE_TEXTS[1 - turn],
                side=SIDE_TEXTS[turn],
            ),
        )
    kind = Kind(code & KIND_BITS)
    if kind is Kind.BOMB or kind is Kind.FLAG:
        return RuleViolation(
            Code.CANNOT_MOVE,
            "move",
            Sentence(
                "%(name)s is a %(kind)s: bombs and the flag stay where they were set up.",
                name=name,
                kind=KIND_TEXTS[kind],
            ),
        )
    return None


def _wrong_way(board: Sequence[int], source: int, target: int) -> RuleViolation | None:
    start, end = NAMES[source], NAMES[target]
    kind = Kind(board[source] & KIND_BITS)
    files, ranks = target % SIZE - source % SIZE, target // SIZE - source // SIZE
    if source == target:
        return RuleViolation(
            Code.SAME_SQUARE,
            "move",
            Sentence(
                "%(start)s to %(end)s is no move: a piece has to leave its square.", start=start, end=end
            ),
        )
    if files and ranks:
        return RuleViolation(
            Code.NOT_STRAIGHT,
            "move",
            Sentence(
                "%(start)s to %(end)s is not straight: pieces go along a file or a rank, never diagonally.",
                start=start,
                end=end,
            ),
        )
    if target in LAKES:
        return RuleViolation(
            Code.INTO_LAKE, "board", Sentence("%(end)s is a lake square: no piece enters it.", end=end)
        )
    distance = abs(files) + abs(ranks)
    if distance > 1 and kind is not Kind.SCOUT:
        return RuleViolation(
            Code.TOO_FAR,
            "move",
            Sentence(
                "%(start)s is a %(kind)s: it goes one step, not %(distance)s; only scouts go farther.",
                start=start,
                kind=KIND_TEXTS[kind],
                distance=distance,
            ),
        )
    step = (target - source) // distance
    for between in range(source + step, target, step):
        if between in LAKES:
            return RuleViolation(
                Code.ACROSS_LAKE,
                "board",
                Sentence(
                    "The scout on %(start)s cannot cross the lake at %(between)s.",
                    start=start,
                    between=NAMES[between],
                ),
            )
        if board[between]:
            return RuleViolation(
                Code.WAY_BLOCKED,
                "move",
                Sentence(
                    "The scout on %(start)s cannot pass the piece on %(between)s.",
                    start=start,
                    between=NAMES[between],
                ),
            )
    return None


def _wrong_target(
    board: Sequence[int], turn: int, source: int, target: int, *, attacks: bool
) -> RuleViolation | None:
    start, end = NAMES[source], NAMES[target]
    victim = board[target]
    if victim and (victim & BLUE) // BLUE == turn:
        return RuleViolation(
            Code.OWN_PIECE,
            "move",
            Sentence("%(end)s is taken by a piece of %(side)s's own.", end=end, side=SIDE_TEXTS[turn]),
        )
    if victim and not attacks:
        return RuleViolation(
            Code.ATTACK_NOT_MARKED,
            "attack",
            Sentence(
                "A piece of %(other)s's stands on %(end)s: this is an attack, write %(start)sx%(end)s.",
                other=SIDE_TEXTS[1 - turn],
                end=end,
                start=start,
            ),
        )
    if attacks and not victim:
        return RuleViolation(
            Code.NOTHING_TO_ATTACK,
            "attack",
            Sentence("%(end)s is empty: this is a move, write %(start)s-%(end)s.", end=end, start=start),
        )
    return None


def _too_often(source: int, target: int, run: int, limit: int) -> RuleViolation:
    return RuleViolation(
        Code.TWO_SQUARES,
        "two squares",
        Sentence(
            "This piece has gone between %(target)s and %(source)s in %(run)s turns in a row, at most "
            "%(limit)s are allowed: it has to go to a third square, or another piece has to move.",
            target=NAMES[target],
            source=NAMES[source],
            run=run,
            limit=limit,
        ),
    )


def _shortened(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}…"

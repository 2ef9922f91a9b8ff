"""The rules of Stratego as tables for the browser: pieces, who beats whom, set-ups, what each seat sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..core import Side
from .art import symbol_key
from .board import LAKES, NAMES, RAYS, SIZE
from .coding import BLUE, GAIT, RAN, RESULT, SHOWN
from .game import DEFAULT_TWO_SQUARES, MAX_TWO_SQUARES
from .knowledge import VISIBLE, View
from .pieces import PIECES, AttackResult, Kind
from .position import HIDDEN, LAKE, TURN, Man
from .setup import ROWS, Setup

_LETTER_OF_RESULT: Final = {
    AttackResult.ATTACKER: "a",
    AttackResult.DEFENDER: "d",
    AttackResult.NEITHER: "n",
}


def tables() -> Mapping[str, object]:
    """What `static/js/rules/stratego.js` works on. Lists of kinds are in the order of `letters`."""
    kinds = tuple(Kind)
    some_setup = "".join(row.letter * row.number for row in PIECES.values())
    setup = Setup.parse("/".join(some_setup[start : start + SIZE] for start in range(0, ROWS * SIZE, SIZE)))
    return {
        "files": SIZE,
        "ranks": SIZE,
        "turns": TURN,
        "lake": LAKE,
        "lakes": [NAMES[square] for square in sorted(LAKES)],
        # By square: the dry squares ahead in each direction, nearest first.
        "rays": [[[ahead.target for ahead in ray] for ray in rays] for rays in RAYS],
        "letters": "".join(kind.letter for kind in kinds),
        "names": [str(kind) for kind in kinds],
        "numbers": [PIECES[kind].number for kind in kinds],
        # 0 stays, 1 goes a step, 2 runs.
        "gaits": [GAIT[0][kind] for kind in kinds],
        # By attacker, then by defender: a, d or n for the attacker, the defender or neither is left.
        "results": ["".join(_LETTER_OF_RESULT[RESULT[one][other]] for other in kinds) for one in kinds],
        "palette": [kind.letter for kind in PIECES],
        "hidden": "".join(HIDDEN),
        "symbols": [[symbol_key(Man(side, kind)) for kind in (*kinds, None)] for side in Side],
        # By side: the squares of a set-up as it is written.
        "homes": [list(setup.squares(side)) for side in Side],
        "rows": ROWS,
        # By view, then by side: whether a piece is open that was not seen, that ran, that was seen in an attack.
        "views": {view.value: [_is_open(view, side) for side in (0, BLUE)] for view in View},
        "twoSquares": [1, DEFAULT_TWO_SQUARES, MAX_TWO_SQUARES],
    }


def _is_open(view: View, side: int) -> list[int]:
    visible = VISIBLE[view]
    return [int(visible[Kind.SPY | side | flag].kind is not None) for flag in (0, RAN, SHOWN)]

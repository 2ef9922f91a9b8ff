"""Points of view: what Red, Blue and a neutral spectator can know of each piece on the board."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from ..core import EngineError, Side
from ..texts import Sentence
from .board import LAKES, NAMES, SIZE
from .codes import Code
from .coding import BLUE, CODES, MEN, MOVED, RAN, SHOWN
from .pieces import Kind
from .position import LAKE, TURN, Man, Position


class ViewError(EngineError):
    """A point of view that does not exist."""


class View(StrEnum):
    """Whose eyes look at the board."""

    OPEN = "open"
    RED = "red"
    BLUE = "blue"
    SPECTATOR = "spectator"

    @classmethod
    def named(cls, name: str) -> "View":
        try:
            return cls(name)
        except ValueError:
            raise ViewError(
                Code.NO_SUCH_VIEW,
                "hidden information",
                Sentence(
                    "There is no view %(name)s; choose %(views)s.", name=repr(name), views=", ".join(cls)
                ),
            ) from None


class Seen(NamedTuple):
    """A piece as a viewer knows it. `kind` is None while it is face down for him."""

    square: str
    side: Side
    kind: Kind | None
    moved: bool
    """Everybody saw it move: it is neither a bomb nor the flag."""
    ran: bool
    """Everybody saw it move more than one square: it is a scout."""
    shown: bool
    """Both players have seen it in an attack."""


def seen(board: Sequence[int], view: View) -> tuple[Seen, ...]:
    """Every piece on the board with what this viewer knows of it, in the order of the squares."""
    visible = VISIBLE[view]
    return tuple(
        Seen(
            NAMES[square],
            visible[code].side,
            visible[code].kind,
            bool(code & MOVED),
            bool(code & RAN),
            bool(code & SHOWN),
        )
        for square, code in enumerate(board)
        if code
    )


def visible_position(board: Sequence[int], turn: Side, view: View) -> Position:
    """The position this viewer sees."""
    visible = VISIBLE[view]
    return Position(tuple(visible[code] if code else None for code in board), turn)


def position_text(board: Sequence[int], turn: Side, view: View) -> str:
    """The string of the position this viewer sees, made without the detour of a Position."""
    symbols = bytearray(board).translate(_SYMBOLS[view])
    for lake in LAKES:
        symbols[lake] = _LAKE
    text = symbols.decode()
    ranks = "/".join(text[start : start + SIZE] for start in range(SIZE * (SIZE - 1), -1, -SIZE))
    for run, length in _EMPTY_RUNS:
        ranks = ranks.replace(run, length)
    return f"{ranks} {TURN[turn]}"


def _is_open_to(code: int, view: View) -> bool:
    if view is View.OPEN or code & (SHOWN | RAN):
        return True
    return view is (View.BLUE if code & BLUE else View.RED)


def _visible(code: int, view: View) -> Man:
    man = MEN[code]
    return man if _is_open_to(code, view) else Man(man.side, None)


# What each viewer sees of each code: a table, so that nothing else of a hidden piece can pass.
VISIBLE: Final[dict[View, tuple[Man, ...]]] = {
    view: tuple(_visible(code, view) for code in range(CODES)) for view in View
}
_EMPTY: Final = "."
_LAKE: Final = ord(LAKE)
# The letters by code, for `bytes.translate`.
_SYMBOLS: Final[dict[View, bytes]] = {
    view: "".join((_EMPTY, *(man.symbol for man in table[1:]))).encode("ascii")
    for view, table in VISIBLE.items()
}
# The longest first: what is left of a rank then has only shorter ones.
_EMPTY_RUNS: Final = tuple((_EMPTY * length, str(length)) for length in range(SIZE, 0, -1))

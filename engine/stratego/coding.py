"""A piece on the board as one small number: its kind, its side, and what it has shown of itself."""

from typing import Final

from ..core import FIRST, SECOND, PositionError, Side
from ..texts import Sentence
from .board import NAMES, SIZE
from .codes import Code
from .pieces import AttackResult, Kind, attack
from .position import Man, Position
from .setup import Setup

# The lowest four bits are the kind; 0 is an empty square.
KIND_BITS: Final = 15
BLUE: Final = 16
MOVED: Final = 32
RAN: Final = 64  # moved more than one square at once
SHOWN: Final = 128  # both players have seen it in an attack
CODES: Final = 256

SIDES: Final = (FIRST, SECOND)
FLAG_OF: Final = (int(Kind.FLAG), Kind.FLAG | BLUE)

# How a code moves for Red and for Blue: 0 not at all (or not his), 1 a step, 2 as a scout.
STAYS: Final = 0
STEPS: Final = 1
RUNS: Final = 2


def board_of_setups(red: Setup, blue: Setup) -> list[int]:
    """The hundred codes at the start of a game."""
    board = [0] * (SIZE * SIZE)
    for side, setup in zip(SIDES, (red, blue), strict=True):
        for square, kind in setup.squares(side).items():
            board[square] = _code(side, kind)
    return board


def board_of_position(position: Position) -> list[int]:
    """The hundred codes of a position in which every piece is open; nothing has been shown yet."""
    board = [0] * (SIZE * SIZE)
    for square, man in enumerate(position.squares):
        if man is None:
            continue
        if man.kind is None:
            raise PositionError(
                Code.POSITION_HIDDEN,
                "hidden information",
                Sentence(
                    "The piece on %(square)s is face down: a game can only go on from an open position.",
                    square=NAMES[square],
                ),
            )
        board[square] = _code(man.side, man.kind)
    if not any(flag in board for flag in FLAG_OF):
        raise PositionError(
            Code.POSITION_PIECES, "end", Sentence("Neither side has a flag: one of the two is always left.")
        )
    return board


def _code(side: Side, kind: Kind) -> int:
    return kind | (BLUE if side is SECOND else 0)


def _gait(code: int, blue: int) -> int:
    kind = code & KIND_BITS
    if code & BLUE != blue or not 1 <= kind <= Kind.MARSHAL:
        return STAYS
    return RUNS if kind == Kind.SCOUT else STEPS


GAIT: Final = tuple(tuple(_gait(code, blue) for code in range(CODES)) for blue in (0, BLUE))

# Whether a code is a piece of Red's and of Blue's opponent.
FOE: Final = tuple(
    tuple(1 <= code & KIND_BITS <= Kind.FLAG and code & BLUE != blue for code in range(CODES))
    for blue in (0, BLUE)
)

MEN: Final = tuple(
    Man(SIDES[(code & BLUE) // BLUE], Kind(code & KIND_BITS) if 1 <= code & KIND_BITS <= Kind.FLAG else None)
    for code in range(CODES)
)

# RESULT[attacker's kind][defender's kind]: who is left. Rows of kinds that cannot attack are never read.
RESULT: Final[tuple[tuple[AttackResult, ...], ...]] = tuple(
    tuple(
        attack(Kind(attacker), Kind(defender))
        if 1 <= attacker <= Kind.MARSHAL and 1 <= defender <= Kind.FLAG
        else AttackResult.NEITHER
        for defender in range(KIND_BITS + 1)
    )
    for attacker in range(KIND_BITS + 1)
)

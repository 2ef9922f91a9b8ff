"""A piece on the board as one small number: its kind, its side, and what it has shown of itself."""

from typing import Final

from engine.stratego.pieces import AttackResult, Kind, Side, attack
from engine.stratego.position import Man

# The lowest four bits are the kind; 0 is an empty square.
KIND_BITS: Final = 15
BLUE: Final = 16
MOVED: Final = 32
RAN: Final = 64  # moved more than one square at once
SHOWN: Final = 128  # both players have seen it in an attack
CODES: Final = 256

SIDES: Final = (Side.RED, Side.BLUE)

# How a code moves for Red and for Blue: 0 not at all (or not his), 1 a step, 2 as a scout.
STAYS: Final = 0
STEPS: Final = 1
RUNS: Final = 2


def code_of(man: Man) -> int:
    """The code of an open piece that has not moved yet."""
    if man.kind is None:
        raise ValueError("a face-down piece has no code")
    return man.kind | (BLUE if man.side is Side.BLUE else 0)


def man_of(code: int) -> Man:
    return MEN[code]


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

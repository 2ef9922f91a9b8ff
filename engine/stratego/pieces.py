"""The twelve kinds of piece, how many of each a side has, and who wins an attack."""

from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

from ..texts import Text, ngettext, pgettext

# What the players are called, first mover first: indexed by engine.core.Side.
SIDE_NAMES: Final = ("Red", "Blue")
SIDE_TEXTS: Final = (pgettext("side", "Red"), pgettext("side", "Blue"))


class Kind(IntEnum):
    """A kind of piece. The value is its rank; bomb and flag, which have none, come after."""

    SPY = 1
    SCOUT = 2
    MINER = 3
    SERGEANT = 4
    LIEUTENANT = 5
    CAPTAIN = 6
    MAJOR = 7
    COLONEL = 8
    GENERAL = 9
    MARSHAL = 10
    BOMB = 11
    FLAG = 12

    @property
    def letter(self) -> str:
        return PIECES[self].letter

    @property
    def movable(self) -> bool:
        return self not in IMMOVABLE

    def __str__(self) -> str:
        return self.name.lower()


KIND_TEXTS: Final = {
    Kind.SPY: pgettext("piece", "spy"),
    Kind.SCOUT: pgettext("piece", "scout"),
    Kind.MINER: pgettext("piece", "miner"),
    Kind.SERGEANT: pgettext("piece", "sergeant"),
    Kind.LIEUTENANT: pgettext("piece", "lieutenant"),
    Kind.CAPTAIN: pgettext("piece", "captain"),
    Kind.MAJOR: pgettext("piece", "major"),
    Kind.COLONEL: pgettext("piece", "colonel"),
    Kind.GENERAL: pgettext("piece", "general"),
    Kind.MARSHAL: pgettext("piece", "marshal"),
    Kind.BOMB: pgettext("piece", "bomb"),
    Kind.FLAG: pgettext("piece", "flag"),
}
_COUNTS: Final = {
    Kind.SPY: ngettext("%(number)s spy", "%(number)s spies"),
    Kind.SCOUT: ngettext("%(number)s scout", "%(number)s scouts"),
    Kind.MINER: ngettext("%(number)s miner", "%(number)s miners"),
    Kind.SERGEANT: ngettext("%(number)s sergeant", "%(number)s sergeants"),
    Kind.LIEUTENANT: ngettext("%(number)s lieutenant", "%(number)s lieutenants"),
    Kind.CAPTAIN: ngettext("%(number)s captain", "%(number)s captains"),
    Kind.MAJOR: ngettext("%(number)s major", "%(number)s majors"),
    Kind.COLONEL: ngettext("%(number)s colonel", "%(number)s colonels"),
    Kind.GENERAL: ngettext("%(number)s general", "%(number)s generals"),
    Kind.MARSHAL: ngettext("%(number)s marshal", "%(number)s marshals"),
    Kind.BOMB: ngettext("%(number)s bomb", "%(number)s bombs"),
    Kind.FLAG: ngettext("%(number)s flag", "%(number)s flags"),
}


class PieceRow(NamedTuple):
    letter: str
    number: int


# The table of the rule "setup", from the highest rank down.
PIECES: Final[dict[Kind, PieceRow]] = {
    Kind.MARSHAL: PieceRow("M", 1),
    Kind.GENERAL: PieceRow("G", 1),
    Kind.COLONEL: PieceRow("O", 2),
    Kind.MAJOR: PieceRow("J", 3),
    Kind.CAPTAIN: PieceRow("P", 4),
    Kind.LIEUTENANT: PieceRow("L", 4),
    Kind.SERGEANT: PieceRow("T", 4),
    Kind.MINER: PieceRow("N", 5),
    Kind.SCOUT: PieceRow("C", 8),
    Kind.SPY: PieceRow("S", 1),
    Kind.BOMB: PieceRow("B", 6),
    Kind.FLAG: PieceRow("F", 1),
}
IMMOVABLE: Final = frozenset({Kind.BOMB, Kind.FLAG})
KIND_OF_LETTER: Final[dict[str, Kind]] = {row.letter: kind for kind, row in PIECES.items()}


class AttackResult(StrEnum):
    """Who is left standing after an attack."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    NEITHER = "neither"


def attack(attacker: Kind, defender: Kind) -> AttackResult:
    """Decide an attack by the rule "attack"; the attacker is a kind that can move."""
    if defender is Kind.FLAG:
        return AttackResult.ATTACKER
    if defender is Kind.BOMB:
        return AttackResult.ATTACKER if attacker is Kind.MINER else AttackResult.DEFENDER
    if attacker is Kind.SPY and defender is Kind.MARSHAL:
        return AttackResult.ATTACKER
    if attacker == defender:
        return AttackResult.NEITHER
    return AttackResult.ATTACKER if attacker > defender else AttackResult.DEFENDER


def numbered(kind: Kind, count: int) -> Text:
    """A count with the name of the kind: "1 spy", "3 spies"."""
    return _COUNTS[kind].filled(number=count)


class Attack(NamedTuple):
    """An attack that took place: both kinds are known to everybody from now on."""

    ply: str
    attacker: Kind
    defender: Kind
    result: AttackResult

"""Every way a tile can take, tabled as masks, so that one `&` tells whether it is open (4.1 to 4.3, 4.5).

A whole board is one integer with sixteen bits a square. Bits 0 to 11 are set if the square cannot be crossed
in that way (`CROSSINGS`), bit 12 if it is occupied, bits 13 and 14 if by a White or a Brown tile, bit 15 if
by a barragoon that shows all turns. A way's mask has the bits that must not be set: the crossings on its way,
and at its end what a tile may not land on. `not board & mask` then says that the way is open.

The tables fill as they are used: only ways that occur are worked out.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .board import (
    ALL_TURNS,
    CONTENTS,
    CROSSINGS,
    EMPTY,
    FACES,
    FILES,
    FIRST_TILE,
    HEADINGS,
    RANKS,
    SIDE_OF,
    SQUARES,
    VALUE_OF,
    Heading,
    is_barragoon,
)

_BITS_A_SQUARE = 16
_CROSSING_BIT = {crossing: 1 << bit for bit, crossing in enumerate(CROSSINGS)}
_NO_CROSSING = (1 << len(CROSSINGS)) - 1
_OCCUPIED = 1 << 12
_TILE_OF_SIDE = (1 << 13, 1 << 14)
_SHOWS_ALL_TURNS = 1 << 15


def _bits_of(content: int) -> int:
    """The sixteen bits of a square with this content."""
    if content == EMPTY:
        return 0
    if not is_barragoon(content):
        return _NO_CROSSING | _OCCUPIED | _TILE_OF_SIDE[SIDE_OF[content]]
    allowed = sum(_CROSSING_BIT[crossing] for crossing in FACES[content - 1].crossings)
    shows_all_turns = _SHOWS_ALL_TURNS if content == ALL_TURNS else 0
    return (_NO_CROSSING ^ allowed) | _OCCUPIED | shows_all_turns


# BITS[content][square]: what that content on that square adds to the board's integer.
BITS: Final = tuple(
    tuple(bits << _BITS_A_SQUARE * square for square in range(SQUARES))
    for bits in (_bits_of(content) for content in range(CONTENTS))
)
# OCCUPIED[square]: the one bit that every content sets there.
OCCUPIED: Final = tuple(_OCCUPIED << _BITS_A_SQUARE * square for square in range(SQUARES))


class Way(NamedTuple):
    """One path of a tile: the squares it crosses, where it ends, and its mask."""

    target: int
    full: bool  # a full move, which may capture; else a short one, which may not
    crossed: tuple[int, ...]
    mask: int


class Reach(NamedTuple):
    """A square a tile might get to, and the masks of the one or two ways there."""

    target: int
    full: bool
    masks: tuple[int, ...]


class _WayTable(dict[int, tuple[Way, ...]]):
    """By `tile << 6 | origin`: all ways of that tile from there."""

    def __missing__(self, key: int) -> tuple[Way, ...]:
        ways = self[key] = tuple(_ways(key >> 6, key & 63))
        return ways


class _ReachTable(dict[int, tuple[Reach, ...]]):
    """By `tile << 6 | origin`: the squares within reach in their order, short moves among the full ones."""

    def __missing__(self, key: int) -> tuple[Reach, ...]:
        ways = WAYS[key]
        masks: dict[int, list[int]] = {}
        for way in ways:
            masks.setdefault(way.target, []).append(way.mask)
        full = {way.target: way.full for way in ways}
        reach = self[key] = tuple(
            Reach(target, full[target], tuple(masks[target])) for target in sorted(masks)
        )
        return reach


WAYS: Final = _WayTable()
REACH: Final = _ReachTable()


class Passage:
    """From a square to another: the masks of the one or two ways there, and what changes if nothing is captured."""

    __slots__ = ("change", "mask", "other_mask")

    def __init__(self, masks: list[int], change: int) -> None:
        self.mask, self.other_mask = (*masks, NO_WAY_THERE, NO_WAY_THERE)[:2]
        self.change = change  # of the board's integer


NO_WAY_THERE: Final = -1  # every board has one of its bits, but an empty one, on which nobody moves

# By `tile << 12 | origin << 6 | target`; None until it is asked for. A flat list: what is looked up at every ply should
# lie close together.
PASSAGES: Final[list[Passage | None]] = [None] * (CONTENTS << 12)


def passage(key: int) -> Passage:
    """What `PASSAGES` has there, worked out and kept."""
    tile, origin, target = key >> 12, key >> 6 & 63, key & 63
    masks = [way.mask for way in WAYS[key >> 6] if way.target == target]
    found = PASSAGES[key] = Passage(masks, BITS[tile][origin] ^ BITS[tile][target])
    return found


def _ways(tile: int, origin: int) -> list[Way]:
    """All straight ways and all ways with one turn, of the full and of the short length."""
    value = VALUE_OF[tile]
    if tile < FIRST_TILE:
        raise ValueError("only tiles have ways")
    ways = []
    for steps in (value, value - 1):
        for heading in HEADINGS:
            ways.append(_way(tile, origin, [heading] * steps))
            for turned in HEADINGS:
                if turned.files != heading.files and turned.files != -heading.files:
                    ways += (
                        _way(tile, origin, [heading] * before + [turned] * (steps - before))
                        for before in range(1, steps)
                    )
    return [way for way in ways if way is not None]


def _way(tile: int, origin: int, headings: list[Heading]) -> Way | None:
    """The way along these headings, one a step; None if it leaves the board."""
    file, rank = origin % FILES, origin // FILES
    crossed: list[int] = []
    mask = 0
    for step, heading in enumerate(headings):
        file += heading.files
        rank += heading.ranks
        if not (0 <= file < FILES and 0 <= rank < RANKS):
            return None
        if step + 1 < len(headings):
            square = rank * FILES + file
            leaving = headings[step + 1]
            crossing = heading.letter if leaving is heading else heading.letter + leaving.letter
            mask |= _CROSSING_BIT[crossing] << _BITS_A_SQUARE * square
            crossed.append(square)
    target = rank * FILES + file
    value = VALUE_OF[tile]
    full = len(headings) == value
    barred = _TILE_OF_SIDE[SIDE_OF[tile]] if full else _OCCUPIED
    if full and value == 2:
        barred |= _SHOWS_ALL_TURNS
    return Way(target, full, tuple(crossed), mask | barred << _BITS_A_SQUARE * target)

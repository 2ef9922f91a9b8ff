"""How the index of positions is written: entries of nineteen bytes, sorted, in blocks of about a kilobyte.

An entry has the key of a position, the game, at which ply, and a number for the ply that was played next. In the index
a position and its mirror image are one; an entry says whether the game has the mirror image of what the key stands for.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from struct import Struct
from typing import Final, NamedTuple
from zlib import crc32

from engine.position_keys import PositionKey, PositionKeys

# Forty bits of a game's number, in two parts: no code of struct has five bytes.
_ENTRY: Final = Struct(">QIBHI")
_GAME: Final = Struct(">8xIB6x")
_LOW_BITS: Final = 8
ENTRY_SIZE: Final = _ENTRY.size
_KEY_SIZE: Final = 8
_MIRRORED: Final = 1 << 15
MAX_PLY: Final = _MIRRORED - 1

# So that a block fits into a row of PostgreSQL without a table of its own.
MIN_ENTRIES_PER_BLOCK: Final = 48
MAX_BITS: Final = 31


class Passage(NamedTuple):
    """A game that passed through a position: at which ply, and what was played next (0: nothing)."""

    game: int
    ply: int
    is_mirrored: bool
    next: int


class PackedBatch(NamedTuple):
    """Blocks by their buckets, as `PositionBatch` has them."""

    bits: int
    entries: int
    blocks: list[tuple[int, bytes]]


def pack_game(
    game: int, found: Sequence[PositionKey], plies: Sequence[str], keys: PositionKeys
) -> set[bytes]:
    """The entries of a game. A position that comes back with the same ply next is one, its first."""
    entries: dict[tuple[int, int], bytes] = {}
    for ply, position in enumerate(found[: MAX_PLY + 1]):
        number = number_of_ply(next_ply(position, plies[ply], keys)) if ply < len(plies) else 0
        place = ply | _MIRRORED if position.is_mirrored else ply
        unsigned = as_unsigned(position.key)
        if (unsigned, number) not in entries:
            high, low = divmod(game, 1 << _LOW_BITS)
            entries[unsigned, number] = _ENTRY.pack(unsigned, high, low, place, number)
    return set(entries.values())


def next_ply(position: PositionKey, ply: str, keys: PositionKeys) -> str:
    """A ply as it is counted: on the board that the key stands for, and alike for both halves of a symmetric one."""
    if position.is_symmetric:
        return min(ply, keys.mirror_ply(ply))
    return keys.mirror_ply(ply) if position.is_mirrored else ply


@lru_cache(maxsize=8192)
def number_of_ply(ply: str) -> int:
    return crc32(ply.encode()) or 1


def as_unsigned(key: int) -> int:
    return key + (1 << 63)


def pack_batch(entries: Iterable[bytes]) -> PackedBatch:
    """Sorted, and cut by the first bits of the keys into as many blocks as are worth it."""
    ordered = sorted(set(entries))
    bits = min(MAX_BITS, max(0, (len(ordered) // MIN_ENTRIES_PER_BLOCK).bit_length() - 1))
    shift = 32 - bits
    grouped = groupby(ordered, key=lambda entry: int.from_bytes(entry[:4], "big") >> shift)
    return PackedBatch(bits, len(ordered), [(bucket, b"".join(some)) for bucket, some in grouped])


def bucket_of(key: int, bits: int) -> int:
    """In which block of a batch with so many bits this key is."""
    return as_unsigned(key) >> (64 - bits)


def split_entries(data: bytes) -> Iterator[bytes]:
    return (data[start : start + ENTRY_SIZE] for start in range(0, len(data), ENTRY_SIZE))


def entries_with_key(data: bytes, key: int) -> bytes:
    """Those of a block, in the order of their games."""
    wanted = as_unsigned(key).to_bytes(_KEY_SIZE, "big")
    places = range(len(data) // ENTRY_SIZE)

    def key_at(place: int) -> bytes:
        return data[place * ENTRY_SIZE : place * ENTRY_SIZE + _KEY_SIZE]

    first = bisect_left(places, wanted, key=key_at)
    last = bisect_right(places, wanted, lo=first, key=key_at)
    return data[first * ENTRY_SIZE : last * ENTRY_SIZE]


def games_of(data: bytes) -> Iterator[int]:
    return (high << _LOW_BITS | low for high, low in _GAME.iter_unpack(data))


def last_game(data: bytes) -> int:
    return next(games_of(data[-ENTRY_SIZE:]))


def passages_of(data: bytes) -> Iterator[Passage]:
    for _key, high, low, place, number in _ENTRY.iter_unpack(data):
        yield Passage(high << _LOW_BITS | low, place & MAX_PLY, bool(place & _MIRRORED), number)

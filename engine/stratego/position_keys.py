"""The keys of all positions of a game of Stratego, found by going through its plies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, reduce
from operator import getitem, xor
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ..position_keys import PositionKey, join_mirror_images, key_part, turn_part
from .board import FILES, NAMES, SIZE, Ply
from .coding import KIND_BITS, MOVED, RAN, RESULT, SHOWN
from .knowledge import VISIBLE, View
from .pieces import SIDE_NAMES, AttackResult
from .position import Man, Position

if TYPE_CHECKING:
    from ..core import Game

_TURN: Final = turn_part("stratego")
_ATTACKER: Final = AttackResult.ATTACKER
_DEFENDER: Final = AttackResult.DEFENDER
_UNKNOWN: Final = "unknown"
_MIRROR_SQUARE: Final = tuple(
    square - square % SIZE + SIZE - 1 - square % SIZE for square in range(SIZE * SIZE)
)
_MIRROR_FILE: Final = dict(zip(FILES, reversed(FILES), strict=True))
_FILE_IN_PLY: Final = re.compile(r"[a-j](?=[0-9])")
_Parts: TypeAlias = tuple[tuple[int, ...], ...]


@cache
def _parts_of(man: Man, *, mirrored: bool) -> tuple[int, ...]:
    """By square: the number of a piece as somebody sees it, or of its mirror image."""
    piece = f"{SIDE_NAMES[man.side].lower()} {_UNKNOWN if man.kind is None else man.kind.name.lower()}"
    parts = tuple(key_part("stratego", piece, name) for name in NAMES)
    return tuple(parts[square] for square in _MIRROR_SQUARE) if mirrored else parts


class _Numbers(NamedTuple):
    """Of each code on each square; an empty square adds nothing."""

    by_code: _Parts
    by_square: _Parts


@cache
def _numbers_for(view: View, *, mirrored: bool) -> _Numbers:
    nothing = (0,) * len(NAMES)
    by_code = tuple(
        _parts_of(man, mirrored=mirrored) if code & KIND_BITS and _is_piece(code) else nothing
        for code, man in enumerate(VISIBLE[view])
    )
    return _Numbers(by_code, tuple(zip(*by_code, strict=True)))


def _is_piece(code: int) -> bool:
    return VISIBLE[View.OPEN][code].kind is not None


def keys_from(
    board: Sequence[int],
    turn: int,
    played: Iterable[tuple[Ply, int, int, Ply | None, int]],
    view: View = View.OPEN,
    *,
    mirrored: bool = False,
) -> list[int]:
    """The key of this start, and those after each of the plies, which are as the game keeps them.

    Nobody has shown or moved anything at a start. A view has keys of what it knows, or of its mirror image.
    """
    every, by_square = _numbers_for(view, mirrored=mirrored)
    key = reduce(xor, map(getitem, by_square, board), _TURN if turn else 0)
    keys = [key]
    add = keys.append
    for ply, code, victim, _, _ in played:
        target = ply.target
        after = code | MOVED | RAN if ply.between else code | MOVED
        key ^= _TURN ^ every[code][ply.source]
        if not victim:
            key ^= every[after][target]
        else:
            key ^= every[victim][target]
            result = RESULT[code & KIND_BITS][victim & KIND_BITS]
            if result is _ATTACKER:
                key ^= every[after | SHOWN][target]
            elif result is _DEFENDER:
                key ^= every[victim | SHOWN][target]
        add(key)
    return keys


class StrategoKeys:
    """Fulfils `engine.position_keys.PositionKeys`."""

    def of_game(self, game: Game, view: str) -> list[PositionKey]:
        from .game import Game as Stratego

        if not isinstance(game, Stratego):
            raise TypeError("this is no game of Stratego")
        return join_mirror_images(game.keys(view=view), game.keys(view=view, mirrored=True))

    def of_position(self, text: str) -> PositionKey:
        position = Position.parse(text)
        found = join_mirror_images(*([_key_of(position, mirrored=mirrored)] for mirrored in (False, True)))
        return found[0]

    def mirror_ply(self, ply: str) -> str:
        return _FILE_IN_PLY.sub(lambda found: _MIRROR_FILE[found[0]], ply)

    def mirror_position(self, text: str) -> str:
        position = Position.parse(text)
        squares = tuple(position.squares[square] for square in _MIRROR_SQUARE)
        return position._replace(squares=squares).text


KEYS: Final = StrategoKeys()


def _key_of(position: Position, *, mirrored: bool) -> int:
    parts = (
        _parts_of(man, mirrored=mirrored)[square]
        for square, man in enumerate(position.squares)
        if man is not None
    )
    return reduce(xor, parts, _TURN if position.turn else 0)

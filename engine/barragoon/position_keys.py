"""The keys of all positions of a game of Barragoon, found by going through its plies."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ..position_keys import PositionKey, join_mirror_images, key_part, turn_part
from .board import CONTENT_OF_FACE, EMPTY, FILES, LAST_FACE, NAMES, SPELLING_OF, SQUARES, face_of
from .position import Position
from .state import CheckedPly

if TYPE_CHECKING:
    from ..core import Game

# By content and square; an empty square adds nothing.
_PARTS: Final = tuple(
    tuple(0 if content == EMPTY else key_part("barragoon", spelling, name) for name in NAMES)
    for content, spelling in enumerate(SPELLING_OF)
)
_TURN: Final = turn_part("barragoon")

# Left and right exchanged: of squares, of the letters of faces (NE turns right, NW left), and of contents.
_MIRROR_SQUARE: Final = tuple(
    square - square % FILES + FILES - 1 - square % FILES for square in range(SQUARES)
)
_MIRROR_FILE: Final = dict(zip("abcdefg", "gfedcba", strict=True))
_EAST_AND_WEST: Final = str.maketrans("EW", "WE")


def _mirror_face(code: str) -> str:
    return "EW" if code == "EW" else code.translate(_EAST_AND_WEST)


_MIRROR_CONTENT: Final = tuple(
    CONTENT_OF_FACE[_mirror_face(face_of(content).code)] if EMPTY < content <= LAST_FACE else content
    for content in range(len(SPELLING_OF))
)
# What a content on its square adds to the key of the mirror image.
_MIRRORED_PARTS: Final = tuple(
    tuple(_PARTS[_MIRROR_CONTENT[content]][_MIRROR_SQUARE[square]] for square in range(SQUARES))
    for content in range(len(SPELLING_OF))
)
_MIRRORED_IN_PLY: Final = re.compile(r"[a-g](?=[1-9])|[A-Z]+(?=@)")


def keys_from(
    cells: tuple[int, ...], turn: int, played: Iterable[CheckedPly], *, mirrored: bool = False
) -> list[int]:
    """The key of this start, and those after each of the plies; or the keys of their mirror images."""
    every = _MIRRORED_PARTS if mirrored else _PARTS
    key = _key_of(cells, turn, mirrored=mirrored)
    keys = [key]
    add = keys.append
    for ply in played:
        target, captured = ply.target, ply.captured
        parts = every[ply.tile]
        key ^= _TURN ^ parts[target] ^ parts[ply.origin]
        if captured:
            key ^= every[captured][target]
            for placement in ply.placements:
                if placement.content:
                    key ^= every[placement.content][placement.square]
        add(key)
    return keys


@lru_cache(maxsize=16)
def _key_of(cells: tuple[int, ...], turn: int, *, mirrored: bool) -> int:
    """Nearly all games have one of few starts."""
    every = _MIRRORED_PARTS if mirrored else _PARTS
    key = _TURN if turn else 0
    for square, content in enumerate(cells):
        if content:
            key ^= every[content][square]
    return key


class BarragoonKeys:
    """Fulfils `engine.position_keys.PositionKeys`."""

    def of_game(self, game: Game, view: str) -> list[PositionKey]:
        from .game import Game as Barragoon

        if not isinstance(game, Barragoon):
            raise TypeError("this is no game of Barragoon")
        return join_mirror_images(game.keys(), game.keys(mirrored=True))

    def of_position(self, text: str) -> PositionKey:
        cells, turn = Position.parse(text)[:2]
        found = join_mirror_images(
            [_key_of(cells, turn, mirrored=False)], [_key_of(cells, turn, mirrored=True)]
        )
        return found[0]

    def mirror_ply(self, ply: str) -> str:
        return _MIRRORED_IN_PLY.sub(lambda found: _MIRROR_FILE.get(found[0]) or _mirror_face(found[0]), ply)

    def mirror_position(self, text: str) -> str:
        position = Position.parse(text)
        cells = tuple(_MIRROR_CONTENT[position.cells[_MIRROR_SQUARE[square]]] for square in range(SQUARES))
        return position._replace(cells=cells).text


KEYS: Final = BarragoonKeys()

"""How a ply is written: `b1xd3/X@a4/NS@g6`. Reads the parts of one, as fast as a table can."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from ..core import RuleViolation, shorten
from ..texts import Sentence
from .board import CONTENT_OF_FACE, SQUARE_OF_NAME
from .codes import Code

FORGOTTEN: Final = "-"  # in place of a placement (3.2)
OFFER: Final = " (=)"  # after a ply (6c)
_MARKS = {"-": False, "x": True}


# Both below are small classes and no named tuples: the game reads them at every ply, and compiled it then does so
# without a detour.


class TileMove:
    """The part of a ply before its placements."""

    __slots__ = ("captures", "origin", "squares", "target")

    def __init__(self, origin: int, target: int, *, captures: bool) -> None:
        self.origin = origin
        self.target = target
        self.squares = origin << 6 | target
        self.captures = captures


class Placement:
    """A barragoon put on the board; a forgotten one has square -1 and no content."""

    __slots__ = ("content", "square")

    def __init__(self, square: int, content: int) -> None:
        self.square = square
        self.content = content


Placements: TypeAlias = tuple[Placement, ...]


class _Moves(dict[str, TileMove | None]):
    """By text such as `b1xd3`; None for what is no move. Well-formed ones are kept."""

    def __missing__(self, text: str) -> TileMove | None:
        origin, target = SQUARE_OF_NAME.get(text[:2]), SQUARE_OF_NAME.get(text[3:5])
        captures = _MARKS.get(text[2:3])
        if origin is None or target is None or captures is None or len(text) != 5:
            return None
        move = self[text] = TileMove(origin, target, captures=captures)
        return move


class _SinglePlacements(dict[str, Placement | None]):
    """By text such as `NE@d4`; None for what is no placement. Well-formed ones are kept."""

    def __missing__(self, text: str) -> Placement | None:
        face, _, name = text.partition("@")
        square, content = SQUARE_OF_NAME.get(name), CONTENT_OF_FACE.get(face)
        if square is None or content is None:
            return None
        placement = self[text] = Placement(square, content)
        return placement


class _Tails(dict[str, Placements | None]):
    """By what follows the move, such as `/NE@d4`; None if these are no placements. Single ones are kept."""

    def __missing__(self, text: str) -> Placements | None:
        nothing, *parts = text.split("/")
        tail = tuple([found for part in parts if (found := PLACEMENTS[part])])
        if nothing or len(tail) != len(parts):
            return None
        if len(tail) == 1:
            self[text] = tail
        return tail


MOVES: Final = _Moves()
PLACEMENTS: Final = _SinglePlacements({FORGOTTEN: Placement(-1, 0)})
TAILS: Final = _Tails({"": ()})


def without_offer(text: str) -> str | None:
    """A ply without the draw offer written after it; None if it has none, or more than one."""
    bare = text.removesuffix(OFFER)
    return None if bare == text or bare.endswith(OFFER) else bare


_SHAPE = re.compile(r"([a-z][0-9]+)[-x]([a-z][0-9]+)((?:/(?:-|[A-Za-z]+@[a-z][0-9]+))*)")


def check_spelling(text: str) -> None:
    """Raise what is wrong with the spelling of a ply, if anything is."""
    shape = _SHAPE.fullmatch(text)
    if not shape:
        raise RuleViolation(
            Code.PLY_MALFORMED,
            "",
            Sentence(
                "%(text)s is not written like a ply: d2-d4, b1xb5/NE@d4 or b1xd3/X@a4/NS@g6.",
                text=shorten(text),
            ),
        )
    placements = [part for part in shape[3].split("/")[1:] if part != FORGOTTEN]
    for name in (shape[1], shape[2], *(part.partition("@")[2] for part in placements)):
        if name not in SQUARE_OF_NAME:
            raise RuleViolation(
                Code.SQUARE_UNKNOWN,
                "1",
                Sentence("There is no square %(name)s: the board is a1 to g9.", name=name),
            )
    for part in placements:
        face = part.partition("@")[0]
        if face not in CONTENT_OF_FACE:
            faces = " ".join(CONTENT_OF_FACE)
            raise RuleViolation(
                Code.FACE_UNKNOWN,
                "3.1",
                Sentence(
                    "A barragoon has no face %(face)s: the faces are %(faces)s.", face=face, faces=faces
                ),
            )

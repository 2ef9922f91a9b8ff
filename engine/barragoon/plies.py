"""How a ply is written: `b1xd3/X@a4/NS@g6`. Reads the parts of one, as fast as a table can."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, TypeAlias

from ..core import RuleViolation, shorten
from ..texts import Sentence
from .board import CONTENT_OF_FACE, SQUARE_OF_NAME
from .codes import Code

FORGOTTEN: Final = "-"  # in place of a placement (3.2)
OFFER: Final = " (=)"  # after a ply (6c)
_MARKS = {"-": False, "x": True}


class TileMove(NamedTuple):
    """The part of a ply before its placements."""

    squares: int  # origin << 6 | target
    captures: bool


class Placement(NamedTuple):
    """A barragoon put on the board; a forgotten one has square -1."""

    square: int
    content: int


FORGOTTEN_PLACEMENT: Final = Placement(-1, 0)


class _Moves(dict[str, TileMove | None]):
    """By text such as `b1xd3`; None for what is no move. Well-formed ones are kept."""

    def __missing__(self, text: str) -> TileMove | None:
        origin, target = SQUARE_OF_NAME.get(text[:2]), SQUARE_OF_NAME.get(text[3:5])
        captures = _MARKS.get(text[2:3])
        if origin is None or target is None or captures is None or len(text) != 5:
            return None
        move = self[text] = TileMove(origin << 6 | target, captures)
        return move


class _Placements(dict[str, Placement | None]):
    """By text such as `NE@d4`; None for what is no placement. Well-formed ones are kept."""

    def __missing__(self, text: str) -> Placement | None:
        face, _, name = text.partition("@")
        square, content = SQUARE_OF_NAME.get(name), CONTENT_OF_FACE.get(face)
        if square is None or content is None:
            return None
        placement = self[text] = Placement(square, content)
        return placement


# The same as plain tuples, which are taken apart several times as fast as named ones: for the game, which does so
# at every ply.
Head: TypeAlias = tuple[int, bool, int, int]  # origin << 6 | target, whether it captures, origin, target
Tail: TypeAlias = tuple[tuple[int, int], ...]  # square and content of each placement


class _Heads(dict[str, Head | None]):
    """By text such as `b1xd3`; None for what is no move. Well-formed ones are kept."""

    def __missing__(self, text: str) -> Head | None:
        move = MOVES[text]
        if move is None:
            return None
        head = self[text] = (move.squares, move.captures, move.squares >> 6, move.squares & 63)
        return head


class _Tails(dict[str, Tail | None]):
    """By what follows the move, such as `/NE@d4`; None if these are no placements. Single ones are kept."""

    def __missing__(self, text: str) -> Tail | None:
        nothing, *parts = text.split("/")
        tail = tuple([(found.square, found.content) for part in parts if (found := PLACEMENTS[part])])
        if nothing or len(tail) != len(parts):
            return None
        if len(tail) == 1:
            self[text] = tail
        return tail


MOVES: Final = _Moves()
PLACEMENTS: Final = _Placements({FORGOTTEN: FORGOTTEN_PLACEMENT})
HEADS: Final = _Heads()
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

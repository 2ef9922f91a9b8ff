"""Draws a Stratego position as SVG, and the marks of a game: what fell in the last attack, what is known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..core import FIRST, SECOND, Side
from ..drawing import Picture, Placed
from ..drawing import draw as draw_board
from .art import ART, FELL, MOVED, SHOWN, fallen_key, symbol_key
from .board import NAMES
from .knowledge import Seen, View
from .pieces import PIECES, SIDE_NAMES, Attack, AttackResult, numbered
from .position import Man, Position

_FADED: Final = 0.6


def draw(position: Position, picture: Picture) -> str:
    """A position as standalone SVG; face-down pieces have their backs to the viewer."""
    pieces = [Placed(NAMES[square], symbol_key(man)) for square, man in enumerate(position.squares) if man]
    title = f"Stratego board, {SIDE_NAMES[position.turn]} to move"
    return draw_board(ART, pieces, picture, title=title, description=describe(position))


def describe(position: Position) -> str:
    """A position in words: each side's pieces with their squares, the face-down ones last."""
    return " ".join(_army(position, side) for side in (FIRST, SECOND))


def attack_marks(attack: Attack, side: Side) -> Iterable[Placed]:
    """A beaten attacker, faded, on its old square; a beaten defender small beside the victor.

    `side` is the attacker's. Both kinds are known to everybody.
    """
    origin, target = attack.ply.split("x")
    attacker, defender = Man(side, attack.attacker), Man(side.other, attack.defender)
    if attack.result is not AttackResult.ATTACKER:
        yield Placed(origin, symbol_key(attacker), _FADED)
        yield Placed(origin, FELL)
    if attack.result is AttackResult.ATTACKER:
        yield Placed(target, fallen_key(defender))
    elif attack.result is AttackResult.NEITHER:
        yield Placed(target, symbol_key(defender), _FADED)
        yield Placed(target, FELL)


def knowledge_marks(pieces: Iterable[Seen], view: View) -> Iterable[Placed]:
    """An eye on pieces the viewer sees anyway that everybody knows; a step on face-down ones that moved."""
    for piece in pieces:
        if piece.kind is None:
            if piece.moved:
                yield Placed(piece.square, MOVED)
        elif (piece.shown or piece.ran) and _would_know(piece, view):
            yield Placed(piece.square, SHOWN)


def _would_know(piece: Seen, view: View) -> bool:
    """Whether the viewer knows this piece even without its having been revealed."""
    return view is View.OPEN or view is (View.RED if piece.side is FIRST else View.BLUE)


def _army(position: Position, side: Side) -> str:
    places: dict[str, list[str]] = {}
    for kind in (*PIECES, None):
        squares = [NAMES[square] for square, man in enumerate(position.squares) if man == Man(side, kind)]
        if squares:
            places["face down" if kind is None else str(numbered(kind, len(squares)))] = squares
    if not places:
        return f"{SIDE_NAMES[side]}: no pieces."
    listed = "; ".join(f"{what} {', '.join(squares)}" for what, squares in places.items())
    return f"{SIDE_NAMES[side]}: {listed}."

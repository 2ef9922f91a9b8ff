"""Plies in words, for people who cannot see the board."""

from __future__ import annotations

from ..texts import AND, join_list
from .board import NAMES, NUMBERS, PROMOTION, SIDE_NAMES, bits_of


def ply_in_words(*, turn: int, is_king: bool, origin: int, target: int, taken: int) -> str:
    """A legal ply in one sentence without a full stop."""
    piece = "king" if is_king else "man"
    sentence = f"{SIDE_NAMES[turn]}: {piece} from {NAMES[origin]}"
    if taken:
        sentence += f" captures {_pieces_on(taken)} and lands on {NAMES[target]}"
    else:
        sentence += f" moves to {NAMES[target]}"
    if not is_king and target & PROMOTION[turn]:
        sentence += ", and becomes a king"
    return sentence


def _pieces_on(taken: int) -> str:
    squares = [NAMES[bit] for bit in sorted(bits_of(taken), key=NUMBERS.__getitem__)]
    if len(squares) == 1:
        return f"the piece on {squares[0]}"
    return f"{len(squares)} pieces, on {join_list(squares, AND)},"

"""Plies in words, for people who cannot see the board."""

from __future__ import annotations

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


def listed(words: list[str], last: str = "and") -> str:
    """Words as a sentence lists them: `32, 28 and 19`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _pieces_on(taken: int) -> str:
    squares = [NAMES[bit] for bit in sorted(bits_of(taken), key=NUMBERS.__getitem__)]
    if len(squares) == 1:
        return f"the piece on {squares[0]}"
    return f"{len(squares)} pieces, on {listed(squares)},"

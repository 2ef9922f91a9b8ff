"""How plies are written: `32-28`, `32x23`, and `32x23x14` where two captures share both ends."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from .board import BITS, NAMES, SQUARES
from .moves import Capture, captures_along

OFFER: Final = " (=)"
MAX_LENGTH: Final = 80  # a capture of twenty pieces has 21 squares
_PLY: Final = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2}|(?:x[0-9]{1,2})+)", re.ASCII)


class Written(NamedTuple):
    """A ply as it is spelt: its squares by number, which may be no squares of the board."""

    squares: tuple[int, ...]
    captures: bool

    @property
    def unknown(self) -> int | None:
        """The first number that is no square."""
        return next((number for number in self.squares if not 1 <= number <= SQUARES), None)


def spelt(text: str) -> Written | None:
    """What a ply says; None if this is no ply. Numbers have no zero in front."""
    if len(text) > MAX_LENGTH or not _PLY.fullmatch(text):
        return None
    captures = "x" in text
    numbers = text.split("x" if captures else "-")
    if any(number.startswith("0") and number != "0" for number in numbers):
        return None
    return Written(tuple(map(int, numbers)), captures)


def text_of(capture: Capture, route: Sequence[int] = ()) -> str:
    """A capture by its ends, or by all squares of its way."""
    if route:
        return "x".join(map(str, route))
    return f"{NAMES[capture.origin]}x{NAMES[capture.target]}"


def capture_of(text: str, legal: Sequence[Capture], own: int, other: int, kings: int) -> Capture | None:
    """The legal capture that this text means; None if there is none, or if it may mean several."""
    written = spelt(text)
    if written is None or not written.captures or written.unknown is not None:
        return None
    squares = [BITS[number] for number in written.squares]
    if len(squares) == 2:
        found = [each for each in legal if each.origin == squares[0] and each.target == squares[1]]
        return found[0] if len(found) == 1 else None
    if not squares[0] & own:
        return None
    along = captures_along(squares, own, other, kings)
    return along if along in legal else None

"""What is wrong with move text, and where."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from ..texts import Fact, Sentence
from .model import RecordCode

MAX_ERRORS: Final = 20  # each may be a variation's; a record with more is not worth reading on
# Every line counts towards these bounds: there is no reading on in another one.
BOUNDS_OF_ALL_LINES: Final = (RecordCode.TOO_MANY_PLIES_IN_ALL, RecordCode.TOO_MANY_VARIATIONS)
NOT_CLOSED: Final = Sentence("This variation is never closed: a ) is missing.")


class MoveTextError(NamedTuple):
    """An error and where its token begins; `ply` and `move` are empty if it is not about a ply."""

    offset: int
    ply: int | None
    move: str
    code: StrEnum
    rule: str
    message: str
    played: tuple[str, ...]  # the plies on the board where it stands


class Trouble(Exception):
    """An error of the format at the current token."""

    def __init__(self, code: RecordCode, msgid: str, **facts: Fact) -> None:
        self.code = code
        self.message = Sentence(msgid, **facts)
        super().__init__(self.message)

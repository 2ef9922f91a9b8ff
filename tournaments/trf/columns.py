"""Fields at fixed columns: cutting them out of a line, with errors that point at the place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from tournaments.trf.errors import TrfError

_POINTS = re.compile(r"(\d{0,6})(?:[.,](\d{0,4}))?")
_TOKEN = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Columns:
    """One line seen as columns, counted from 1 as in the FIDE tables; both ends of a field belong to it."""

    number: int
    text: str

    def raw(self, first: int, last: int) -> str:
        return self.text[first - 1 : last]

    def words(self, first: int, last: int | None = None) -> str:
        return self.text[first - 1 : last].strip()

    def whole(self, first: int, last: int, what: str) -> int | None:
        """The whole number in a field; None where the field is blank."""
        field = self.raw(first, last)
        digits = field.strip()
        if not digits:
            return None
        value = whole_number(digits)
        if value is None:
            self.fail(f"{what} should be a whole number, not {digits!r}", self._start(field, first))
        return value

    def points(self, first: int, last: int, what: str) -> Fraction | None:
        """Points such as 11.5; None where the field is blank."""
        field = self.raw(first, last)
        written = field.strip()
        if not written:
            return None
        value = decimal_points(written)
        if value is None:
            self.fail(f"{what} should be points such as 11.5, not {written!r}", self._start(field, first))
        return value

    def tokens(self, first: int) -> list[tuple[int, str]]:
        """The words from a column on, each with the column it starts at."""
        return [(match.start() + 1, match[0]) for match in _TOKEN.finditer(self.text, first - 1)]

    def fail(self, reason: str, column: int) -> NoReturn:
        raise TrfError(reason, line=self.number, column=column)

    @staticmethod
    def _start(field: str, first: int) -> int:
        return first + len(field) - len(field.lstrip())


def whole_number(text: str) -> int | None:
    """Up to nine ASCII digits as a number: `str.isdigit` alone would let ² and other scripts through."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def decimal_points(text: str) -> Fraction | None:
    match = _POINTS.fullmatch(text) if text.isascii() else None
    if match is None or not (match[1] or match[2]):
        return None
    decimals = match[2] or ""
    return Fraction(int((match[1] or "0") + decimals), 10 ** len(decimals))

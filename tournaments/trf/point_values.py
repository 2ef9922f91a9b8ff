"""What results are worth: line 162 of TRF26 and the older extensions XXS and BBW to BBU, in and out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm

from tournaments.pairing.tournament import PointSystem
from tournaments.trf.columns import Columns, decimal_points
from tournaments.trf.errors import TrfError

LINE_2026 = "162"
LINE_EXTENSION = "XXS"

_STANDARD: Mapping[str, Fraction] = {
    "win": Fraction(1),
    "draw": Fraction(1, 2),
    "loss": Fraction(0),
    "forfeit_win": Fraction(1),
    "forfeit_loss": Fraction(0),
    "pairing_bye": Fraction(1),
    "full_point_bye": Fraction(1),
    "half_point_bye": Fraction(1, 2),
    "zero_point_bye": Fraction(0),
    "absent": Fraction(0),
}
# The letters of line 162, and what of our point system each stands for.
_LETTERS = {
    "W": ("win", "forfeit_win", "full_point_bye"),
    "D": ("draw", "half_point_bye"),
    "L": ("loss",),
    "A": ("zero_point_bye", "forfeit_loss", "absent"),
    "P": ("pairing_bye",),
}
# Some programs write Z for A.
_OTHER_LETTERS = {"Z": "A"}
_UNKNOWN_RESULT = "X"  # an unfinished game earns nothing with us until it is decided
# The codes of XXS. Those for one colour come in pairs: we have no points that depend on the colour.
_CODES = {
    "ZPB": ("zero_point_bye", "absent"),
    "HPB": ("half_point_bye",),
    "FPB": ("full_point_bye",),
    "PAB": ("pairing_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
    "W": ("win", "forfeit_win", "full_point_bye"),
    "D": ("draw", "half_point_bye"),
}
_OF_A_COLOUR = {"WW": "win", "BW": "win", "WD": "draw", "BD": "draw", "WL": "loss", "BL": "loss"}
# The extension of bbpPairings: one line for each.
_LINES = {
    "BBW": ("win", "forfeit_win", "full_point_bye"),
    "BBD": ("draw", "half_point_bye"),
    "BBL": ("loss",),
    "BBZ": ("zero_point_bye", "absent"),
    "BBF": ("forfeit_loss",),
    "BBU": ("pairing_bye",),
}
LINES_OF_ONE_VALUE = tuple(_LINES)
_LETTER_AND_POINTS = re.compile(r"([A-Za-z])\s*([0-9.,]+)|(\S)")


class PointValues:
    """Collects the point lines of a file; `system` is the sum of what they say."""

    def __init__(self) -> None:
        self._values = dict(_STANDARD)
        self._of_colour = {code: _STANDARD[name] for code, name in _OF_A_COLOUR.items()}
        self._place: tuple[Columns, int] | None = None
        self._bye_given = False
        self._stated = False

    def read_2026(self, columns: Columns) -> None:
        self._stated = True
        for match in _LETTER_AND_POINTS.finditer(columns.text, 4):
            letter = (match[1] or "").upper()
            letter = _OTHER_LETTERS.get(letter, letter)
            value = decimal_points(match[2] or "")
            if value is None or (letter not in _LETTERS and letter != _UNKNOWN_RESULT):
                columns.fail(
                    "points of results are written as a letter of W D L A P X and a value such as 3.0",
                    match.start() + 1,
                )
            self._set(_LETTERS.get(letter, ()), value)
            self._bye_given = self._bye_given or letter == "P"
        if not self._bye_given:
            self._values["pairing_bye"] = self._values["win"]

    def read_one_value(self, columns: Columns) -> None:
        self._stated = True
        code = columns.words(1, 3)
        value = decimal_points(columns.words(4))
        if value is None:
            columns.fail(f"a line {code} should have points such as 3.0", 4)
        self._set(_LINES[code], value)
        self._bye_given = self._bye_given or code == "BBU"
        if not self._bye_given:
            self._values["pairing_bye"] = self._values["win"]

    def read_extension(self, columns: Columns) -> None:
        self._stated = True
        for column, token in columns.tokens(5):
            code, _, written = token.upper().partition("=")
            value = decimal_points(written)
            if value is None or (code not in _CODES and code not in _OF_A_COLOUR):
                columns.fail(f"{token[:20]!r} is not of the form CODE=VALUE with a known code", column)
            if code in _OF_A_COLOUR:
                self._values[_OF_A_COLOUR[code]] = self._of_colour[code] = value
                self._place = (columns, column)
            else:
                self._set(_CODES[code], value)

    def system(self, others: Iterable[Fraction]) -> PointSystem:
        """The point system in the coarsest unit that makes it, and the other points of the file, whole."""
        for code, name in _OF_A_COLOUR.items():
            if self._of_colour[code] != self._values[name] and self._place is not None:
                columns, column = self._place
                columns.fail(f"a {name} cannot be worth more with one colour than with the other", column)
        finest = lcm(
            1 if self._stated else 2,
            *(value.denominator for value in self._values.values()),
            *(value.denominator for value in others),
        )
        return PointSystem(**{name: int(value * finest) for name, value in self._values.items()}, unit=finest)

    def _set(self, names: tuple[str, ...], value: Fraction) -> None:
        for name in names:
            self._values[name] = value
        for code, name in _OF_A_COLOUR.items():
            if name in names:
                self._of_colour[code] = value


def write_points(system: PointSystem, *, since_2026: bool) -> list[str]:
    """The lines that state a point system; none for the usual one."""
    values = {name: Fraction(getattr(system, name), system.unit) for name in _STANDARD}
    if values == _STANDARD:
        return []
    if since_2026 and all(len({values[name] for name in names}) == 1 for names in _LETTERS.values()):
        cells = [f"{letter}{_text(values[names[0]]):>4}" for letter, names in _LETTERS.items()]
        return [f"{LINE_2026}  " + "    ".join(cells)]
    if values["absent"] != values["zero_point_bye"]:
        raise TrfError("a report cannot give an absence other points than a zero-point bye")
    codes = _OF_A_COLOUR | _SINGLE
    stated = [
        f"{code}={_text(values[name])}" for code, name in codes.items() if values[name] != _STANDARD[name]
    ]
    return [f"{LINE_EXTENSION} {' '.join(stated)}"] if stated else []


_SINGLE = {code: names[0] for code, names in _CODES.items() if code not in ("W", "D")}


def _text(value: Fraction) -> str:
    decimal = f"{float(value):.1f}"
    if Fraction(decimal) != value:
        decimal = f"{float(value):.4f}".rstrip("0")
    if Fraction(decimal) != value or value < 0:
        raise TrfError(f"a report cannot state a result worth {value} points")
    return decimal

"""JSON that a stranger wrote: every value is asked for with its bounds, and a wrong one is told with its place."""

import datetime
import json
from collections.abc import Collection, Mapping
from typing import Any, Final, Self

from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from core.errors import Refused
from core.json_bounds import count_json_values

# More than the largest event has. They take some 150 MB at most.
MAX_VALUES: Final = 1_000_000
MAX_QUOTED: Final = 40
MIN_YEAR: Final = 1900
MAX_YEAR: Final = 2200


class FileProblem(Refused):
    """What is wrong with a file, and where in it."""

    def __init__(self, place: str, sentence: str) -> None:
        super().__init__(_("%(place)s: %(problem)s") % {"place": place, "problem": sentence})


def parse_json(data: bytes, *, name: str) -> Any:
    """Refused with a sentence, whatever the bytes are."""
    if count_json_values(data) > MAX_VALUES:
        raise FileProblem(name, _("it has more values than any event needs."))
    try:
        return json.loads(data.decode(), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise FileProblem(name, _("this text is not in UTF-8.")) from error
    except RecursionError as error:
        raise FileProblem(name, _("it is nested too deeply.")) from error
    except json.JSONDecodeError as error:
        sentence = _("this is not JSON from line %(line)d, column %(column)d on.")
        raise FileProblem(name, sentence % {"line": error.lineno, "column": error.colno}) from error
    except ValueError as error:  # a number of thousands of digits, or one that is none
        raise FileProblem(name, _("there is a number in it that cannot be read.")) from error


def _refuse_constant(text: str) -> None:
    raise ValueError(text)


class Node:
    """A value of the file and its place: “section 1, round 3, board 2”."""

    def __init__(self, value: Any, place: str) -> None:
        self.value = value
        self.place = place

    def problem(self, sentence: str) -> FileProblem:
        return FileProblem(self.place, sentence)

    def member(self, key: str) -> Self:
        """A value of an object that has to be there."""
        if not isinstance(self.value, Mapping):
            raise self.problem(_("an object with names and values has to stand here."))
        if key not in self.value:
            raise self.problem(_("“%(key)s” is missing.") % {"key": key})
        return type(self)(self.value[key], f"{self.place}, “{key}”")

    def items(self, key: str, label: str, *, most: int) -> list[Self]:
        """The values of a list, each with the label and its number, from 1."""
        found = self.member(key)
        if not isinstance(found.value, list):
            raise found.problem(_("a list has to stand here."))
        if len(found.value) > most:
            raise found.problem(_("at most %(max)d are read.") % {"max": most})
        return [
            type(self)(value, f"{self.place}, {label} {number}")
            for number, value in enumerate(found.value, start=1)
        ]

    def text(self, key: str, *, most: int) -> str:
        found = self.member(key)
        if not isinstance(found.value, str):
            raise found.problem(_("a text has to stand here."))
        if len(found.value) > most:
            raise found.problem(_("the text is too long: at most %(max)d characters.") % {"max": most})
        if any(ord(letter) == 0 or 0xD800 <= ord(letter) <= 0xDFFF for letter in found.value):
            raise found.problem(_("there is a character in it that no text has."))
        return found.value

    def optional_text(self, key: str, *, most: int) -> str:
        """Empty in files of releases that did not write it."""
        return self.text(key, most=most) if self.has(key) else ""

    def has(self, key: str) -> bool:
        return isinstance(self.value, Mapping) and key in self.value

    def choice(self, key: str, choices: Collection[str]) -> str:
        found = self.member(key)
        if not isinstance(found.value, str) or found.value not in choices:
            listed = ", ".join(f"“{choice}”" for choice in choices)
            raise found.problem(
                _("“%(value)s” is not one of %(choices)s.")
                % {"value": _quoted(found.value), "choices": listed}
            )
        return found.value

    def number(self, key: str, *, least: int = 0, most: int) -> int:
        found = self.member(key)
        if isinstance(found.value, bool) or not isinstance(found.value, int):
            raise found.problem(_("a whole number has to stand here."))
        if not least <= found.value <= most:
            sentence = _("the number has to be between %(min)d and %(max)d.")
            raise found.problem(sentence % {"min": least, "max": most})
        return found.value

    def optional_number(self, key: str, *, least: int = 0, most: int) -> int | None:
        return None if self.member(key).value is None else self.number(key, least=least, most=most)

    def flag(self, key: str) -> bool:
        found = self.member(key)
        if not isinstance(found.value, bool):
            raise found.problem(_("true or false has to stand here."))
        return found.value

    def day(self, key: str) -> datetime.date:
        found = self.member(key)
        day: datetime.date | None = _parse(parse_date, found.value)
        if day is None or not MIN_YEAR <= day.year <= MAX_YEAR:
            raise found.problem(_("a day such as 2026-05-02 has to stand here."))
        return day

    def moment(self, key: str) -> datetime.datetime:
        found = self.member(key)
        moment: datetime.datetime | None = _parse(parse_datetime, found.value)
        if moment is None or moment.tzinfo is None or not MIN_YEAR <= moment.year <= MAX_YEAR:
            raise found.problem(
                _("a time with its zone such as 2026-05-02T14:00:00+02:00 has to stand here.")
            )
        return moment

    def optional_moment(self, key: str) -> datetime.datetime | None:
        return None if self.member(key).value is None else self.moment(key)


def _parse(parse: Any, value: Any) -> Any:
    try:
        return parse(value) if isinstance(value, str) and len(value) < 60 else None
    except ValueError:
        return None


def _quoted(value: Any) -> str:
    text = str(value) if isinstance(value, str | int | float | bool | None) else "…"
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"

"""Dates as records write them, `2026.11.??`: between which days they lie."""

import calendar
import re
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

UNKNOWN: Final = "????.??.??"
_DATE: Final = re.compile(r"([0-9]{4})[.-]([0-9]{2}|\?\?)[.-]([0-9]{2}|\?\?)")


class Span(NamedTuple):
    """The first and the last day a date can mean; both None if it says nothing."""

    first: date | None
    last: date | None


NOTHING_KNOWN: Final = Span(None, None)


@lru_cache(maxsize=8192)
def span_of(text: str) -> Span:
    """`2026.11.??` is all of November. What is no date says nothing; a day without its month means the whole year."""
    found = _DATE.fullmatch(text.strip())
    if found is None:
        return NOTHING_KNOWN
    year, month, day = found.groups()
    try:
        if month == "??":
            return Span(date(int(year), 1, 1), date(int(year), 12, 31))
        if day == "??":
            last = calendar.monthrange(int(year), int(month))[1]
            return Span(date(int(year), int(month), 1), date(int(year), int(month), last))
        exact = date(int(year), int(month), int(day))
    except ValueError:
        return NOTHING_KNOWN
    return Span(exact, exact)


@lru_cache(maxsize=8192)
def comparable(text: str) -> str:
    """The same for two spellings of a date: `2026-11-12` is `2026.11.12`. What is no date is compared as it is."""
    found = _DATE.fullmatch(text.strip())
    if found is None:
        return UNKNOWN if not text.strip(" ?.-") else text
    year, month, day = found.groups()
    return f"{year}.??.??" if month == "??" else f"{year}.{month}.{day}"

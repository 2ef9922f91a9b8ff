"""The tournament section: who, where, when and by which rules, one fact a line (codes ending in 2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tournaments.trf.columns import Columns
from tournaments.trf.lines import TrfLine
from tournaments.trf.player_lines import one_line
from tournaments.trf.results import ROUND_WIDTH, cell_column

_DATE_WIDTH = 8


@dataclass(frozen=True)
class Details:
    """Facts about the event that neither pairing nor standings need. Dates are YYYY/MM/DD."""

    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    kind: str = ""
    chief_arbiter: str = ""
    deputy_arbiters: tuple[str, ...] = ()
    time_control: str = ""
    round_dates: tuple[str, ...] = ()
    """YY/MM/DD, one for each round."""
    pairing_controller: str = ""
    encoded_kind: str = ""
    tie_breaks: tuple[str, ...] = ()
    """The codes of line 202, for example ("BH/C1", "DE")."""
    standing_order: tuple[str, ...] = ()
    """The codes of line 212: like 202, with PTS at its place."""
    encoded_time_control: str = ""
    other_lines: tuple[str, ...] = ()
    """Lines that are kept as they are, and not understood: teams, national ratings, comments …"""

    @property
    def round_robin(self) -> bool:
        """Whether the file calls itself an event with pairings fixed beforehand (C.07, article 15.2)."""
        kind = f"{self.encoded_kind} {self.kind}".upper().replace(" ", "").replace("-", "")
        return "ROUNDROBIN" in kind or "BERGER" in kind or "ALLPLAYALL" in kind


# Code and attribute of the lines that hold one text, in the order they are written.
_TEXTS = {
    "022": "city",
    "032": "federation",
    "042": "start",
    "052": "end",
    "092": "kind",
    "102": "chief_arbiter",
    "122": "time_control",
    "182": "pairing_controller",
    "192": "encoded_kind",
    "222": "encoded_time_control",
}
_LISTS = {"202": "tie_breaks", "212": "standing_order"}
_COUNTS = frozenset({"062", "072"})
_DEPUTY = "112"
_ROUND_DATES = "132"
NAME = "012"
# The codes that came with TRF26; an older file does without them.
_SINCE_2026 = frozenset({"182", "192", "202", "212", "222"})


def read_details(lines: Iterable[tuple[int, TrfLine]], others: Collection[str]) -> tuple[str, Details]:
    """The tournament's name and the other facts. Where a line is repeated, the last one counts.

    `others` are the codes of lines that are understood elsewhere.
    """
    name = ""
    facts: dict[str, Any] = {}
    for number, line in lines:
        columns = Columns(number, line.text)
        if line.code == NAME:
            name = columns.words(5)
        elif line.code in _TEXTS:
            facts[_TEXTS[line.code]] = columns.words(5)
        elif line.code in _LISTS:
            codes = (code.strip() for code in columns.words(5).split(","))
            facts[_LISTS[line.code]] = tuple(code for code in codes if code)
        elif line.code == _DEPUTY:
            facts["deputy_arbiters"] = (*facts.get("deputy_arbiters", ()), columns.words(5))
        elif line.code == _ROUND_DATES:
            facts["round_dates"] = _read_dates(columns)
        elif line.text.strip() and line.code not in others and line.code not in _COUNTS:
            facts["other_lines"] = (*facts.get("other_lines", ()), line.text)
    return name, Details(**facts)


def write_details(
    name: str, details: Details, *, players: int, rated: int, since_2026: bool
) -> Iterator[str]:
    yield f"{NAME} {one_line(name, 1000)}".rstrip()
    counts = {"092": (f"062 {players}", f"072 {rated}")}
    after = {"102": _deputies(details), "122": _round_dates(details)}
    for code, attribute in _TEXTS.items():
        yield from counts.get(code, ())
        text = one_line(getattr(details, attribute), 1000).strip()
        if text and (since_2026 or code not in _SINCE_2026):
            yield f"{code} {text}"
        yield from after.get(code, ())
    for code, attribute in _LISTS.items():
        codes = ",".join(one_line(each, 20) for each in getattr(details, attribute))
        if codes and since_2026:
            yield f"{code} {codes}"


def _deputies(details: Details) -> list[str]:
    return [f"{_DEPUTY} {one_line(deputy, 1000)}" for deputy in details.deputy_arbiters]


def _round_dates(details: Details) -> list[str]:
    if not details.round_dates:
        return []
    dates = "  ".join(f"{one_line(date, _DATE_WIDTH):{_DATE_WIDTH}}" for date in details.round_dates)
    return [f"{_ROUND_DATES}".ljust(cell_column(1) - 1) + dates.rstrip()]


def _read_dates(columns: Columns) -> tuple[str, ...]:
    filled = len(columns.text.rstrip())
    return tuple(
        columns.words(first, first + _DATE_WIDTH - 1)
        for first in range(cell_column(1), filled + 1, ROUND_WIDTH)
    )

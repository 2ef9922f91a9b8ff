"""What the archive keeps of a valid record: heads for lists, texts for readers, and keys to compare and look up by.

Pure code: a record of the engine goes in, plain values come out. `manage.py verify` computes them again.
"""

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from hashlib import blake2b
from struct import pack
from typing import Final, NamedTuple

from core.db import folding
from engine import registry
from engine.core import Game, Rules, Termination
from engine.record import Line, Record, write
from games.models.game import MAX_TAG_LENGTH, NO_DATE
from players.models.people import MAX_KEY_LENGTH

UNKNOWN_DATE: Final = "????.??.??"
_DATE: Final = re.compile(r"([0-9]{4})[.-]([0-9]{2}|\?\?)[.-]([0-9]{2}|\?\?)")
UNKNOWN_NAME: Final = "?"
MAX_SEARCH_TEXT_LENGTH: Final = 20_000

# Deeper than this hardly two games share a position, and a key would tell nothing that the moves do not.
MAX_PLIES_WITH_KEYS: Final = 20
BYTES_PER_KEY: Final = 8


class DateSpan(NamedTuple):
    """The first and the last day a date can mean; both None if it says nothing."""

    first: date | None
    last: date | None


NO_SPAN: Final = DateSpan(None, None)


@lru_cache(maxsize=8192)
def date_span(text: str) -> DateSpan:
    """`2026.11.??` is all of November. What is no date says nothing; a day without its month means the whole year."""
    found = _DATE.fullmatch(text.strip())
    if found is None:
        return NO_SPAN
    year, month, day = found.groups()
    try:
        if month == "??":
            return DateSpan(date(int(year), 1, 1), date(int(year), 12, 31))
        if day == "??":
            last = calendar.monthrange(int(year), int(month))[1]
            return DateSpan(date(int(year), int(month), 1), date(int(year), int(month), last))
        exact = date(int(year), int(month), int(day))
    except ValueError:
        return NO_SPAN
    return DateSpan(exact, exact)


@lru_cache(maxsize=8192)
def normalise_date(text: str) -> str:
    """The same for two spellings of a date: `2026-11-12` is `2026.11.12`. What is no date is compared as it is."""
    found = _DATE.fullmatch(text.strip())
    if found is None:
        return UNKNOWN_DATE if not text.strip(" ?.-") else text
    year, month, day = found.groups()
    return f"{year}.??.??" if month == "??" else f"{year}.{month}.{day}"


class UnstorableRecord(Exception):
    """The record is valid and still cannot be written in its canonical form; the message says why."""


@dataclass(frozen=True, slots=True)
class Digest:
    """All values of a game that follow from its record."""

    head: dict[str, object]  # by the names of Game's fields
    canonical: str
    plies: str
    start_position: str
    position_keys: bytes  # of the positions from the start on, as far as they are kept
    copy_for: str = ""  # as `Game.copy_for` has it; the record does not say it

    @property
    def key(self) -> str:
        """By which the same game is recognised."""
        return str(self.head["duplicate_key"])

    @property
    def ending(self) -> tuple[str, str]:
        """Result and termination: copies of a game that differ in these are told apart."""
        return str(self.head["recorded_result"]), str(self.head["recorded_termination"])

    @property
    def copy(self) -> tuple[str, ...]:
        """What a game is unique by."""
        return (self.key, *self.ending, self.copy_for)


def digest_record(record: Record) -> Digest:
    """Everything to be stored about a valid record."""
    rules, final = record.rules, record.final
    if rules is None or final is None or record.errors:
        raise ValueError("only valid records are stored")
    try:
        canonical = write(record)
    except ValueError as error:
        raise UnstorableRecord(str(error)) from error
    tags = record.tags
    first, second = (tags.get(tag, UNKNOWN_NAME) for tag in rules.player_tags)
    date = tags.get("Date", UNKNOWN_DATE)
    span = date_span(date)
    start = rules.start_position(tags)
    plies = " ".join(record.main.plies)
    description = registry.description(rules.name)
    handicap = description.handicap
    first_express, second_express = handicap.levels_of(start) if handicap else (0, 0)
    head: dict[str, object] = {
        "kind": rules.name,
        "first_name": shorten_tag(first),
        "second_name": shorten_tag(second),
        "first_key": name_key(first),
        "second_key": name_key(second),
        "event": _known(tags, "Event"),
        "event_key": fold_words(_known(tags, "Event"))[:MAX_TAG_LENGTH],
        "site": _known(tags, "Site"),
        "round": _known(tags, "Round"),
        "board": _known(tags, "Board"),
        "date": "" if date == UNKNOWN_DATE else shorten_tag(date),
        "date_from": span.first,
        "date_to": span.last,
        "sort_date": span.first or NO_DATE,
        "result": tags["Result"],
        "termination": tags["Termination"],
        "recorded_result": tags["Result"],
        "recorded_termination": tags["Termination"],
        "rule": _rule(record, final),
        "ply_count": len(record.main.plies),
        "setup": description.start_of(rules.canonical_tags(tags)) if description.starts else "",
        "first_express": first_express,
        "second_express": second_express,
        "final_position": final.position(),
        "search_text": _search_text(record, first, second),
        "duplicate_key": duplicate_key(rules, start, first, second, date, plies),
    }
    return Digest(head, canonical, plies, start, pack_keys(final.keys(MAX_PLIES_WITH_KEYS + 1)))


def pack_keys(keys: list[int]) -> bytes:
    """Keys of positions, eight bytes each."""
    return pack(f">{len(keys)}q", *keys)


def duplicate_key(rules: Rules, start: str, first: str, second: str, date: str, plies: str) -> str:
    """Equal for the same game: kind, start, players and date (spelt alike or not), and plies. Nothing else counts.

    Set-ups that may be hidden are no part of it: somebody who sends moves that everybody may follow, with a guess at
    the pieces, would learn from the word "duplicate" that the guess is right.
    """
    known_start = "" if len(rules.views) > 1 else start
    players = (name_key(name) or name for name in (first, second))
    parts = (rules.name, known_start, *players, normalise_date(date), plies)
    return blake2b("\n".join(parts).encode(), digest_size=20).hexdigest()


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """How a player's name is compared; empty if it is unknown."""
    return folding.comparison_key(name)[:MAX_KEY_LENGTH]


def shorten_tag(text: str) -> str:
    return text if len(text) <= MAX_TAG_LENGTH else f"{text[: MAX_TAG_LENGTH - 1]}…"


@lru_cache(maxsize=4096)
def fold_words(text: str) -> str:
    """Words without accents, case and punctuation, in their order: what searches compare."""
    return folding.sort_key(text.replace(",", " "))


def _known(tags: dict[str, str], name: str) -> str:
    value = tags.get(name, "")
    return "" if value == UNKNOWN_NAME else shorten_tag(value)


def _rule(record: Record, final: Game) -> str:
    if record.termination is not Termination.NORMAL:
        return ""
    outcome = final.outcome() or final.accepted_draw()
    return outcome.rule if outcome else ""


def _search_text(record: Record, first: str, second: str) -> str:
    tags = record.tags
    pieces = [first, second, *(tags.get(name, "") for name in ("Event", "Site", "Round"))]
    words = [fold_words(piece) for piece in pieces]
    if record.main.notes:
        words.append(fold_words(" ".join(_comments(record.main))[:MAX_SEARCH_TEXT_LENGTH]))
    return " ".join(filter(None, words))[:MAX_SEARCH_TEXT_LENGTH]


def _comments(line: Line) -> Iterator[str]:
    for note in line.notes.values():
        for remark in note.remarks:
            if isinstance(remark, str):
                yield remark
            else:
                yield from _comments(remark)

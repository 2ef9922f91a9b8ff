"""What the archive keeps of a valid record: heads for lists, texts for readers, and keys to compare and look up by.

Pure code: a record of the engine goes in, plain values come out. `manage.py verify` computes them again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from struct import pack
from typing import Final

from engine.core import Game, Rules, Termination
from engine.record import Line, Record, write
from games.dates import UNKNOWN, comparable, span_of
from games.models.game import LONGEST_TAG, NO_DATE, GameSetup
from players import names
from players.models.person import LONGEST_KEY

UNKNOWN_NAME: Final = "?"
LONGEST_SEARCH_TEXT: Final = 20_000
# Deeper than this hardly two games share a position, and a key would tell nothing that the moves do not.
PLIES_WITH_KEYS: Final = 20
BYTES_OF_A_KEY: Final = 8


class CannotBeStored(Exception):
    """The record is valid and still cannot be written in its canonical form; the message says why."""


@dataclass(frozen=True, slots=True)
class Digest:
    """All values of a game that follow from its record."""

    head: dict[str, object]  # by the names of Game's fields
    canonical: str
    plies: str
    start_position: str
    position_keys: bytes  # of the positions from the start on, as far as they are kept

    @property
    def key(self) -> str:
        """By which the same game is recognised."""
        return str(self.head["duplicate_key"])


def digest_of(record: Record) -> Digest:
    """Everything to be stored about a valid record."""
    rules, final = record.rules, record.final
    if rules is None or final is None or record.errors:
        raise ValueError("only valid records are stored")
    try:
        canonical = write(record)
    except ValueError as error:
        raise CannotBeStored(str(error)) from error
    tags = record.tags
    first, second = (tags.get(tag, UNKNOWN_NAME) for tag in rules.player_tags)
    date = tags.get("Date", UNKNOWN)
    span = span_of(date)
    start = rules.start_position(tags)
    plies = " ".join(record.main.plies)
    first_express, second_express = _express(rules, start)
    head: dict[str, object] = {
        "kind": rules.name,
        "first_name": shortened(first),
        "second_name": shortened(second),
        "first_key": name_key(first),
        "second_key": name_key(second),
        "event": _known(tags, "Event"),
        "event_key": folded(_known(tags, "Event"))[:LONGEST_TAG],
        "site": _known(tags, "Site"),
        "round": _known(tags, "Round"),
        "board": _known(tags, "Board"),
        "date": "" if date == UNKNOWN else shortened(date),
        "date_from": span.first,
        "date_to": span.last,
        "sort_date": span.first or NO_DATE,
        "result": tags["Result"],
        "termination": tags["Termination"],
        "rule": _rule(record, final),
        "ply_count": len(record.main.plies),
        "setup": _setup(rules, tags).value,
        "first_express": first_express,
        "second_express": second_express,
        "final_position": final.position(),
        "search_text": _search_text(record, first, second),
        "duplicate_key": duplicate_key(rules, start, first, second, date, plies),
    }
    return Digest(head, canonical, plies, start, packed(final.keys(PLIES_WITH_KEYS + 1)))


def packed(keys: list[int]) -> bytes:
    """Keys of positions, eight bytes each."""
    return pack(f">{len(keys)}q", *keys)


def duplicate_key(rules: Rules, start: str, first: str, second: str, date: str, plies: str) -> str:
    """Equal for the same game: kind, start, players and date (spelt alike or not), and plies. Nothing else counts.

    Set-ups that may be hidden are no part of it: whoever sends moves that everybody may follow, with a guess at the
    pieces, would be told by the word "duplicate" that the guess is right.
    """
    known_start = "" if len(rules.views) > 1 else start
    players = (name_key(name) or name for name in (first, second))
    parts = (rules.name, known_start, *players, comparable(date), plies)
    return blake2b("\n".join(parts).encode(), digest_size=20).hexdigest()


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """How a player's name is compared; empty if it is unknown."""
    return names.comparison_key(name)[:LONGEST_KEY]


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST_TAG else f"{text[: LONGEST_TAG - 1]}…"


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Words without accents, case and punctuation, in their order: what searches compare."""
    return names.sort_key(text.replace(",", " "))


def _known(tags: dict[str, str], name: str) -> str:
    value = tags.get(name, "")
    return "" if value == UNKNOWN_NAME else shortened(value)


def _setup(rules: Rules, tags: dict[str, str]) -> GameSetup:
    if "Position" in rules.tags:
        own = rules.canonical_tags(tags)
        if "Position" in own:
            return GameSetup.POSITION
        return GameSetup.OPEN if own.get("Setup") == "open" else GameSetup.CLOSED
    return GameSetup.CHOSEN


def _express(rules: Rules, start: str) -> tuple[int, int]:
    """Both levels stand at the end of the start position, of a game that has them."""
    if not any(tag.endswith("Express") for tag in rules.tags):
        return 0, 0
    first, _, second = start.rpartition(" ")[2].partition("-")
    return int(first), int(second)


def _rule(record: Record, final: Game) -> str:
    if record.termination is not Termination.NORMAL:
        return ""
    outcome = final.outcome() or final.accepted_draw()
    return outcome.rule if outcome else ""


def _search_text(record: Record, first: str, second: str) -> str:
    tags = record.tags
    pieces = [first, second, *(tags.get(name, "") for name in ("Event", "Site", "Round"))]
    words = [folded(piece) for piece in pieces]
    if record.main.notes:
        words.append(folded(" ".join(_comments(record.main))[:LONGEST_SEARCH_TEXT]))
    return " ".join(filter(None, words))[:LONGEST_SEARCH_TEXT]


def _comments(line: Line) -> Iterator[str]:
    for note in line.notes.values():
        for remark in note.remarks:
            if isinstance(remark, str):
                yield remark
            else:
                yield from _comments(remark)

"""What verbs are given: options that several share, files and standard input, and the error of wrong usage."""

from __future__ import annotations

import io
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TextIO

from .. import registry
from ..core import Rules
from ..record import RawRecord, Record, read_raw, split

STANDARD_INPUT = "-"


class UsageError(Exception):
    """What is wrong with the arguments, in one sentence."""


def add_files(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="*", metavar="FILE", default=["-"], help="records; - is standard input"
    )


def add_json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def add_game(parser: ArgumentParser, *, required: bool) -> None:
    parser.add_argument("--game", choices=registry.names(), required=required, help="the game")


def add_view(parser: ArgumentParser) -> None:
    parser.add_argument("--view", help="show what this onlooker knows (games with hidden pieces)")


def checked_view(view: str | None, rules: Rules) -> str | None:
    """The view asked for, if the game has it."""
    if view is not None and view not in rules.views:
        raise UsageError(f"{rules.tag} has no view {view}; it has {', '.join(rules.views)}.")
    return view


def records_of(name: str) -> Iterator[Record]:
    """The records of a file (or of standard input), one by one; wrong bytes are the reader's matter."""
    return map(read_raw, raw_records_of(name))


def raw_records_of(name: str) -> Iterator[RawRecord]:
    """The same, split but not read yet."""
    if name == STANDARD_INPUT:
        yield from split(_standard_input())
        return
    try:
        with Path(name).open(encoding="utf-8", errors="surrogateescape") as stream:
            yield from split(stream)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}.") from error


def positions_of(argument: str) -> Iterator[str]:
    """The position given as argument; for `-` those on standard input, one a line."""
    if argument != STANDARD_INPUT:
        yield argument
        return
    count = 0
    for line in _standard_input():
        if text := line.strip():
            count += 1
            yield text
    if not count:
        print("kiebitz-engine: there is no position on standard input.", file=sys.stderr)


def _standard_input() -> TextIO:
    stream = sys.stdin
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    return stream


def for_each_record(names: Iterable[str], act: Callable[[str, Record], None]) -> int:
    """Act on each record of these files, named and in order; 1 if any of them was broken, else 0."""
    status = 0
    for name in names:
        count = 0
        for record in records_of(name):
            count += 1
            if not record.ok:
                status = 1
            act(name, record)
        if not count:
            complain_about_empty(name)
    return status


def complain_about_empty(name: str) -> None:
    """An empty input is not wrong, but hardly what was meant."""
    where = "on standard input" if name == STANDARD_INPUT else f"in {name}"
    print(f"kiebitz-engine: there is no record {where}.", file=sys.stderr)

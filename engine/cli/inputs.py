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
from ..record import Record, read

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
    if name == STANDARD_INPUT:
        yield from read(_standard_input())
        return
    try:
        with Path(name).open(encoding="utf-8", errors="surrogateescape") as stream:
            yield from read(stream)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}.") from error


def positions_of(argument: str) -> Iterator[str]:
    """The position given as argument; for `-` those on standard input, one a line."""
    if argument != STANDARD_INPUT:
        yield argument
        return
    for line in _standard_input():
        if text := line.strip():
            yield text


def _standard_input() -> TextIO:
    stream = sys.stdin
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    return stream


def for_each_record(names: Iterable[str], act: Callable[[str, Record], None]) -> int:
    """Act on each record of these files, named and in order; 1 if any of them was broken, else 0."""
    status = 0
    for name in names:
        for record in records_of(name):
            if not record.ok:
                status = 1
            act(name, record)
    return status

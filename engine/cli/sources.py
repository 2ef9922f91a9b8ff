"""Where verbs read from: files, or standard input for `-`."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from engine.cli.usage import WrongUsage
from engine.record import Record, read

STANDARD_INPUT = "-"


def records_of(name: str) -> Iterator[Record]:
    """The records of a file (or of standard input), one by one; wrong bytes are the reader's matter."""
    if name == STANDARD_INPUT:
        yield from read(_standard_input())
        return
    try:
        with Path(name).open(encoding="utf-8", errors="surrogateescape") as stream:
            yield from read(stream)
    except OSError as error:
        raise WrongUsage(f"{name} cannot be read: {error.strerror}.") from error


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

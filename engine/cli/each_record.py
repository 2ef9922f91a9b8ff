"""The loop of the verbs that go through records one by one, and the exit status that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.cli.sources import records_of
from engine.record import Record


def for_each_record(names: Iterable[str], act: Callable[[str, Record], None]) -> int:
    """Act on each record of these files, named and in order; 1 if any of them was broken, else 0."""
    status = 0
    for name in names:
        for record in records_of(name):
            if not record.ok:
                status = 1
            act(name, record)
    return status

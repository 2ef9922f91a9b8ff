"""`write FILE`: the canonical form of every valid record, or the same games in another program's format."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable

from ..record import Record, write
from .inputs import UsageError, add_files, for_each_record
from .reports import complain_about_record

HELP = "print records in their canonical form, or in another program's"


@runtime_checkable
class Exporting(Protocol):
    """Rules of a game whose records can be written in foreign formats."""

    @property
    def exporters(self) -> Mapping[str, Callable[[Record], str]]:
        """What writes a record, by the format's name."""


def add_arguments(parser: ArgumentParser) -> None:
    add_files(parser)
    parser.add_argument(
        "--format", metavar="NAME", help="another program's format, as pdn (default: the canonical form)"
    )


def run(arguments: Namespace) -> int:
    """Broken records are left out and reported on standard error."""
    separator = ""

    def print_canonical(name: str, record: Record) -> None:
        nonlocal separator
        if not record.ok:
            complain_about_record(name, record)
            return
        print(f"{separator}{_written(record, arguments.format)}", end="")
        separator = "\n"

    return for_each_record(arguments.files, print_canonical)


def _written(record: Record, name: str | None) -> str:
    if name is None or record.rules is None:
        return write(record)
    exporters = record.rules.exporters if isinstance(record.rules, Exporting) else {}
    if name not in exporters:
        raise UsageError(f"Games of {record.rules.tag} cannot be written as {name}.")
    return exporters[name](record)

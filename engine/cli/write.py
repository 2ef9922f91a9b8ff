"""`write FILE`: the canonical form of every valid record."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..record import Record, write
from .inputs import add_files, for_each_record
from .reports import complain_about_record

HELP = "print records in their canonical form"


def add_arguments(parser: ArgumentParser) -> None:
    add_files(parser)


def run(arguments: Namespace) -> int:
    """Broken records are left out and reported on standard error."""
    separator = ""

    def print_canonical(name: str, record: Record) -> None:
        nonlocal separator
        if not record.ok:
            complain_about_record(name, record)
            return
        print(f"{separator}{write(record)}", end="")
        separator = "\n"

    return for_each_record(arguments.files, print_canonical)

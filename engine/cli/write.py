"""`write FILE`: the canonical form of every valid record."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..record import write
from .inputs import add_files, records_of
from .reports import complain_about_record

HELP = "print records in their canonical form"


def add_arguments(parser: ArgumentParser) -> None:
    add_files(parser)


def run(arguments: Namespace) -> int:
    """Broken records are left out and reported on standard error."""
    status = 0
    separator = ""
    for name in arguments.files:
        for record in records_of(name):
            if not record.ok:
                complain_about_record(name, record)
                status = 1
                continue
            print(f"{separator}{write(record)}", end="")
            separator = "\n"
    return status

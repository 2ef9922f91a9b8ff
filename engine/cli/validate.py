"""`validate FILE…`: say of each record whether it is valid, and what is wrong with it if not."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..record import Record
from .inputs import add_files, add_json, for_each_record
from .reports import error_as_json, print_json, record_as_json

HELP = "check records by the rules"


def add_arguments(parser: ArgumentParser) -> None:
    add_files(parser)
    add_json(parser)


def run(arguments: Namespace) -> int:
    return for_each_record(arguments.files, _print_as_json if arguments.json else _print_as_sentences)


def _print_as_json(name: str, record: Record) -> None:
    errors = [error_as_json(error) for error in record.errors]
    print_json({**record_as_json(name, record), "errors": errors})


def _print_as_sentences(name: str, record: Record) -> None:
    if record.ok and record.rules is not None:
        ended = f"{len(record.main.plies)} plies, {record.result} {record.termination}"
        print(f"{name}: record {record.number}: valid, {record.rules.tag}, {ended}")
    for error in record.errors:
        print(f"{name}: {error} [{error.code}]")

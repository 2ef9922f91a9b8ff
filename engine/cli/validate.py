"""`validate FILE…`: say of each record whether it is valid, and what is wrong with it if not."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from engine.cli.options import add_files, add_json
from engine.cli.reports import error_as_json, print_json
from engine.cli.sources import records_of
from engine.record import Record

HELP = "check records by the rules"


def add_arguments(parser: ArgumentParser) -> None:
    add_files(parser)
    add_json(parser)


def run(arguments: Namespace) -> int:
    status = 0
    for name in arguments.files:
        for record in records_of(name):
            if not record.ok:
                status = 1
            if arguments.json:
                _print_as_json(name, record)
            else:
                _print_as_sentences(name, record)
    return status


def _print_as_json(name: str, record: Record) -> None:
    print_json(
        {
            "file": name,
            "record": record.number,
            "ok": record.ok,
            "game": record.rules.tag if record.rules else None,
            "plies": len(record.main.plies),
            "result": record.result,
            "termination": record.termination,
            "errors": [error_as_json(error) for error in record.errors],
        }
    )


def _print_as_sentences(name: str, record: Record) -> None:
    if record.ok and record.rules is not None:
        ended = f"{len(record.main.plies)} plies, {record.result} {record.termination}"
        print(f"{name}: record {record.number}: valid, {record.rules.tag}, {ended}")
    for error in record.errors:
        print(f"{name}: {error} [{error.code}]")

"""`adjudicate FILE…`: what the rules and the event's regulations say about each record, with ply and rule."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from ..adjudication.report import AdjudicationReport, adjudicate
from ..record import Record
from .inputs import add_files, add_json, for_each_record
from .reports import complain_about_record, print_json, record_as_json

HELP = "report on draws: dead positions, repetitions, offers, limits"


def add_arguments(parser: ArgumentParser) -> None:
    add_files(parser)
    parser.add_argument(
        "--no-capture-limit",
        type=_limit,
        metavar="N",
        help="the event's limit on plies without a capture (default: none)",
    )
    add_json(parser)


def run(arguments: Namespace) -> int:
    def report_on(name: str, record: Record) -> None:
        if not record.ok:
            complain_about_record(name, record)
        report = adjudicate(record, no_capture_limit=arguments.no_capture_limit)
        if arguments.json:
            print_json({**record_as_json(name, record), **report.as_json()})
        else:
            _print_as_sentences(name, record, report)

    return for_each_record(arguments.files, report_on)


def _print_as_sentences(name: str, record: Record, report: AdjudicationReport) -> None:
    where = f"{name}: record {record.number}"
    for finding in report.findings:
        print(
            f"{where}, ply {finding.ply}: {finding.message} ({finding.rule}) [{finding.kind}: {finding.verdict}]"
        )
    if report.fits:
        print(f"{where}: the result {record.result} {record.termination} fits.")
    elif report.objection:
        print(f"{where}: the result does not fit: {report.objection}")


def _limit(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) > 0):
        raise ArgumentTypeError(f"a limit is a number of plies from 1 on, not {text}")
    return int(text)

"""`validate FILE…`: say of each record whether it is valid, and what is wrong with it if not."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeAlias

from ..record import RawRecord, Record, read_raw
from .colours import Colour, paint, wants_colour
from .inputs import STANDARD_INPUT, add_files, add_json, complain_about_empty, raw_records_of
from .progress_bar import ProgressBar
from .reports import error_as_json, record_as_json

HELP = "check records by the rules"

MAX_JOBS = 256
# A batch goes to a process at once: large enough to be worth the way, small enough to keep all of them busy to the end.
_BATCH_RECORDS = 50
_BATCH_CHARACTERS = 1 << 18
_BATCHES_A_JOB = 3  # on their way at a time, so that memory does not grow with the file


class _Style(NamedTuple):
    """How records are told."""

    json: bool
    quiet: bool
    colours: bool


class _Told(NamedTuple):
    """What is to be printed of a batch, and how many of its records are valid."""

    lines: list[str]
    valid: int


# The name of their file, and records of it.
_Batch: TypeAlias = tuple[str, list[RawRecord]]


def add_arguments(parser: ArgumentParser) -> None:
    add_files(parser)
    parser.add_argument(
        "--jobs", type=_jobs, default=1, metavar="N", help="check in so many processes; 0: one a processor"
    )
    parser.add_argument("--quiet", action="store_true", help="tell errors only, without a summary")
    add_json(parser)


def run(arguments: Namespace) -> int:
    style = _Style(arguments.json, arguments.quiet, wants_colour(sys.stdout))
    records = valid = characters = 0
    with ProgressBar(_size(arguments.files), sys.stderr, _share) as progress:
        progress.shown &= arguments.quiet or not sys.stdout.isatty()
        for batch, told in _judged(_batches(arguments.files), style, arguments.jobs):
            if told.lines:
                progress.clear()
                print("\n".join(told.lines))
            records += len(batch[1])
            valid += told.valid
            characters += sum(len(raw.text) for raw in batch[1])
            progress.reach(min(characters, progress.total))
    if not arguments.quiet:
        print(_summary(records, valid), file=sys.stderr)
    return 0 if valid == records else 1


def _batches(names: Iterable[str]) -> Iterator[_Batch]:
    for name in names:
        batch: list[RawRecord] = []
        size = count = 0
        for raw in raw_records_of(name):
            batch.append(raw)
            count += 1
            size += len(raw.text)
            if len(batch) == _BATCH_RECORDS or size > _BATCH_CHARACTERS:
                yield name, batch
                batch, size = [], 0
        if batch:
            yield name, batch
        if not count:
            complain_about_empty(name)


def _judged(batches: Iterator[_Batch], style: _Style, jobs: int) -> Iterator[tuple[_Batch, _Told]]:
    """The batches in order, each with what is to be said of it."""
    # The first one here: it fills the tables that processes then have from the start, and it may be the only one.
    for batch in islice(batches, 1) if jobs > 1 else batches:
        yield batch, _judge(batch, style)
    if jobs == 1:
        return
    from concurrent.futures import Future, ProcessPoolExecutor  # takes longer to load than most commands take

    with ProcessPoolExecutor(jobs) as pool:
        waiting: deque[tuple[_Batch, Future[_Told]]] = deque()
        for batch in batches:
            waiting.append((batch, pool.submit(_judge, batch, style)))
            if len(waiting) >= jobs * _BATCHES_A_JOB:
                first, told = waiting.popleft()
                yield first, told.result()
        for first, told in waiting:
            yield first, told.result()


def _judge(batch: _Batch, style: _Style) -> _Told:
    name, raws = batch
    lines: list[str] = []
    valid = 0
    for raw in raws:
        record = read_raw(raw)
        valid += record.ok
        if style.json:
            if not (style.quiet and record.ok):
                lines.append(_as_json(name, record))
        else:
            lines += _as_sentences(name, record, style)
    return _Told(lines, valid)


def _as_json(name: str, record: Record) -> str:
    errors = [error_as_json(error) for error in record.errors]
    return json.dumps({**record_as_json(name, record), "errors": errors}, ensure_ascii=False)


def _as_sentences(name: str, record: Record, style: _Style) -> Iterator[str]:
    if record.ok and record.rules is not None and not style.quiet:
        word = paint("valid", Colour.GREEN, wanted=style.colours)
        ended = f"{len(record.main.plies)} plies, {record.result} {record.termination}"
        yield f"{name}: record {record.number}: {word}, {record.rules.tag}, {ended}"
    for error in record.errors:
        yield f"{name}: {error} {paint(f'[{error.code}]', Colour.RED, wanted=style.colours)}"


def _summary(records: int, valid: int) -> str:
    counted = "1 record" if records == 1 else f"{records} records"
    if not records:
        return "no records."
    return (
        f"{counted}: all valid." if valid == records else f"{counted}: {valid} valid, {records - valid} not."
    )


def _size(names: Iterable[str]) -> int:
    """Of all files together, in bytes; 0 if standard input is among them."""
    try:
        return sum(Path(name).stat().st_size for name in names) if STANDARD_INPUT not in names else 0
    except OSError:
        return 0  # which reading it will tell


def _share(done: int, total: int) -> str:
    return f"{100 * done // total} %"


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= MAX_JOBS):
        raise ArgumentTypeError(f"a number of processes is from 0 to {MAX_JOBS}, not {text}")
    return int(text) or os.cpu_count() or 1

"""`convert FILE…`: games of other programs as records, thousands in one go; directories and zip files too."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, TextIO

from .. import registry
from ..core import EngineError, Importer
from ..record import Record, write
from ..splitting import split_games
from .foreign_files import ForeignFile, foreign_files
from .inputs import UsageError, add_json
from .progress_bar import ProgressBar
from .reports import print_json

HELP = "turn games of other programs into records"


class ConvertCode(StrEnum):
    """What can be wrong with a file before its format is known."""

    UNKNOWN_FORMAT = "import-unknown-format"
    NOT_READABLE = "import-not-readable"


class _Converted(NamedTuple):
    """One file's fate: its record, or why there is none."""

    file: str
    record: Record | None
    error: EngineError | None


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="game files, directories and zip files; - is standard input"
    )
    parser.add_argument("--output", metavar="FILE", help="write the records there, not to standard output")
    add_json(parser)


def run(arguments: Namespace) -> int:
    importers = [importer for name in registry.names() for importer in registry.rules(name).importers]
    with ExitStack() as resources:
        files = foreign_files(arguments.files, resources)
        output = _output(arguments.output, resources)
        progress = resources.enter_context(ProgressBar(len(files), sys.stderr))
        failures: Counter[str] = Counter()
        games = 0
        for file in files:
            for converted in _convert(file, importers):
                games += 1
                if converted.record is not None and (arguments.output or not arguments.json):
                    output.write(f"{write(converted.record)}\n")
                if converted.error is not None:
                    failures[converted.error.code.value] += 1
                    if not arguments.json:
                        progress.say(f"{converted.file}: {converted.error} [{converted.error.code}]")
                if arguments.json:
                    print_json(_as_json(converted, with_text=not arguments.output))
            progress.step()
    print(_summary(len(files), games, failures), file=sys.stderr)
    return 1 if failures else 0


def _convert(file: ForeignFile, importers: list[Importer]) -> Iterator[_Converted]:
    """The games of a file, mostly one; where there are several, each is named by its line."""
    try:
        data = file.read()
    except OSError as error:
        yield _Converted(file.name, None, EngineError(ConvertCode.NOT_READABLE, "", str(error)))
        return
    importer = next((each for each in importers if each.recognises(data)), None)
    if importer is None:
        known = " nor ".join(importer.name for importer in importers)
        message = f"The format is unknown: this is neither {known}."
        yield _Converted(file.name, None, EngineError(ConvertCode.UNKNOWN_FORMAT, "", message))
        return
    for number, game in enumerate(split_games(BytesIO(data), importer.beginning)):
        name = f"{file.name}, line {game.line}" if number else file.name
        try:
            record = importer.convert(game.data, Path(file.name).name)
        except EngineError as error:
            yield _Converted(name, None, error)
        else:
            yield _checked(name, record)


def _checked(name: str, record: Record) -> _Converted:
    """A record that is not valid is not written, whoever made it."""
    if record.ok:
        return _Converted(name, record, None)
    first = record.errors[0]
    return _Converted(name, None, EngineError(first.code, first.rule, first.message))


def _as_json(converted: _Converted, *, with_text: bool) -> dict[str, object]:
    record, error = converted.record, converted.error
    found: dict[str, object] = {"file": converted.file, "ok": error is None}
    if record is not None:
        found |= {"plies": len(record.main.plies), "result": record.result, "termination": record.termination}
        if with_text:
            found["record"] = write(record)
    if error is not None:
        found["error"] = {"code": error.code.value, "rule": error.rule or None, "message": error.message}
    return found


def _summary(file_count: int, total: int, failures: Counter[str]) -> str:
    files = "1 file" if file_count == 1 else f"{file_count} files"
    if total != file_count:
        files += f" with {total} games"
    failed = failures.total()
    if not failed:
        return f"{files}: all converted."
    reasons = "".join(f"\n{count:8} {code}" for code, count in failures.most_common())
    return f"{files}: {total - failed} converted, {failed} not:{reasons}"


def _output(name: str | None, resources: ExitStack) -> TextIO:
    if name is None:
        return sys.stdout
    try:
        return resources.enter_context(Path(name).open("w", encoding="utf-8", newline="\n"))
    except OSError as error:
        raise UsageError(f"{name} cannot be written: {error.strerror}.") from error

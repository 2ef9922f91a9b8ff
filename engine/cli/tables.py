"""`tables --game NAME`: what a game's module in the browser works on, as an ES module.

The file is committed beside the module; `--check FILE` says whether it is what the rules give today.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol, runtime_checkable

from .. import registry
from .inputs import UsageError, add_game

HELP = "print the tables of a game for its module in the browser"


@runtime_checkable
class Tabled(Protocol):
    """Rules of a game that has a module in the browser."""

    def tables(self) -> Mapping[str, object]:
        """Everything the module knows of the rules, as plain JSON."""


def add_arguments(parser: ArgumentParser) -> None:
    add_game(parser, required=True)
    parser.add_argument("--json", action="store_true", help="print JSON instead of an ES module")
    files = parser.add_mutually_exclusive_group()
    files.add_argument("--write", metavar="FILE", type=Path, help="write the module to this file")
    files.add_argument("--check", metavar="FILE", type=Path, help="say whether this file is up to date")


def run(arguments: Namespace) -> int:
    rules = registry.rules(arguments.game)
    if not isinstance(rules, Tabled):
        raise UsageError(f"{rules.tag} has no module in the browser, and so no tables.")
    # One entry a line: a change of the rules is then seen in a diff.
    entries = ",\n".join(
        f"{json.dumps(name)}:{json.dumps(value, separators=(',', ':'))}"
        for name, value in rules.tables().items()
    )
    text = f"{{\n{entries}\n}}"
    command = f"python -m engine tables --game {rules.name}"
    if not arguments.json:
        text = f"// Made by `{command}`; not to be changed by hand.\nexport const TABLES = {text};"
    path: Path | None = arguments.check or arguments.write
    if path is None:
        print(text)
    elif arguments.write:
        _write(path, f"{text}\n")
    elif _read(path) != f"{text}\n":
        print(f"{path} is not what the rules give today: write it with {command} --write {path}")
        return 1
    return 0


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error

"""The command line: one small module a verb, each with `HELP`, `add_arguments(parser)` and `run(arguments)`.

A new verb is one module here and one line in `VERBS`. Verbs ask the registry and the protocols of
`engine.core`; none of them knows which game it serves. They return 0 if everything was valid and 1 if
something was not; `WrongUsage` ends the program with 2.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from importlib import import_module
from typing import NoReturn

from .. import __version__
from .inputs import UsageError

VERBS = (
    "validate",
    "replay",
    "moves",
    "perft",
    "dead",
    "adjudicate",
    "render",
    "write",
    "convert",
    "random",
    "tables",
)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. The exit status: 0 valid, 1 invalid records or positions, 2 wrong usage."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    parsed = _parser().parse_args(arguments)
    try:
        status: int = parsed.run(parsed)
        sys.stdout.flush()
    except UsageError as error:
        print(f"kiebitz-engine: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output has seen enough (`… | head`); nothing more may be written to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="kiebitz-engine", description="The referee for game records.")
    parser.add_argument(
        "--version",
        action=ShowVersion,
        nargs=0,
        help="show the versions of Kiebitz and of the referee, and end",
    )
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True)
    for name in VERBS:
        module = import_module(f".{name}", __package__)
        verb = verbs.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(verb)
        verb.set_defaults(run=module.run)
    return parser


class ShowVersion(argparse.Action):
    """The release that this command belongs to, and the referee that games and verdicts are kept with."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version  # takes longer to load than most commands take

        # Part of the site, or a distribution of its own with the same version.
        distribution = "kiebitz" if str(__package__).startswith("engine.") else "kiebitz-engine"
        print(f"kiebitz-engine {version(distribution)}, referee {__version__}")
        parser.exit()

"""Options that several verbs share."""

from __future__ import annotations

from argparse import ArgumentParser

from engine import registry
from engine.cli.usage import WrongUsage
from engine.core import Rules


def add_files(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="*", metavar="FILE", default=["-"], help="records; - is standard input"
    )


def add_json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def add_game(parser: ArgumentParser, *, required: bool) -> None:
    parser.add_argument("--game", choices=registry.names(), required=required, help="the game")


def add_view(parser: ArgumentParser) -> None:
    parser.add_argument("--view", help="show what this onlooker knows (games with hidden pieces)")


def checked_view(view: str | None, rules: Rules) -> str | None:
    """The view asked for, if the game has it."""
    if view is not None and view not in rules.views:
        raise WrongUsage(f"{rules.tag} has no view {view}; it has {', '.join(rules.views)}.")
    return view

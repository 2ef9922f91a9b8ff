"""`perft --game NAME DEPTH`: the number of complete plies to a depth."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from .. import registry
from ..core import PositionError, TagError
from .inputs import UsageError, add_game, add_json
from .reports import print_json, report_position_error

HELP = "count the plies to a depth"


def add_arguments(parser: ArgumentParser) -> None:
    add_game(parser, required=True)
    parser.add_argument("depth", metavar="DEPTH", type=_depth)
    parser.add_argument("--position", metavar="POSITION", help="start from here instead of the usual start")
    add_json(parser)


def run(arguments: Namespace) -> int:
    rules = registry.rules(arguments.game)
    try:
        game = rules.from_position(arguments.position) if arguments.position else rules.start({})
    except PositionError as error:
        report_position_error(error, arguments.position, as_json=arguments.json)
        return 1
    except TagError as error:
        raise UsageError(f"{rules.tag} has no usual start: give a --position.") from error
    position = game.position()
    nodes = rules.perft(game, arguments.depth)
    if arguments.json:
        print_json({"position": position, "depth": arguments.depth, "nodes": nodes})
    else:
        print(nodes)
    return 0


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise ArgumentTypeError(f"a depth is a small number, not {text}")
    return int(text)

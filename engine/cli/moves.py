"""`moves --game NAME POSITION`: the legal moves of a position, sorted, one a line."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from .. import registry
from ..core import PositionError
from .inputs import add_game, add_json, positions_of
from .reports import outcome_as_json, print_json, report_position_error

HELP = "list the legal moves of a position"


def add_arguments(parser: ArgumentParser) -> None:
    add_game(parser, required=True)
    parser.add_argument("position", metavar="POSITION", help="a position string; - reads them one a line")
    add_json(parser)


def run(arguments: Namespace) -> int:
    rules = registry.rules(arguments.game)
    status = 0
    for position in positions_of(arguments.position):
        try:
            game = rules.from_position(position)
        except PositionError as error:
            report_position_error(error, position, as_json=arguments.json)
            status = 1
            continue
        moves = sorted(game.legal_moves())
        if arguments.json:
            outcome = outcome_as_json(game.outcome(), rules)
            print_json({"position": position, "moves": [list(move) for move in moves], "outcome": outcome})
        else:
            for move in moves:
                print(*move)
    return status

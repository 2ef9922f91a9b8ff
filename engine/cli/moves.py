"""`moves --game NAME POSITION`: the legal plies of a position, one a line, as records have them.

After some captures there are hundreds of thousands; they are printed as they are made. `--steps` has the moves alone.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from .. import registry
from ..core import PositionError
from .inputs import add_game, add_json, positions_of
from .reports import outcome_as_json, print_json, report_position_error

HELP = "list the legal plies of a position"


def add_arguments(parser: ArgumentParser) -> None:
    add_game(parser, required=True)
    parser.add_argument("position", metavar="POSITION", help="a position string; - reads them one a line")
    parser.add_argument("--steps", action="store_true", help="the moves alone, sorted: origin, target, kind")
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
        if arguments.json:
            moves = sorted(game.legal_moves())
            outcome = outcome_as_json(game.outcome(), rules)
            print_json({"position": position, "moves": [list(move) for move in moves], "outcome": outcome})
        elif arguments.steps:
            for move in sorted(game.legal_moves()):
                print(*move)
        else:
            for ply in game.legal_plies():
                print(ply)
    return status

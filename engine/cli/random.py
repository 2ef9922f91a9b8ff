"""`random --game NAME`: plays a game at random and prints its record."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from random import Random

from .. import registry
from ..core import TagError
from ..record import MAX_PLIES, RecordBuilder, write
from .inputs import UsageError, add_game

HELP = "play a game at random and print its record"
_PLIES = 120


def add_arguments(parser: ArgumentParser) -> None:
    add_game(parser, required=True)
    parser.add_argument("--seed", type=int, metavar="N", help="the same number plays the same game again")
    parser.add_argument(
        "--plies", type=_plies, default=_PLIES, metavar="N", help=f"so many at most (default: {_PLIES})"
    )


def run(arguments: Namespace) -> int:
    """Every legal ply is as likely as any other (`Game.random_ply`)."""
    rules = registry.rules(arguments.game)
    rng = Random(arguments.seed)  # noqa: S311  a game, not a secret
    try:
        builder = RecordBuilder({"Game": rules.tag, **rules.random_tags(rng)})
    except TagError as error:
        raise UsageError(str(error)) from error
    game = builder.game
    while len(game.plies) < arguments.plies and game.outcome() is None:
        game.push(game.random_ply(rng))
    print(write(builder.play(*game.plies).finish()), end="")
    return 0


def _plies(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= MAX_PLIES):
        raise ArgumentTypeError(f"a game has at most {MAX_PLIES} plies, not {text}")
    return int(text)

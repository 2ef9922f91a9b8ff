"""`render POSITION` and `render FILE --ply N`: a board as SVG, or as text, on standard output."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from itertools import islice
from pathlib import Path

from .. import registry
from ..core import PositionError, Rules
from ..drawing import Picture, Theme
from .inputs import STANDARD_INPUT, UsageError, add_game, add_view, checked_view, records_of
from .reports import complain_about_record, report_position_error

HELP = "draw a position, or one of a record, as SVG or as text"
_SMALLEST, _LARGEST = 8, 512


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("source", metavar="POSITION|FILE", help="a position string, or a file of records")
    parser.add_argument(
        "--ply", type=int, metavar="N", help="of a file: after this ply (default: the last one)"
    )
    parser.add_argument(
        "--record", type=int, default=1, metavar="N", help="of a file: this record (default: 1)"
    )
    parser.add_argument("--flip", action="store_true", help="the second player's side at the bottom")
    parser.add_argument("--size", type=_size, default=48, metavar="PIXELS", help="of a square (default: 48)")
    parser.add_argument("--theme", choices=[theme.value for theme in Theme], default=Theme.AUTO.value)
    parser.add_argument("--text", action="store_true", help="a board for the terminal instead of SVG")
    parser.add_argument("--ascii", action="store_true", help="the same without Unicode")
    add_game(parser, required=False)
    add_view(parser)


def run(arguments: Namespace) -> int:
    picture = Picture(size=arguments.size, flip=arguments.flip, theme=Theme(arguments.theme))
    if arguments.source == STANDARD_INPUT or arguments.ply is not None or _is_file(arguments.source):
        return _render_record(arguments, picture)
    return _render_position(arguments, picture)


def _render_record(arguments: Namespace, picture: Picture) -> int:
    name, number = arguments.source, arguments.record
    record = next(islice(records_of(name), number - 1, None), None) if number > 0 else None
    if record is None:
        raise UsageError(f"{name} has no record {number}.")
    status = 0
    if not record.ok:
        complain_about_record(name, record)
        status = 1
    if record.final is None or record.rules is None:
        return status
    plies = list(record.main.texts())
    ply = len(plies) if arguments.ply is None else arguments.ply
    if not 0 <= ply <= len(plies):
        raise UsageError(
            f"There is no ply {ply} in record {number} of {name}: it has {len(plies)} valid ones."
        )
    game = record.start()
    for text in plies[:ply]:
        game.push(text)
    view = checked_view(arguments.view, record.rules)
    shown = picture._replace(last=game.last_squares(), marks=game.marks(view))
    print(_drawn(record.rules, game.position(view), shown, arguments))
    return status


def _render_position(arguments: Namespace, picture: Picture) -> int:
    """Of whichever game the position is, unless one is named."""
    first_error: PositionError | None = None
    for rules in _candidates(arguments.game):
        try:
            print(_drawn(rules, arguments.source, picture, arguments))
        except PositionError as error:
            first_error = first_error or error
        else:
            return 0
    if first_error is not None:
        report_position_error(first_error, arguments.source, as_json=False)
    return 1


def _drawn(rules: Rules, position: str, picture: Picture, arguments: Namespace) -> str:
    if arguments.text or arguments.ascii:
        return rules.board_text(position, unicode=not arguments.ascii, flip=arguments.flip)
    return rules.draw(position, picture)


def _candidates(name: str | None) -> list[Rules]:
    return [registry.rules(game) for game in ([name] if name else registry.names())]


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def _size(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and _SMALLEST <= int(text) <= _LARGEST):
        raise ArgumentTypeError(f"a square has {_SMALLEST} to {_LARGEST} pixels, not {text}")
    return int(text)

"""`replay FILE`: the position after every ply of the main line, ply 0 being the start."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..record import Record
from .inputs import add_files, add_json, add_view, checked_view, for_each_record
from .reports import complain_about_record, print_json

HELP = "print the position after every ply"


def add_arguments(parser: ArgumentParser) -> None:
    add_files(parser)
    add_json(parser)
    add_view(parser)


def run(arguments: Namespace) -> int:
    def replay(name: str, record: Record) -> None:
        if not record.ok:
            complain_about_record(name, record)
        if record.final is not None:
            _replay(record, arguments)

    return for_each_record(arguments.files, replay)


def _replay(record: Record, arguments: Namespace) -> None:
    """Also of a broken record: the plies before its error stay readable."""
    game = record.start()
    view = checked_view(arguments.view, record.rules) if record.rules else None
    _print(record.number, 0, None, game.position(view), as_json=arguments.json)
    for number, text in enumerate(record.main.texts(), 1):
        game.push(text)
        _print(record.number, number, text, game.position(view), as_json=arguments.json)


def _print(record: int, ply: int, move: str | None, position: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"record": record, "ply": ply, "move": move, "position": position})
    else:
        print(f"{record}\t{ply}\t{move or ''}\t{position}")

"""Gravon files made from our own games, clean and dirty: no real file is needed."""

import random

import pytest

from engine import stratego
from engine.core import EngineError
from engine.record import Record
from engine.stratego.gravon import IMPORTERS
from tests.engine.stratego.positions import random_setup

RED = dict(zip("BSCNTLPJOGMF", "BCDEFGHIJKLM", strict=True))
BLUE = dict(zip("BSCNTLPJOGMF", "NOPQRSTUVWXY", strict=True))
FILES = dict(zip("abcdefghij", "ABCDEFGHIK", strict=True))

SETUP = "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"
# Blue's flag stands in his front row, on e7.
BLUE_SETUP = "NNMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTBNNFSBBB"


def square(name: str) -> str:
    """`j10` as Gravon writes it: `K:`."""
    return FILES[name[0]] + name[1:].replace("10", ":")


def field(game: stratego.Game) -> str:
    """The hundred letters of a game's start."""
    letters = ["A"] * 100
    for man in game.seen("open"):
        assert man.kind is not None
        letters[stratego.SQUARES[man.square]] = (RED, BLUE)[man.side][man.kind.letter]
    for name in ("c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6"):
        letters[stratego.SQUARES[name]] = "_"
    return "".join(letters)


def moves(plies: list[str]) -> list[tuple[str, str]]:
    return [
        (square(source), square(target))
        for source, target in (ply.replace("x", "-").split("-") for ply in plies)
    ]


def xml(
    content: str | None,
    plies: list[str],
    *,
    game_type: str = "classic",
    result: tuple[int, int] = (3, 1),
    players: tuple[str, str] = ("Anna", "Bert"),
) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<stratego>", f' <game type = "{game_type}">']
    if content is not None:
        lines.append(f'  <field content="{content}"/>')
    for number, (source, target) in enumerate(moves(plies), start=1):
        lines.append(f'  <move id="{number}" source="{source}" target="{target}"/>')
    lines += [f'  <player id ="{number}">{name}</player>' for number, name in enumerate(players, start=1)]
    lines += [f'  <result type="{result[0]}" winner="{result[1]}"/>', " </game>", "</stratego>"]
    return "\n".join(lines) + "\n"


def gsn(
    content: str | None,
    plies: list[str],
    *,
    version: int = 2,
    game_type: int = 0,
    result: tuple[int, int] = (3, 0),
    players: tuple[str, str] = ("Anna", "Bert"),
) -> str:
    lines = [f"#X38FA11 Stratego-Notation v{version}", f"type {game_type}"]
    if content is not None:
        lines.append(content)
    lines += [f"{source}-{target}" for source, target in moves(plies)]
    lines += ["END", f"{players[0]} vs {players[1]} result {result[0]} winner {result[1]}"]
    return "\n".join(lines) + "\n"


def random_game(chance: random.Random, plies: int) -> tuple[str, str, stratego.Game]:
    """Two set-ups and a random game from them, played to this many plies or to its end."""
    red, blue = random_setup(chance), random_setup(chance)
    game = stratego.Game(red, blue)
    for _ in range(plies):
        legal = list(game.legal_plies())
        if not legal:
            break
        game.push(chance.choice(legal))
    return red, blue, game


START = field(stratego.Game(SETUP, SETUP))
OPENING = ["a4-a5", "j7-j6", "a5-a6", "j6-j5"]


def convert(text: str | bytes, name: str = "") -> Record:
    data = text.encode() if isinstance(text, str) else text
    (importer,) = [importer for importer in IMPORTERS if importer.recognises(data)]
    return importer.convert(data, name)


def refusal(text: str | bytes) -> tuple[str, str]:
    with pytest.raises(EngineError) as caught:
        convert(text)
    return str(caught.value.code), caught.value.message


def flag_game() -> tuple[str, list[str]]:
    """Blue's flag stands on e7; a scout of Red's runs into it."""
    red = "FBMGOJPLTN/BBNCCCCCCC/OJJPPPLLLT/TTNNCNSBBB"
    return field(stratego.Game(red, BLUE_SETUP)), ["e4xe7"]

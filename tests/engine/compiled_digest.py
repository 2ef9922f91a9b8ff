"""A program that prints what a referee says about vectors, random games and broken records, as one line a subject.

`python compiled_digest.py engine` and `python compiled_digest.py kiebitz_engine` must print the same.
"""

import hashlib
import importlib
import json
import random
import sys
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).resolve().parent
PLIES = 60


def main(package: str) -> None:
    def module(name: str) -> Any:  # Any: two packages with the same modules
        return importlib.import_module(f"{package}.{name}")

    print("modules", Path(module("barragoon.game").__file__).suffix, file=sys.stderr)
    texts = []
    for name in ("barragoon", "stratego", "draughts"):
        told = hashlib.sha256()
        rng = random.Random(f"agreement of {name}")
        for _ in range(25):
            game = _random_game(module("registry").rules(name), rng, told)
            tags = {"Game": name, **game.own_tags}
            made = module("record").from_plies(tags, game.played.plies)
            texts.append(module("record").write(made))
        print(name, "games", told.hexdigest())
        if (VECTORS / name / "vectors.json").exists():
            print(name, "vectors", _vectors(module("registry").rules(name), name))
    print("records", _records(module("record"), module("adjudication.report"), texts))


class _Played:
    def __init__(self, played: Any, own_tags: dict[str, str]) -> None:
        self.played = played
        self.own_tags = own_tags


def _random_game(rules: Any, rng: random.Random, told: Any) -> _Played:
    """Everything a game says on its way, also about plies that are not legal, and when they are taken back."""
    tags = rules.random_tags(rng)
    game = rules.start(tags)
    while len(game.plies) < PLIES and game.outcome() is None:
        told.update(f"{game.position()} {sorted(game.legal_moves())} {game.last_squares()}".encode())
        ply = game.random_ply(rng)
        for wrong in (ply[::-1], ply[:-1], ply.replace("-", "x"), ply[3:5] + "-" + ply[:2], "a1-a1", ""):
            told.update(f"{wrong} {game.is_legal(wrong)} {_refusal(game, wrong)}".encode())
        told.update(game.words(ply).encode())
        game.push(ply)
        if rng.random() < 0.1:
            game.pop()
            game.push(ply)
        assert game.copy() == game
    told.update(f"{game.outcome()} {game.keys()} {game.plies}".encode())
    return _Played(game, tags)


def _refusal(game: Any, ply: str) -> str:
    copied = game.copy()
    try:
        copied.push(ply)
    except Exception as error:  # noqa: BLE001  whatever it is, it must be the same
        return f"{type(error).__name__} {error}"
    return copied.position()


def _vectors(rules: Any, name: str) -> str:
    """What is said of every position and ply that stands anywhere in the game's vectors."""
    told = hashlib.sha256()
    for text in sorted(_strings(json.loads((VECTORS / name / "vectors.json").read_text()))):
        try:
            game = rules.from_position(text)
        except Exception as error:  # noqa: BLE001
            told.update(f"{type(error).__name__} {error}".encode())
            continue
        told.update(f"{text} {sorted(game.legal_moves())} {game.outcome()}".encode())
    return told.hexdigest()


def _strings(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        value = list(value.values())
    return set().union(*map(_strings, value)) if isinstance(value, list) else set()


def _records(record: Any, report: Any, texts: list[str]) -> str:
    """Valid ones, and the same with a few characters changed."""
    told = hashlib.sha256()
    rng = random.Random("agreement of records")
    for text in texts:
        for _ in range(6):
            for found in record.read_text(text):
                told.update(f"{found!r} {[str(error) for error in found.errors]} {found.main}".encode())
            place = rng.randrange(len(text))
            text = text[:place] + rng.choice('abcdefg123456789-x/(){};!?$ \n["') + text[place + 1 :]
    for text in texts[::10]:
        (found,) = record.read_text(text)
        told.update(json.dumps(report.adjudicate(found).as_json()).encode())
    return told.hexdigest()


if __name__ == "__main__":
    main(sys.argv[1])

"""Records for the tests of the replay: short ones with everything in them, and long random ones."""

import random

from engine import barragoon, registry
from engine.core import Game
from engine.record import Record, read_text, write

RED = "BFBPTCNTCN/CBLJNTBNPL/GCPOSLCJNB/TCMJPCOLCB"
BLUE = "NCBFBTCNTN/LTLBNSJBPC/CPMJCGCNBJ/LPOCTLCOPB"

# A barragoon captured and put back, a tile captured, a variation in a variation, glyphs, clocks, an offer.
ANNOTATED = """
[Game "Barragoon"]
[White "Ann"]
[Brown "Bob"]
[Result "1/2-1/2"]
[Termination "agreement"]

{ An old friend. } 1. d2-d4 $1 { [%clk 0:10:00] } d8-d6 { [%clk 0:09:58] solid }
(1... c8-c6 $6 2. c2-c4 { quiet } (2. e2-e4 c6-d6) c6-d6) 2. b1-a3 b9-a7 (=) 1/2-1/2
"""

# Attacks of every outcome; Red's scout runs. Comments that tell what nobody may know.
STRATEGO_LINE = "b4-b6 b7xb6 f4xf7 j7-j6 i4-i6 e7-e6 a4-a5 e6-e5 a5-a6 j6-j5 a6xa7"
SECRET = "the flag on b1 is walled in by bombs"


def annotated() -> Record:
    return one(ANNOTATED)


def in_words(*plies: str) -> str:
    """What the referee says of the last of these plies of a game of Barragoon."""
    game = barragoon.Game()
    for ply in plies[:-1]:
        game.push(ply)
    return game.words(plies[-1])


def one(text: str) -> Record:
    (record,) = read_text(text)
    assert record.errors == ()
    return record


def stratego_text() -> str:
    plies = STRATEGO_LINE.split()
    moves = " ".join(
        [f"{plies[0]} {{ {SECRET} }}", *plies[1:3], "(2. a4-a5 { a marshal hides on c4 })", *plies[3:]]
    )
    return (
        f'[Game "Stratego"]\n[Red "Ann"]\n[Blue "Bob"]\n[RedSetup "{RED}"]\n[BlueSetup "{BLUE}"]\n'
        f'[Result "1-0"]\n[Termination "resigned"]\n\n{moves} 1-0\n'
    )


def stratego() -> Record:
    return one(stratego_text())


def random_stratego(chance: random.Random, plies: int) -> str:
    """The canonical text of a random game."""
    from tests.engine.stratego.positions import random_setup

    tags = {"Game": "Stratego", "RedSetup": random_setup(chance), "BlueSetup": random_setup(chance)}
    return _random_game("stratego", tags, chance, plies)


def random_barragoon(chance: random.Random, plies: int) -> str:
    return _random_game("barragoon", {"Game": "Barragoon", "Setup": "open"}, chance, plies)


def _random_game(name: str, tags: dict[str, str], chance: random.Random, plies: int) -> str:
    game = registry.rules(name).start(tags)
    while len(game.plies) < plies:
        steps = list(game.legal_moves())
        if not steps:
            break
        step = chance.choice(steps)
        game.push(_written(game, step.origin, step.target, step.kind, chance))
    head = "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items())
    (record,) = read_text(f"{head}\n{' '.join(game.plies)}\n")
    assert record.errors == ()
    return write(record)


def _written(game: Game, origin: str, target: str, kind: str, chance: random.Random) -> str:
    if kind in ("move", "attack"):
        return f"{origin}{'-' if kind == 'move' else 'x'}{target}"
    assert isinstance(game, barragoon.Game)
    empty = [
        name
        for name, content in zip(barragoon.NAMES, game.cells, strict=True)
        if content == 0 or name == origin
    ]
    due = 1 if kind == "barragoon" else min(2, game.reserve)
    places = chance.sample(empty, due)
    faces = [chance.choice(barragoon.FACES).code for _ in places]
    return f"{origin}x{target}" + "".join(
        f"/{face}@{place}" for face, place in zip(faces, places, strict=True)
    )

"""The pictures of the Stratego pages. `python -m tests.engine.stratego.doc_boards` draws them all anew."""

import json
from pathlib import Path

from engine import stratego
from engine.drawing import Arrow, Picture
from engine.stratego.heatmap import heat_map
from tests.engine.stratego.positions import board

FOLDER = Path(__file__).parents[3] / "docs" / "boards"
SIZE = 36
RED = "BFBPTCNTCN/CBLJNTBNPL/GCPOSLCJNB/TCMJPCOLCB"
BLUE = "NCBFBTCNTN/LTLBNSJBPC/CPMJCGCNBJ/LPOCTLCOPB"


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    start = stratego.Game(RED, BLUE)
    return {
        "stratego-pieces.svg": _drawn(_pieces()),
        "stratego-start.svg": _drawn(start.position()),
        "stratego-red-seat.svg": _drawn(start.position("red")),
        "stratego-scout.svg": _scout(),
        "stratego-two-squares.svg": _drawn(
            board({"a1": "F", "e4": "J", "e6": "t", "f8": "b", "j10": "f"}),
            arrows=(Arrow("e4", "f4"), Arrow("f4", "e4")),
        ),
        "stratego-attack-lost.svg": _attack({"e5": "J", "e6": "b", "f6": "t"}),
        "stratego-attack-won.svg": _attack({"e5": "N", "e6": "b", "f6": "t"}),
        "stratego-attack-both.svg": _attack({"e5": "J", "e6": "j", "f6": "t", "d4": "N"}),
        "stratego-walled-in.svg": _drawn(
            stratego.Game("FNMGOJPLTN/NNNCCCCCCC/OJJPPPLLLT/BBTTBBSCBB", BLUE).position()
        ),
        "stratego-known.svg": _known(),
        "stratego-heat-map.svg": _heat_map(),
    }


def _drawn(position: str, **options: object) -> str:
    return stratego.RULES.draw(position, Picture(size=SIZE)._replace(**options)) + "\n"


def _pieces() -> str:
    """The ranks of both sides in a row, with bomb, flag and a face-down piece behind them."""
    men = dict(zip((f"{file}4" for file in "abcdefghij"), "MGOJPLTNCS", strict=True))
    men |= dict(zip((f"{file}7" for file in "abcdefghij"), "mgojpltncs", strict=True))
    return board(men | {"a3": "B", "b3": "F", "c3": "?", "a8": "b", "b8": "f", "c8": "!"})


def _scout() -> str:
    position = board({"a1": "F", "e4": "C", "e8": "t", "b4": "P", "c2": "C", "j10": "f"})
    game = stratego.Game(position=position)
    reach = tuple(step.target for step in game.legal_moves() if step.origin == "e4")
    return _drawn(position, highlights=reach, arrows=(Arrow("e4", "e8"),))


def _attack(men: dict[str, str]) -> str:
    game = stratego.Game(position=board({"a1": "F", "j10": "f", "c3": "P", **men}))
    game.push("e5xe6")
    return _drawn(game.position(), last=game.last_squares(), marks=game.marks())


def _known() -> str:
    """Red's view of a game: who was met in an attack is open, who moved has a mark."""
    game = stratego.Game(RED, BLUE)
    line = "b4-b6 b7xb6 f4xf7 j7-j6 i4-i6 e7-e6 a4-a5 e6-e5 a5-a6 j6-j5 a6xa7"
    for ply in line.split():
        game.push(ply)
    return _drawn(game.position("red"), last=game.last_squares(), marks=game.marks("red"))


def _heat_map() -> str:
    vectors = json.loads((Path(__file__).parent / "vectors.json").read_text())
    setups = [stratego.Setup.parse(game[side]) for game in vectors["games"] for side in ("red", "blue")]
    setups += [stratego.Setup.parse(RED), stratego.Setup.parse(BLUE)]
    return heat_map(setups, stratego.Kind.FLAG, Picture(size=SIZE)) + "\n"


if __name__ == "__main__":
    for name, svg in pictures().items():
        (FOLDER / name).write_text(svg)

"""The pictures of the Barragoon pages. `python -m tests.engine.barragoon.doc_boards` draws them all anew."""

from pathlib import Path

from engine.barragoon import RULES, Game
from engine.drawing import Arrow, Picture
from tests.engine.barragoon.boards import board

FOLDER = Path(__file__).parents[3] / "docs" / "boards"
SIZE = 36


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    return {
        "barragoon-start.svg": _drawn(Game().position()),
        "barragoon-start-open.svg": _drawn(Game(open=True).position()),
        "barragoon-faces.svg": _drawn(_faces()),
        "barragoon-reach-2.svg": _reach("Z"),
        "barragoon-reach-3.svg": _reach("D"),
        "barragoon-reach-4.svg": _reach("V"),
        "barragoon-crossing.svg": _drawn(
            board("Vc2", "(N)c3", "(NE)c5", "(X)d2", "(X)b2", "zg9", "(X)d9"),
            highlights=("d5",),
            arrows=(Arrow("c2", "c5"), Arrow("c5", "d5")),
        ),
        "barragoon-capture.svg": _played(
            board("Vb1", "zd3", "zg9", "(X)d5", "Zf2", reserve=24), "b1xd3/X@a4/NS@g6"
        ),
        "barragoon-all-turns.svg": _drawn(
            board("Zc3", "(A)d4", "Df3", "zg9", "(X)d9"), arrows=(Arrow("f3", "d4"),), highlights=("d4",)
        ),
        "barragoon-lost.svg": _drawn(
            board("Za1", "(X)a2", "(X)b1", "(A)a3", "(A)c1", "(A)b2", "dg9", "(X)e9")
        ),
        "barragoon-repetition.svg": _drawn(
            Game().position(),
            arrows=(Arrow("c2", "c3"), Arrow("c3", "c2"), Arrow("c8", "c7"), Arrow("c7", "c8")),
        ),
        "barragoon-dead.svg": _drawn(_dead()),
    }


def _drawn(position: str, **options: object) -> str:
    return RULES.draw(position, Picture(size=SIZE, **options)) + "\n"  # type: ignore[arg-type]


def _reach(tile: str) -> str:
    """Where a tile may go on an otherwise empty board."""
    position = board(f"{tile}d5", "dg9", "(X)a9")
    targets = tuple(step.target for step in Game(position=position).legal_moves())
    return _drawn(board(f"{tile}d5"), highlights=targets)


def _played(position: str, ply: str) -> str:
    game = Game(position=position)
    game.push(ply)
    return _drawn(game.position(), last=game.last_squares())


def _faces() -> str:
    """One way on the rank of its heading, and so on, as the table in the rules has them."""
    return board(
        *("(X)b8", "(A)f8"),
        *("(N)a6", "(E)c6", "(S)e6", "(W)g6"),
        *("(NS)c5", "(EW)e5"),
        *("(NE)a3", "(ES)c3", "(SW)e3", "(WN)g3"),
        *("(NW)a2", "(WS)c2", "(SE)e2", "(EN)g2"),
    )


def _dead() -> str:
    """Two 2-tiles behind walls of all turns: both can move, and neither can ever capture."""
    wall = [f"(A){file}{rank}" for rank in (4, 5, 6) for file in "abcdefg"]
    return board("Zc2", "ze8", *wall)


if __name__ == "__main__":
    for name, text in pictures().items():
        (FOLDER / name).write_text(text)

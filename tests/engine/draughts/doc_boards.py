"""The pictures of the pages on draughts. `python -m tests.engine.draughts.doc_boards` draws them all anew."""

from pathlib import Path

from engine import draughts
from engine.drawing import Arrow, Picture

FOLDER = Path(__file__).parents[3] / "docs" / "boards"
SIZE = 36


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    return {
        "draughts-start.svg": _drawn("W:W31-50:B1-20"),
        "draughts-majority.svg": _drawn(
            "W:W32,33:B10,19,28,29", Arrow("32", "23"), Arrow("23", "14"), Arrow("14", "5")
        ),
        "draughts-turkish-stroke.svg": _drawn(
            "W:WK30:B11,18,19,33", Arrow("30", "13"), Arrow("13", "22"), Arrow("22", "6")
        ),
        "draughts-captured.svg": _captured(),
    }


def _drawn(position: str, *arrows: Arrow) -> str:
    return draughts.RULES.draw(position, Picture(size=SIZE, arrows=arrows)) + "\n"


def _captured() -> str:
    game = draughts.Game(position="W:W32,42,43:B1,14,K18,28")
    game.push("32x12")
    picture = Picture(size=SIZE, last=game.last_squares(), marks=game.marks())
    return draughts.RULES.draw(game.position(), picture) + "\n"


if __name__ == "__main__":
    for name, svg in pictures().items():
        (FOLDER / name).write_text(svg)

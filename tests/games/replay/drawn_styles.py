"""The colours of the boards in the stylesheet. `python -m tests.games.replay.drawn_styles` writes them anew."""

from pathlib import Path

from engine.barragoon.drawing import ART as BARRAGOON
from engine.drawing import stylesheet
from engine.stratego.art import ART as STRATEGO

FILE = Path(__file__).resolve().parents[3] / "static" / "css" / "kiebitz.css"
BEGINS, ENDS = "/* --- Drawn by the engine", "/* --- Ground"


def drawn() -> str:
    """The part of the stylesheet that the engine draws, as it stands there now."""
    style = FILE.read_text(encoding="utf-8")
    return style[style.index("*/", style.index(BEGINS)) + 2 : style.index(ENDS)]


def styles() -> str:
    return "\n\n" + "".join(f"{stylesheet(art)}\n" for art in (BARRAGOON, STRATEGO)) + "\n"


if __name__ == "__main__":
    FILE.write_text(FILE.read_text(encoding="utf-8").replace(drawn(), styles()), encoding="utf-8")

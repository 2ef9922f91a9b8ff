"""The colours of the boards as a stylesheet. `python -m tests.games.replay.drawn_styles` writes the file anew."""

from pathlib import Path

from engine.barragoon.drawing import ART as BARRAGOON
from engine.drawing import stylesheet
from engine.stratego.art import ART as STRATEGO

FILE = Path(__file__).resolve().parents[3] / "static" / "css" / "board-colours.css"


def styles() -> str:
    head = "/* Drawn by the engine: python -m tests.games.replay.drawn_styles */\n"
    return head + "".join(f"{stylesheet(art)}\n" for art in (BARRAGOON, STRATEGO))


if __name__ == "__main__":
    FILE.write_text(styles(), encoding="utf-8")

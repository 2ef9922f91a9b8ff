"""The board on the front page comes from the engine, as every picture of a board does."""

from pathlib import Path

from engine import registry
from engine.drawing import Picture

POSITION = "1vd1dv1/4z2/7/1(X)1d1(NE)1/(X)z(EW)1(X)1(A)/1(N)D1V(X)1/7/2Z1Z2/1VD3D w 24 0-0"
BOARD = Path(__file__).resolve().parents[2] / "static" / "images" / "onlooker-board.svg"


def test_the_front_pages_board_is_what_the_engine_draws() -> None:
    """If the drawing has changed: kiebitz-engine render --game barragoon "POSITION" > static/images/…"""
    drawn = registry.rules("barragoon").draw(POSITION, Picture())

    assert BOARD.read_text(encoding="utf-8").rstrip("\n") == drawn.rstrip("\n")

"""A board as a picture inside a page: an address that holds the drawing itself, as the content policy allows."""

from base64 import b64encode

from engine.core import Game, Rules
from engine.drawing import Picture


def board_address(rules: Rules, game: Game, view: str | None = None) -> str:
    """The position of this game now, with its last ply marked, as a `data:` address for an `<img>`."""
    picture = Picture(last=game.last_squares(), marks=game.marks(view))
    drawing = rules.draw(game.position(view), picture)
    return f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"

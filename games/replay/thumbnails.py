"""Boards as small as a stamp, for lists: they share one sheet of symbols and hold nothing but uses of it."""

from __future__ import annotations

from functools import lru_cache

from engine import registry
from engine.drawing import Picture, symbol_sheet
from engine.stratego import Man
from engine.stratego import Position as StrategoPosition
from games.replay.stages import stage_of

_OPTIONS = Picture(size=14, coordinates=False, shared_symbols=True, decorative=True)


@lru_cache(maxsize=1024)
def thumbnail_of(kind: str, position: str, *, whole: bool) -> str:
    """A position, hidden from screen readers: the list says in words which game it is.

    Whoever may not see everything sees where pieces stand. Which of them the moves have shown is not looked up
    for a list: all lie face down. The pages of the newest games are asked for again and again, so pictures are kept.
    """
    rules = registry.rules(kind)
    if not whole and len(rules.views) > 1:
        position = _face_down(position)
    return rules.draw(position, _OPTIONS).replace('class="', 'class="thumbnail ', 1)


def sheet_of(kind: str) -> str:
    """The symbols of a game, once a page."""
    return symbol_sheet(stage_of(registry.rules(kind)).art)


def _face_down(position: str) -> str:
    open_position = StrategoPosition.parse(position)
    squares = tuple(None if man is None else Man(man.side, None) for man in open_position.squares)
    return str(open_position._replace(squares=squares))

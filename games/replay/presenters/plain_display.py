"""Any game in a replay by what it tells about itself: symbols on squares, and what a ply changes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from django.utils.translation import gettext as _

from core.texts import translate
from engine.core import Game, Rules
from engine.description import GameDescription
from engine.drawing import BoardArt, Placed
from games.replay.presenters.display import Content, Crossing, PlyEffect, Route


class PlainDisplay:
    """Fulfils `GameDisplay` for a game without a module of its own. Without `pieces`, its board is seen empty."""

    def __init__(self, rules: Rules, description: GameDescription) -> None:
        self.rules = rules
        self.description = description
        self.art: BoardArt = description.art or BoardArt(rules.name, 8, 8, {}, {})
        self._drawn_at = description.pieces.drawn_at if description.pieces else {}
        self._names = {drawn: square for square, drawn in self._drawn_at.items()}

    @property
    def side_names(self) -> tuple[str, str]:
        first, second = self.description.sides
        return translate(first), translate(second)

    def contents(self, game: Game, view: str) -> dict[str, Content]:
        pieces = self.description.pieces
        return dict(pieces.contents(game, view)) if pieces else {}

    def play(self, game: Game, ply: str, view: str) -> PlyEffect:
        side, before = game.turn, self.contents(game, view)
        game.push(ply)
        after = self.contents(game, view)
        path = tuple(map(self._drawn, game.last_squares()[:2]))
        target = path[1] if len(path) > 1 else ""
        taken = before.get(target, "")
        placed = tuple(
            Placed(square, symbol)
            for square, symbol in after.items()
            if before.get(square) != symbol and square not in path
        )
        words = _("%(side)s: %(ply)s") % {"side": self.side_names[side], "ply": ply.removesuffix(" (=)")}
        fallen = tuple(mark._replace(square=self._drawn(mark.square)) for mark in game.marks(view))
        return PlyEffect(
            words, path, taken=taken, placed=placed, lost=self._lost(before, after), fallen=fallen
        )

    def losses(self, game: Game, ply: str) -> tuple[str, ...]:
        before = self.contents(game, self.rules.views[0])
        game.push(ply)
        return self._lost(before, self.contents(game, self.rules.views[0]))

    def content_words(self, content: Content) -> str:
        pieces = self.description.pieces
        text = pieces.words.get(content) if pieces else None
        return translate(text) if text else content

    def reserve(self, game: Game) -> int | None:
        return None

    def square_name(self, square: str) -> str:
        return self._names.get(square, square)

    def known_squares(self, game: Game, view: str) -> frozenset[str]:
        return frozenset(self.contents(game, view))

    def way(self, game: Game, origin: str, target: str, kind: str) -> Route:
        return Route(kind, (self._drawn(origin), self._drawn(target)))

    def other_turn(self, game: Game) -> Game | None:
        return None

    def crossings(self) -> Mapping[str, Crossing]:
        return {}

    def ground_words(self) -> Mapping[str, str]:
        return {}

    def _lost(self, before: Mapping[str, Content], after: Mapping[str, Content]) -> tuple[str, ...]:
        """What has left the board, of either player. A piece that became another one, as by promotion, has not."""
        gone, new = Counter(before.values()), Counter(after.values())
        gone, new = gone - new, new - gone
        lost: list[str] = []
        for side in self.rules.sides:
            prefix = f"{side}-"
            missing = [symbol for symbol in gone.elements() if symbol.startswith(prefix)]
            lost += missing[sum(symbol.startswith(prefix) for symbol in new.elements()) :]
        return tuple(lost)

    def _drawn(self, square: str) -> str:
        return self._drawn_at.get(square, square)

"""Barragoon in a replay: tiles and their paths, captures, barragoons and how they are crossed."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from core.texts import translate
from engine import core
from engine.barragoon import FACES, Position, Symbol
from engine.barragoon.board import EMPTY, NAMES, SQUARE_OF_NAME, VALUE_OF, Face, face_of, is_barragoon
from engine.barragoon.description import DESCRIPTION
from engine.barragoon.drawing import ART, symbol_key
from engine.barragoon.game import Game
from engine.barragoon.plies import MOVES, OFFER, PLACEMENTS
from engine.barragoon.ways import WAYS, Way
from engine.barragoon.words import HEADINGS, face_text
from engine.drawing import BoardArt, Placed
from games.replay.presenters.display import Content, Crossing, PlyEffect, Route


class BarragoonDisplay:
    """Fulfils `GameDisplay`. Everybody sees everything."""

    art: BoardArt = ART

    @property
    def side_names(self) -> tuple[str, str]:
        first, second = DESCRIPTION.sides
        return translate(first), translate(second)

    def contents(self, game: core.Game, view: str) -> dict[str, Content]:
        return {
            square: _SYMBOLS[content]
            for square, content in zip(NAMES, _own(game).cells, strict=True)
            if content != EMPTY
        }

    def play(self, game: core.Game, ply: str, view: str) -> PlyEffect:
        played = _own(game)
        head, *texts = ply.removesuffix(OFFER).split("/")
        move = MOVES[head]
        if move is None:
            raise ValueError(f"{ply} is not a ply")
        origin, target = NAMES[move.origin], NAMES[move.target]
        captured = played.cells[move.target]
        placements = [placement for text in texts if (placement := PLACEMENTS[text]) is not None]
        effect = PlyEffect(
            words=self._words(played, ply, origin, target, texts),
            path=tile_path(played, origin, target),
            taken=symbol_key(captured) if captured != EMPTY else "",
            placed=tuple(
                Placed(NAMES[placed.square], symbol_key(placed.content))
                for placed in placements
                if placed.content
            ),
            lost=(symbol_key(captured),) if captured != EMPTY and not is_barragoon(captured) else (),
        )
        game.push(ply)
        return effect

    def losses(self, game: core.Game, ply: str) -> tuple[str, ...]:
        move = MOVES[ply.removesuffix(OFFER).partition("/")[0]]
        captured = EMPTY if move is None else _own(game).cells[move.target]
        game.push(ply)
        return (symbol_key(captured),) if captured != EMPTY and not is_barragoon(captured) else ()

    def content_words(self, content: Content) -> str:
        if not content:
            return ""
        kind, _dash, value = content.partition("-")
        if kind == "face":
            face = face_of(_CONTENT_OF_CODE[value])
            return _("barragoon, %(face)s") % {"face": face_words(face)}
        side = self.side_names[0 if kind == "white" else 1]
        return _("%(side)s %(value)s-tile") % {"side": side, "value": value}

    def reserve(self, game: core.Game) -> int | None:
        return _own(game).reserve

    def square_name(self, square: str) -> str:
        return square

    def known_squares(self, game: core.Game, view: str) -> frozenset[str]:
        return frozenset(NAMES)

    def way(self, game: core.Game, origin: str, target: str, kind: str) -> Route:
        return Route(kind, tile_path(_own(game), origin, target))

    def other_turn(self, game: core.Game) -> core.Game:
        position = Position.parse(game.position())
        return Game(position=position._replace(turn=position.turn.other))

    def crossings(self) -> Mapping[str, Crossing]:
        return {f"face-{face.code}": Crossing(face.crossings, _crossing_words(face)) for face in FACES}

    def ground_words(self) -> Mapping[str, str]:
        return {}

    def _words(self, game: Game, ply: str, origin: str, target: str, texts: list[str]) -> str:
        captured = game.cells[SQUARE_OF_NAME[target]]
        facts = {
            "side": self.side_names[game.turn],
            "value": VALUE_OF[game.cells[SQUARE_OF_NAME[origin]]],
            "origin": origin,
            "target": target,
        }
        if captured == EMPTY:
            sentence = _("%(side)s: %(value)s-tile from %(origin)s moves to %(target)s") % facts
        elif is_barragoon(captured):
            sentence = (
                _("%(side)s: %(value)s-tile from %(origin)s captures the barragoon on %(target)s") % facts
            )
            for text in texts:
                sentence += _put_back(text)
        else:
            facts["captured"] = VALUE_OF[captured]
            sentence = (
                _("%(side)s: %(value)s-tile from %(origin)s captures the %(captured)s-tile on %(target)s")
                % facts
            )
            for side, text in zip((game.turn.other, game.turn), texts, strict=False):
                sentence += _placed_by(self.side_names[side], text)
        return sentence + _(", and offers a draw") if ply.endswith(OFFER) else sentence


def face_words(face: Face) -> str:
    """A face: `no way`, `one way north`, `two ways, north and south`, `right turn from north` …"""
    return translate(face_text(face))


def _crossing_words(face: Face) -> str:
    headings = _headings()
    name = face_words(face)
    if face.symbol is Symbol.NO_WAY:
        return _("Barragoon, %(face)s: no tile crosses it. It can be captured.") % {"face": name}
    if face.symbol is Symbol.ALL_TURNS:
        return _(
            "Barragoon, %(face)s: a tile may come from anywhere, but has to turn left or right. "
            "A 2-tile cannot capture it."
        ) % {"face": name}
    if face.symbol is Symbol.ONE_WAY:
        return _("Barragoon, %(face)s: a tile crosses it straight on, going %(heading)s only.") % {
            "face": name,
            "heading": headings[face.code],
        }
    if face.symbol is Symbol.TWO_WAYS:
        return _("Barragoon, %(face)s: a tile crosses it straight on, along this line only.") % {"face": name}
    return _("Barragoon, %(face)s: a tile enters it going %(entering)s and leaves it going %(leaving)s.") % {
        "face": name,
        "entering": headings[face.code[0]],
        "leaving": headings[face.code[1]],
    }


def _put_back(text: str) -> str:
    placement = PLACEMENTS[text]
    if placement is None or not placement.content:
        return _(" and forgets to place it")
    return _(" and puts it on %(square)s, %(face)s") % {
        "square": NAMES[placement.square],
        "face": face_words(face_of(placement.content)),
    }


def _placed_by(side: str, text: str) -> str:
    placement = PLACEMENTS[text]
    if placement is None or not placement.content:
        return _("; %(side)s forgets to place a barragoon") % {"side": side}
    return _("; %(side)s puts a barragoon on %(square)s, %(face)s") % {
        "side": side,
        "square": NAMES[placement.square],
        "face": face_words(face_of(placement.content)),
    }


def _headings() -> dict[str, str]:
    return {letter: translate(text) for letter, text in HEADINGS.items()}


_SYMBOLS = ("", *(symbol_key(content) for content in range(EMPTY + 1, len(VALUE_OF))))
_CONTENT_OF_CODE = {face.code: content for content, face in enumerate(FACES, 1)}


def _own(game: core.Game) -> Game:
    if not isinstance(game, Game):
        raise TypeError("this is not a game of Barragoon")
    return game


def tile_path(game: Game, origin: str, target: str) -> tuple[str, ...]:
    """The squares from origin to target, both included; empty if the tile there has no open way.

    A move is its start and its target, and two ways may lead there: shown is the one that crosses fewer
    barragoons, of two such the first in the order of headings.
    """
    start, end = SQUARE_OF_NAME[origin], SQUARE_OF_NAME[target]
    tile = game.cells[start]
    if tile == EMPTY:
        return ()
    open_ways = [way for way in WAYS[tile << 6 | start] if way.target == end and not game.board & way.mask]
    if not open_ways:
        return ()
    way = min(open_ways, key=lambda found: _crossed_barragoons(game, found))
    return (origin, *(NAMES[square] for square in way.crossed), target)


def _crossed_barragoons(game: Game, way: Way) -> int:
    return sum(game.cells[square] != EMPTY for square in way.crossed)


DISPLAY = BarragoonDisplay()

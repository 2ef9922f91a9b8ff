"""Stratego in a replay, from one seat: steps, attacks, who fell, and only what that seat knows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from core.texts import translate
from engine import core
from engine.drawing import BoardArt
from engine.stratego import Attack, AttackResult, Game, Kind, Man, Position, View
from engine.stratego.art import ART, symbol_key
from engine.stratego.board import LAKES, NAMES, PLIES
from engine.stratego.description import DESCRIPTION
from engine.stratego.drawing import attack_marks, knowledge_marks
from engine.stratego.pieces import KIND_TEXTS
from games.replay.presenters.display import Clash, Content, Crossing, PlyEffect, Route, Survivor

_SURVIVORS: Final = {
    AttackResult.ATTACKER: Survivor.ATTACKER,
    AttackResult.DEFENDER: Survivor.DEFENDER,
    AttackResult.NEITHER: Survivor.NEITHER,
}


class StrategoDisplay:
    """Fulfils `GameDisplay`. Everything comes from `Game.seen` with the viewer's own view."""

    art: BoardArt = ART

    @property
    def side_names(self) -> tuple[str, str]:
        first, second = DESCRIPTION.sides
        return translate(first), translate(second)

    def contents(self, game: core.Game, view: str) -> dict[str, Content]:
        pieces = _own(game).seen(view)
        contents = {piece.square: symbol_key(Man(piece.side, piece.kind)) for piece in pieces}
        for badge in knowledge_marks(pieces, View.named(view)):
            contents[badge.square] += f" {badge.symbol}"
        return contents

    def play(self, game: core.Game, ply: str, view: str) -> PlyEffect:
        played = _own(game)
        known = PLIES[ply]
        side = played.turn
        origin, target = NAMES[known.source], NAMES[known.target]
        path = (origin, *(NAMES[square] for square in known.between), target)
        game.push(ply)
        attack = played.last_attack()
        if attack is None:
            # Looked up after the move: a piece that has just run is known to be a scout.
            kind = next(piece.kind for piece in played.seen(view) if piece.square == target)
            return PlyEffect(self._move_words(side, kind, origin, target), path)
        attacker, defender = (
            symbol_key(Man(side, attack.attacker)),
            symbol_key(Man(side.other, attack.defender)),
        )
        return PlyEffect(
            words=self._attack_words(side, attack.attacker, attack.defender, attack.result, origin, target),
            path=path,
            clash=Clash(attacker, defender, _SURVIVORS[attack.result]),
            lost=_losses(side, attack),
            fallen=tuple(attack_marks(attack, side)),
        )

    def losses(self, game: core.Game, ply: str) -> tuple[str, ...]:
        side = game.turn
        game.push(ply)
        attack = _own(game).last_attack()
        return _losses(side, attack) if attack else ()

    def content_words(self, content: Content) -> str:
        if not content:
            return ""
        piece, *badges = content.split()
        colour, _dash, kind = piece.partition("-")
        side = self.side_names[0 if colour == "red" else 1]
        if kind == "hidden":
            if "moved" in badges:
                return _("%(side)s, face down, has moved") % {"side": side}
            return _("%(side)s, face down") % {"side": side}
        facts = {"side": side, "piece": kind_words()[Kind[kind.upper()]]}
        if "shown" in badges:
            return _("%(side)s %(piece)s, known to both") % facts
        return _("%(side)s %(piece)s") % facts

    def reserve(self, game: core.Game) -> int | None:
        return None

    def square_name(self, square: str) -> str:
        return square

    def known_squares(self, game: core.Game, view: str) -> frozenset[str]:
        return frozenset(piece.square for piece in _own(game).seen(view) if piece.kind is not None)

    def way(self, game: core.Game, origin: str, target: str, kind: str) -> Route:
        between = PLIES[f"{origin}-{target}"].between
        return Route(kind, (origin, *(NAMES[square] for square in between), target))

    def other_turn(self, game: core.Game) -> core.Game:
        own = _own(game)
        position = Position.parse(own.position())
        return Game(position=position._replace(turn=own.turn.other), two_squares=own.two_squares)

    def crossings(self) -> Mapping[str, Crossing]:
        return {}

    def ground_words(self) -> Mapping[str, str]:
        return {NAMES[square]: _("lake") for square in LAKES}

    def _move_words(self, side: core.Side, kind: Kind | None, origin: str, target: str) -> str:
        return _("%(side)s: %(piece)s from %(origin)s to %(target)s") % {
            "side": self.side_names[side],
            "piece": _("piece") if kind is None else kind_words()[kind],
            "origin": origin,
            "target": target,
        }

    def _attack_words(
        self, side: core.Side, attacker: Kind, defender: Kind, result: AttackResult, origin: str, target: str
    ) -> str:
        words = kind_words()
        facts = {
            "side": self.side_names[side],
            "other": self.side_names[side.other],
            "attacker": words[attacker],
            "defender": words[defender],
            "origin": origin,
            "target": target,
        }
        if defender is Kind.FLAG:
            return (
                _(
                    "%(side)s: %(attacker)s from %(origin)s captures %(other)s's flag on %(target)s "
                    "and wins the game"
                )
                % facts
            )
        if result is AttackResult.ATTACKER:
            return (
                _(
                    "%(side)s: %(attacker)s from %(origin)s attacks %(other)s's %(defender)s on %(target)s "
                    "and wins"
                )
                % facts
            )
        if result is AttackResult.DEFENDER:
            return (
                _(
                    "%(side)s: %(attacker)s from %(origin)s attacks %(other)s's %(defender)s on %(target)s "
                    "and loses"
                )
                % facts
            )
        return (
            _(
                "%(side)s: %(attacker)s from %(origin)s attacks %(other)s's %(defender)s on %(target)s "
                "and both leave the board"
            )
            % facts
        )


def _losses(side: core.Side, attack: Attack) -> tuple[str, ...]:
    attacker = symbol_key(Man(side, attack.attacker))
    defender = symbol_key(Man(side.other, attack.defender))
    return (
        *((attacker,) if attack.result is not AttackResult.ATTACKER else ()),
        *((defender,) if attack.result is not AttackResult.DEFENDER else ()),
    )


def kind_words() -> dict[Kind, str]:
    """The names of the pieces, translated."""
    return _kind_words(get_language())


@cache
def _kind_words(language: str | None) -> dict[Kind, str]:
    return {kind: translate(text) for kind, text in KIND_TEXTS.items()}


def _own(game: core.Game) -> Game:
    if not isinstance(game, Game):
        raise TypeError("this is no game of Stratego")
    return game


DISPLAY = StrategoDisplay()

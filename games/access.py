"""What pages and the API of games share: the game that an address names, and what browsers may store of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _

from core.permissions.actors import Actor
from games.models import Game
from games.policies import is_withheld, may_see_game

# What boards and policies need of a game.
PARTS: Final = ("text", "club", "first_person", "second_person")
NO_STORE: Final = "private, no-store"
PICTURE_SECONDS: Final = 300

Answer = TypeVar("Answer", bound=HttpResponseBase)
Policy = Callable[[Actor, Game], bool]


def game_or_404(actor: Actor, pk: int | str, *, may: Policy = may_see_game) -> Game:
    """The game with its text, club and players, if the policy allows it. One query beside the policy's."""
    game = _find_game(pk)
    if not may(actor, game):
        raise _not_found()
    return game


def game_or_403(actor: Actor, pk: int | str, *, may: Policy) -> Game:
    """The same, but those who may see the game learn that they may not do this with it."""
    game = _find_game(pk)
    if not may(actor, game):
        raise PermissionDenied if may_see_game(actor, game) else _not_found()
    return game


def _find_game(pk: int | str) -> Game:
    game = Game.objects.select_related(*PARTS).filter(pk=pk).first()
    if game is None:
        raise _not_found()
    return game


def _not_found() -> Http404:
    return Http404(_("There is no such game."))


def forbid_caching_if_withheld(answer: Answer, *games: Game) -> Answer:
    """For pages and files that show these games."""
    if any(is_withheld(game) for game in games):
        answer["Cache-Control"] = NO_STORE
    return answer


def cache_privately(answer: Answer, game: Game) -> Answer:
    """A game's plies do not change, but who may see them may: the visitor's own browser stores it for a while."""
    patch_vary_headers(answer, ("Cookie", "Accept-Language"))
    patch_cache_control(answer, private=True, max_age=PICTURE_SECONDS)
    return forbid_caching_if_withheld(answer, game)


def forbid_caching_for_accounts(answer: Answer, actor: Actor) -> Answer:
    """For files, which are written while they are sent: accounts may find withheld games in them."""
    if actor.is_authenticated:
        answer["Cache-Control"] = NO_STORE
    return answer

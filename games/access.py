"""What pages of games share: the game that an address names, and what browsers may keep of it."""

from __future__ import annotations

from typing import Final, TypeVar

from django.http import Http404, HttpRequest, HttpResponseBase

from core.permissions.actors import Actor
from games.models import Game
from games.policies import is_withheld, may_see_game

# What the board and the question who may see it need: one query.
_RELATED = ("text", "club", "first_person", "second_person")
NO_STORE: Final = "private, no-store"


def game_or_404(request: HttpRequest, game_id: int) -> Game:
    """What the visitor may not see answers like what does not exist."""
    try:
        game = Game.objects.select_related(*_RELATED).get(pk=game_id)
    except Game.DoesNotExist:
        raise Http404 from None
    if not may_see_game(request.user, game):
        raise Http404
    return game


Answer = TypeVar("Answer", bound=HttpResponseBase)


def forbid_caching_if_withheld(answer: Answer, *games: Game) -> Answer:
    """For what tells of these games."""
    if any(is_withheld(game) for game in games):
        answer["Cache-Control"] = NO_STORE
    return answer


def forbid_caching_for_accounts(answer: Answer, actor: Actor) -> Answer:
    """For files, which are written while they are sent: accounts may find withheld games in them."""
    if actor.is_authenticated:
        answer["Cache-Control"] = NO_STORE
    return answer

"""The game behind an address of the board, if this visitor may see it at all."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from games.models import Game
from games.policies import may_see_game

# What the board and the question who may see it need: one query.
_RELATED = ("text", "club", "first_person", "second_person")


def game_for(request: HttpRequest, game_id: int) -> Game:
    """What the visitor may not see answers like what does not exist."""
    try:
        game = Game.objects.select_related(*_RELATED).get(pk=game_id)
    except Game.DoesNotExist:
        raise Http404 from None
    if not may_see_game(request.user, game):
        raise Http404
    return game

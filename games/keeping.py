"""What browsers keep of a game: nothing of one that is withheld, for who may see it changes, and computers are shared.

Everything else that depends on the visitor is asked for again each time: `config.middleware` says so for all pages.
"""

from typing import Final, TypeVar

from django.http import HttpResponseBase

from games.models import Game
from games.policies import is_withheld
from players.permissions import Actor

NOTHING: Final = "private, no-store"

Answer = TypeVar("Answer", bound=HttpResponseBase)


def kept_as_shown(answer: Answer, *games: Game) -> Answer:
    """For what tells of these games."""
    if any(is_withheld(game) for game in games):
        answer["Cache-Control"] = NOTHING
    return answer


def kept_as_sent_to(answer: Answer, actor: Actor) -> Answer:
    """For files, which are written while they are sent: accounts may find withheld games in them."""
    if actor.is_authenticated:
        answer["Cache-Control"] = NOTHING
    return answer

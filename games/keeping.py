"""What browsers keep of a game: nothing of one that is withheld, for who may see it changes, and computers are shared.

Everything else that depends on the visitor is asked for again each time: `config.middleware` says so for all pages.
"""

from typing import Final, TypeVar

from django.http import HttpResponseBase

from games.models import Game
from games.policies import is_withheld

NOTHING: Final = "private, no-store"

Answer = TypeVar("Answer", bound=HttpResponseBase)


def kept_as_shown(answer: Answer, game: Game) -> Answer:
    if is_withheld(game):
        answer["Cache-Control"] = NOTHING
    return answer

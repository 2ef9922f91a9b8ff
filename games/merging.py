"""The games of two profiles that turn out to be one person: they go over to the one that goes on."""

from django.utils.translation import ngettext

from games.models import Game
from players.people.merging import register_reference


def _games(count: int) -> str:
    return ngettext("%(count)d game", "%(count)d games", count) % {"count": count}


for _seat in ("first_person", "second_person"):
    register_reference(Game, _seat, what=_games)

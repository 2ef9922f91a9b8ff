"""Games as cards of a list, each with a small board of as much as the reader may see."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from games.models import Game
from games.reading.visible import Actor, games_seen_whole
from games.replay.thumbnails import sheet_of, thumbnail_of


class Card(NamedTuple):
    game: Game
    picture: SafeString


def cards(games: Sequence[Game], actor: Actor) -> list[Card]:
    """One query, and those that find out what the actor may see."""
    seen = Game.objects.filter(games_seen_whole(actor), pk__in=[game.pk for game in games])
    whole = set(seen.values_list("pk", flat=True))
    return [Card(game, _picture(game, whole=game.pk in whole)) for game in games]


def sheets(games: Iterable[Game]) -> list[SafeString]:
    """The symbols of the games in the list, once each."""
    return [mark_safe(sheet_of(kind)) for kind in sorted({game.kind for game in games})]  # noqa: S308  drawn by the engine


def _picture(game: Game, *, whole: bool) -> SafeString:
    return mark_safe(thumbnail_of(game.kind, game.final_position, whole=whole))  # noqa: S308  drawn by the engine

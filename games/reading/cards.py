"""Games as cards of a list, each with a small board of as much as the reader may see."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import TextChoices
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, GameKind, GameResult, Visibility
from games.policies import shown_to
from games.reading.visible import Actor, games_seen_whole
from games.replay.thumbnails import sheet_of, thumbnail_of
from players.search.registry import addresses


class Card(NamedTuple):
    """`about` is the kind and the length, `occasion` where and when it was played."""

    url: str
    players: str
    result: str
    about: str
    occasion: str
    visibility: str
    """Empty if everybody may see it."""
    picture: SafeString


def cards(games: Sequence[Game], actor: Actor) -> list[Card]:
    """One query, and those that find out what the actor may see."""
    if not games:
        return []
    seen = Game.objects.filter(games_seen_whole(actor), pk__in=[game.pk for game in games])
    whole = set(seen.values_list("pk", flat=True))
    address_of = addresses("game")
    results, kinds = _labels(GameResult), _labels(GameKind)
    visibilities = _words_on_cards()
    return [
        Card(
            url=address_of(game.pk),
            players=f"{game.first_name} – {game.second_name}",
            result=results[game.result],
            about=f"{kinds[game.kind]} · {_length(game)}",
            occasion=_occasion(game),
            visibility=visibilities[shown_to(game)],
            picture=_picture(game, whole=game.pk in whole),
        )
        for game in games
    ]


def _labels(choices: type[TextChoices]) -> dict[str, str]:
    """In the reader's language, looked up once for the whole list."""
    return {value: str(label) for value, label in choices.choices}


def _words_on_cards() -> dict[str, str]:
    """Who may see it, as short as there is room for."""
    return {
        Visibility.PUBLIC.value: "",
        Visibility.CLUB.value: _("for the club"),
        Visibility.EMBARGOED.value: _("under embargo"),
        Visibility.PRIVATE.value: _("private"),
    }


def _length(game: Game) -> str:
    return ngettext("%(number)s ply", "%(number)s plies", game.ply_count) % {"number": game.ply_count}


def _occasion(game: Game) -> str:
    place = game.event
    if game.event and game.round:
        place += ", " + _("round %(round)s") % {"round": game.round}
    elif not game.event and game.club:
        place = game.club.name
    return " · ".join(filter(None, (place, game.date)))


def sheets(games: Iterable[Game]) -> list[SafeString]:
    """The symbols of the games in the list, once each."""
    return [mark_safe(sheet_of(kind)) for kind in sorted({game.kind for game in games})]  # noqa: S308  drawn by the engine


def _picture(game: Game, *, whole: bool) -> SafeString:
    return mark_safe(thumbnail_of(game.kind, game.final_position, whole=whole))  # noqa: S308  drawn by the engine

"""Which games without a referee there are, and what the site has to know of each."""

import time
from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from core.game_types import game_choices, is_refereed
from engine.description import GameDescription
from engine.texts import verbatim
from players.models import Club, ClubGame

# Pages ask for the same few again and again. Names do not change; a game that was removed is forgotten after this time.
REMEMBERED_SECONDS: Final = 60
MAX_REMEMBERED: Final = 1000


class _Remembered(NamedTuple):
    until: float
    description: GameDescription


_remembered: dict[str, _Remembered] = {}


def find_description(slug: str) -> GameDescription | None:
    """As if the game told it itself. At most one query a minute for each game."""
    known = _remembered.get(slug)
    if known is not None and known.until > time.monotonic():
        return known.description
    game = ClubGame.objects.filter(slug=slug).first()
    if game is None:
        return None
    if len(_remembered) >= MAX_REMEMBERED:
        forget_descriptions()
    description = describe_game(game)
    _remembered[slug] = _Remembered(time.monotonic() + REMEMBERED_SECONDS, description)
    return description


def forget_descriptions() -> None:
    _remembered.clear()


def describe_game(game: ClubGame) -> GameDescription:
    """Nothing but words: no board, no options, nothing to adjudicate."""
    return GameDescription(
        name=game.slug,
        label=verbatim(game.name),
        sides=(verbatim(game.first_side), verbatim(game.second_side)),
        draws=game.has_draws,
    )


def all_games(*, club: str = "") -> QuerySet[ClubGame]:
    """With their clubs; of one club, if its slug is given."""
    games = ClubGame.objects.select_related("club")
    return games.filter(club__slug=club) if club else games


def games_of_club(club: Club) -> QuerySet[ClubGame]:
    return ClubGame.objects.filter(club=club).order_by("name_key", "pk")


def get_game_of_club_or_404(club: Club, pk: int) -> ClubGame:
    return get_object_or_404(ClubGame, club=club, pk=pk)


def choices_in_clubs(clubs: Iterable[Club]) -> list[tuple[str, str]]:
    """What their events and rating lists may be about: games with a referee, then the clubs' own. One query."""
    own = ClubGame.objects.filter(club__in=[club.pk for club in clubs]).order_by("name_key", "pk")
    return [*game_choices(), *own.values_list("slug", "name")]


def is_played_in(club: Club | None, game: str) -> bool:
    """Whether events and rating lists of the club may be about the game; of all clubs, if there is none."""
    if is_refereed(game):
        return True
    return club is not None and "\0" not in game and ClubGame.objects.filter(club=club, slug=game).exists()

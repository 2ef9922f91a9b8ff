"""Reading the ratings that people have brought along."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from players.models import Club, Person, RatingPool, StartingRating
from players.rating_lists.selectors.periods import starting_ratings_of


def starting_list(pool: RatingPool) -> QuerySet[StartingRating]:
    """Those that count in the pool, by the names of the people."""
    given = starting_ratings_of(pool).select_related("player", "club", "pool")
    return given.order_by("player__sort_key", "player_id")


def starting_ratings_by(pool: RatingPool, club: Club) -> QuerySet[StartingRating]:
    """Those in force that the club has given, whether they count or not."""
    given = StartingRating.objects.filter(pool=pool, club=club, ended_at=None)
    return given.select_related("player", "pool").order_by("player__sort_key", "player_id")


def starting_rating_of(pool: RatingPool, player: Person) -> StartingRating | None:
    return starting_ratings_of(pool).filter(player=player).select_related("club").first()


def get_starting_rating_or_404(pk: int | str) -> StartingRating:
    return get_object_or_404(
        StartingRating.objects.select_related("player", "club", "pool").filter(ended_at=None), pk=pk
    )


def find_member(club: Club, pk: int) -> Person | None:
    return members_to_rate(club).filter(pk=pk).first()


def members_to_rate(club: Club) -> QuerySet[Person]:
    """To whom the club may give one: the service says who has a rating already."""
    return Person.objects.filter(memberships__club=club, merged_into=None).order_by("sort_key", "pk")

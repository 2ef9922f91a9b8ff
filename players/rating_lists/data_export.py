"""What an account's owner gets of their rated results and ratings, when they ask for their data."""

from typing import Any

from django.db.models import Q

from players.accounts.data_export import register_part
from players.models import ListedRating, RatedResult, User
from players.people.selectors import person_of


def gather_rated_results(user: User) -> list[dict[str, Any]]:
    person = person_of(user)
    if person is None:
        return []
    results = RatedResult.objects.filter(Q(first=person) | Q(second=person)).select_related("source")
    return [
        {
            "in": result.source.title,
            "played_on": result.played_on.isoformat(),
            "moved_first": result.first_id == person.pk,
            "half_points": result.first_half_points
            if result.first_id == person.pk
            else result.second_half_points,
            "counts": result.rated and result.source.taken_back_at is None,
        }
        for result in results
    ]


def gather_ratings(user: User) -> list[dict[str, Any]]:
    person = person_of(user)
    if person is None:
        return []
    listed = ListedRating.objects.filter(player=person, until_version=None).select_related("pool")
    return [
        {
            "pool": rating.pool.name,
            "rating": rating.rating,
            "deviation": rating.deviation,
            "games": rating.games,
        }
        for rating in listed.order_by("pool")
    ]


register_part("rated_results", gather_rated_results)
register_part("ratings", gather_ratings)

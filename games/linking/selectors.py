"""Whom a name in a record may mean, for people to choose from."""

from typing import Final, NamedTuple

from django.db.models import Q, QuerySet

from games.linking.exact import people_in_sight
from games.models import Game
from players import names
from players.models import Person, User

MOST_SUGGESTIONS: Final = 6


class Suggestion(NamedTuple):
    person: Person
    is_exact: bool


def suggestions(name: str, game: Game, actor: User) -> list[Suggestion]:
    """People in sight whose names are the same or near, the best first. Two queries."""
    key = names.comparison_key(name)
    if not key:
        return []
    seen = people_in_sight(game.club_id, actor.pk)
    candidates = seen.filter(comparison_key__in=_near_keys(key, seen)).order_by("sort_key", "pk")
    best = names.best_first(key, [(person, person.comparison_key) for person in candidates])
    return [
        Suggestion(match.candidate, match.candidate.comparison_key == key)
        for match in best[:MOST_SUGGESTIONS]
    ]


def choosable(game: Game, actor: User) -> QuerySet[Person]:
    """Whoever is in sight, and those who are linked already."""
    linked = [pk for pk in (game.first_person_id, game.second_person_id) if pk]
    seen = people_in_sight(game.club_id, actor.pk).order_by().values("pk")
    return Person.objects.filter(Q(pk__in=seen) | Q(pk__in=linked))


def _near_keys(key: str, seen: QuerySet[Person]) -> list[str]:
    keys = seen.order_by().values_list("comparison_key", flat=True)
    near = names.best_first(key, ((other, other) for other in keys.iterator(chunk_size=2000)))
    return [match.candidate for match in near[: 2 * MOST_SUGGESTIONS]]

"""Whom a name in a record may mean, for people to choose from."""

from typing import Final, NamedTuple

from django.db.models import Q, QuerySet

from games.linking.exact import people_in_sight
from games.models import Game
from players import names
from players.models import Club, Membership, Person, User

MOST_SUGGESTIONS: Final = 6


class Suggestion(NamedTuple):
    """Somebody whom a name may mean; clubs and country tell people of the same name apart."""

    person: Person
    is_exact: bool
    clubs: tuple[Club, ...] = ()
    country: str = ""


def suggestions(name: str, game: Game, actor: User) -> list[Suggestion]:
    """People in sight whose names are the same or near, the best first. Three queries."""
    key = names.comparison_key(name)
    if not key:
        return []
    seen = people_in_sight(game.club_id, actor.pk)
    candidates = seen.filter(comparison_key__in=_near_keys(key, seen)).order_by("sort_key", "pk")
    best = names.best_first(key, [(person, person.comparison_key) for person in candidates])
    found = [match.candidate for match in best[:MOST_SUGGESTIONS]]
    clubs = _clubs_told_of(found, game)
    return [
        Suggestion(
            person,
            person.comparison_key == key,
            tuple(clubs[person.pk]),
            person.country if person.listed else "",
        )
        for person in found
    ]


def choosable(game: Game, actor: User) -> QuerySet[Person]:
    """Whoever is in sight, and those who are linked already."""
    linked = [pk for pk in (game.first_person_id, game.second_person_id) if pk]
    seen = people_in_sight(game.club_id, actor.pk).order_by().values("pk")
    return Person.objects.filter(Q(pk__in=seen) | Q(pk__in=linked))


def _clubs_told_of(people: list[Person], game: Game) -> dict[int, list[Club]]:
    """Of those who agreed to be listed all clubs; of others the game's, for it is why they are in sight. One query."""
    clubs: dict[int, list[Club]] = {person.pk: [] for person in people}
    told = Q(person__listed=True) | Q(club=game.club_id)
    memberships = Membership.objects.filter(told, person__in=people).select_related("club")
    for membership in memberships.order_by("club__sort_key"):
        clubs[membership.person_id].append(membership.club)
    return clubs


def _near_keys(key: str, seen: QuerySet[Person]) -> list[str]:
    keys = seen.order_by().values_list("comparison_key", flat=True)
    near = names.best_first(key, ((other, other) for other in keys.iterator(chunk_size=2000)))
    return [match.candidate for match in near[: 2 * MOST_SUGGESTIONS]]

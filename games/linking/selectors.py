"""Whom a name in a record means: the one person of exactly that name, or people to choose from."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet

from core.db import folding
from games.models import Game
from players import names
from players.models import Club, Membership, Person, User
from players.people.selectors.people import people_with_name, unmerged_people

MAX_SUGGESTIONS: Final = 6


def people_visible_to_submitter(club: Club | int | None, submitter: User | int | None) -> QuerySet[Person]:
    """Whom a submitter may see: those who agreed to be listed, the club's members, and themselves."""
    seen = Q(listed=True)
    if club is not None:
        seen |= Q(memberships__club=club)
    if submitter is not None:
        seen |= Q(account=submitter)
    return unmerged_people().filter(seen).distinct()


def exact_matches(keys: Iterable[str], club: int | None, submitter: int | None) -> dict[str, int]:
    """For each comparison key that exactly one visible person has, that person's id. One query."""
    wanted = {key for key in keys if key}
    if not wanted:
        return {}
    found: defaultdict[str, set[int]] = defaultdict(set)
    rows = people_visible_to_submitter(club, submitter).filter(comparison_key__any_of=wanted).order_by()
    for key, pk in rows.values_list("comparison_key", "pk"):
        found[key].add(pk)
    return {key: pks.pop() for key, pks in found.items() if len(pks) == 1}


class Suggestion(NamedTuple):
    """Somebody whom a name may mean; clubs and country tell people of the same name apart."""

    person: Person
    is_exact: bool
    clubs: tuple[Club, ...] = ()
    country: str = ""


def suggest_people(name: str, game: Game, actor: User) -> list[Suggestion]:
    """Visible people whose names are the same or near, the best first. Three queries."""
    key = folding.comparison_key(name)
    if not key:
        return []
    seen = people_visible_to_submitter(game.club_id, actor.pk)
    candidates = seen.filter(comparison_key__in=_near_keys(key, seen)).order_by("sort_key", "pk")
    best = names.best_first(key, [(person, person.comparison_key) for person in candidates])
    found = [match.candidate for match in best[:MAX_SUGGESTIONS]]
    clubs = _visible_clubs(found, game)
    return [
        Suggestion(
            person,
            person.comparison_key == key,
            tuple(clubs[person.pk]),
            person.country if person.listed else "",
        )
        for person in found
    ]


def selectable_person(game: Game, actor: User, pk: int) -> Person | None:
    return selectable_people(game, actor).filter(pk=pk).first()


def selectable_people_named(game: Game, actor: User, name: str) -> list[Person]:
    """Those of exactly this name, two at most: with two it is not clear who is meant."""
    return list(selectable_people(game, actor).filter(pk__in=people_with_name(name).values("pk"))[:2])


def selectable_people(game: Game, actor: User) -> QuerySet[Person]:
    """Those whom the actor may see, and those who are linked already."""
    linked = [pk for pk in (game.first_person_id, game.second_person_id) if pk]
    seen = people_visible_to_submitter(game.club_id, actor.pk).order_by().values("pk")
    return Person.objects.filter(Q(pk__in=seen) | Q(pk__in=linked))


def _visible_clubs(people: list[Person], game: Game) -> dict[int, list[Club]]:
    """Of those who agreed to be listed all clubs; of others the game's, for it is why they are visible. One query."""
    clubs: dict[int, list[Club]] = {person.pk: [] for person in people}
    is_public = Q(person__listed=True) | Q(club=game.club_id)
    memberships = Membership.objects.filter(is_public, person__in=people).select_related("club")
    for membership in memberships.order_by("club__sort_key"):
        clubs[membership.person_id].append(membership.club)
    return clubs


def _near_keys(key: str, seen: QuerySet[Person]) -> list[str]:
    keys = seen.order_by().values_list("comparison_key", flat=True)
    near = names.best_first(key, ((other, other) for other in keys.iterator(chunk_size=2000)))
    return [match.candidate for match in near[: 2 * MAX_SUGGESTIONS]]

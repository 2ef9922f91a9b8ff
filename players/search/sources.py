"""People and clubs as sources of the search."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.countries import country_name
from players.models import Club, Membership, Person
from players.names import comparison_key
from players.people.selectors import people_named_nearly, people_visible_to
from players.permissions import Actor
from players.search.matching import each_begins, words_of
from players.search.prepared import rows_with_keys, rows_with_words
from players.search.registry import SOURCES, Found, SearchSource, addresses

CLUBS_IN_A_NOTE = 2


class _Row(NamedTuple):
    """As much of a person as a result needs: rows are cheaper than objects, and the search is asked at every key."""

    pk: int
    name: str
    key: str
    country: str
    listed: bool


def find_people(actor: Actor, text: str, at_most: int) -> Sequence[Found]:
    """Two queries: the people, and the clubs of those who are listed; one more if there are too many to show."""
    words, key = words_of(text), comparison_key(text)

    def with_words(given: Sequence[str]) -> QuerySet[Person, Any]:
        return _values(people_visible_to(actor).filter(each_begins("comparison_key", given)), at_most)

    def called(given: Sequence[str]) -> QuerySet[Person, Any]:
        return _values(people_visible_to(actor).filter(comparison_key=given[0]), at_most)

    found = _rows(actor, f"people by words, {at_most}", with_words, words)
    if len(found) == at_most:
        whole_name = _rows(actor, f"people by name, {at_most}", called, [key])
        found = list(dict.fromkeys([*whole_name, *found]))[:at_most]
    return _results(sorted(found, key=lambda row: row.key != key))


def find_people_named_nearly(actor: Actor, text: str, at_most: int) -> Sequence[Found]:
    """For a page that found nobody: who may have been meant. Three queries."""
    near = [match.person for match in people_named_nearly(text, among=people_visible_to(actor))[:at_most]]
    return _results([_Row(each.pk, each.name, "", each.country, each.listed) for each in near])


def find_clubs(actor: Actor, text: str, at_most: int) -> Sequence[Found]:
    def with_words(given: Sequence[str]) -> QuerySet[Club, Any]:
        found = Club.objects.filter(each_begins("search_key", given)).order_by("sort_key", "pk")
        return found.values_list("name", "slug", "place")[:at_most]

    rows = rows_with_words(f"clubs by words, {at_most}", with_words, words_of(text))
    return [Found(name, reverse("club", args=[slug]), place) for name, slug, place in rows]


def _values(people: QuerySet[Person], at_most: int) -> QuerySet[Person, Any]:
    columns = ("pk", "name", "comparison_key", "country", "listed")
    return people.order_by("sort_key", "pk").values_list(*columns)[:at_most]


def _rows(
    actor: Actor, name: str, write: Callable[[Sequence[str]], QuerySet[Person, Any]], words: Sequence[str]
) -> list[_Row]:
    """All visitors see the same, so their query is written once; what others see depends on who they are."""
    rows = write(words) if actor.is_authenticated else rows_with_words(name, write, words)
    return [_Row(*values) for values in rows]


def _results(rows: Sequence[_Row]) -> list[Found]:
    clubs: dict[int, list[str]] = defaultdict(list)
    listed = [row.pk for row in rows if row.listed]
    for pk, club in rows_with_keys("clubs of people", _clubs_of, listed) if listed else ():
        clubs[pk].append(club)
    address_of = addresses("person")
    return [
        Found(
            row.name,
            address_of(row.pk),
            " · ".join(filter(None, [*clubs[row.pk][:CLUBS_IN_A_NOTE], country_name(row.country)])),
        )
        for row in rows
    ]


def _clubs_of(people: Sequence[int]) -> QuerySet[Membership, Any]:
    memberships = Membership.objects.filter(person__in=people).order_by("club__sort_key")
    return memberships.values_list("person", "club__name")


def _list_of_people(text: str) -> str:
    return f"{reverse('people')}?{urlencode({'name': text})}"


def _list_of_clubs(text: str) -> str:
    return f"{reverse('clubs')}?{urlencode({'q': text})}"


SOURCES.register(
    SearchSource(key="people", title=_("People"), order=100, find=find_people, all_url=_list_of_people)
)
SOURCES.register(
    SearchSource(key="clubs", title=_("Clubs"), order=150, find=find_clubs, all_url=_list_of_clubs)
)

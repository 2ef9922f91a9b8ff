"""People as a source of the search."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.db.folding import comparison_key
from core.db.prepared_queries import fetch_by_keys, fetch_by_words
from core.permissions.actors import Actor
from core.search.matching import search_words, words_match
from core.search.sources import SearchResult, SearchSource, url_builder
from players.countries import country_name
from players.models import Membership, Person
from players.people.selectors.people import people_visible_to, people_with_similar_name

MAX_CLUBS_IN_NOTE = 2


class _PersonRow(NamedTuple):
    """As much of a person as a result needs: rows are cheaper than objects, and the search is asked at every key."""

    pk: int
    name: str
    key: str
    country: str
    listed: bool


def find_people(actor: Actor, text: str, at_most: int) -> Sequence[SearchResult]:
    """Two queries: the people, and the clubs of those who are listed; one more if there are too many to show."""
    words, key = search_words(text), comparison_key(text)

    def with_words(given: Sequence[str]) -> QuerySet[Person, Any]:
        return _result_columns(people_visible_to(actor).filter(words_match("comparison_key", given)), at_most)

    def called(given: Sequence[str]) -> QuerySet[Person, Any]:
        return _result_columns(people_visible_to(actor).filter(comparison_key=given[0]), at_most)

    found = _fetch_rows(actor, f"people by words, {at_most}", with_words, words)
    if len(found) == at_most:
        whole_name = _fetch_rows(actor, f"people by name, {at_most}", called, [key])
        found = list(dict.fromkeys([*whole_name, *found]))[:at_most]
    return _search_results(sorted(found, key=lambda row: row.key != key))


def find_similar_people(actor: Actor, text: str, at_most: int) -> Sequence[SearchResult]:
    """For a page that found nobody: who may have been meant. Three queries."""
    near = [
        match.person for match in people_with_similar_name(text, among=people_visible_to(actor))[:at_most]
    ]
    return _search_results([_PersonRow(each.pk, each.name, "", each.country, each.listed) for each in near])


def _result_columns(people: QuerySet[Person], at_most: int) -> QuerySet[Person, Any]:
    columns = ("pk", "name", "comparison_key", "country", "listed")
    return people.order_by("sort_key", "pk").values_list(*columns)[:at_most]


def _fetch_rows(
    actor: Actor, name: str, write: Callable[[Sequence[str]], QuerySet[Person, Any]], words: Sequence[str]
) -> list[_PersonRow]:
    """All visitors see the same, so their query is written once; what others see depends on who they are."""
    rows = write(words) if actor.is_authenticated else fetch_by_words(name, write, words)
    return [_PersonRow(*values) for values in rows]


def _search_results(rows: Sequence[_PersonRow]) -> list[SearchResult]:
    clubs: dict[int, list[str]] = defaultdict(list)
    listed = [row.pk for row in rows if row.listed]
    for pk, club in fetch_by_keys("clubs of people", _clubs_of, listed) if listed else ():
        clubs[pk].append(club)
    address_of = url_builder("person")
    return [
        SearchResult(
            row.name,
            address_of(row.pk),
            " · ".join(filter(None, [*clubs[row.pk][:MAX_CLUBS_IN_NOTE], country_name(row.country)])),
        )
        for row in rows
    ]


def _clubs_of(people: Sequence[int]) -> QuerySet[Membership, Any]:
    memberships = Membership.objects.filter(person__in=people).order_by("club__sort_key")
    return memberships.values_list("person", "club__name")


def people_list_url(text: str) -> str:
    return f"{reverse('people')}?{urlencode({'name': text})}"


PEOPLE_SOURCE: Final = SearchSource(
    title=_("People"),
    find=find_people,
    all_url=people_list_url,
    suggest=find_similar_people,
)

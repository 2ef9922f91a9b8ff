"""People and clubs as sources of the search."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.countries import country_name
from players.models import Club, Membership, Person
from players.names import comparison_key
from players.people.selectors import people_named_nearly, people_visible_to
from players.permissions import Actor
from players.search.matching import words_begin
from players.search.registry import SOURCES, Found, SearchSource

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
    visible, key = people_visible_to(actor), comparison_key(text)
    found = _rows(visible.filter(words_begin("comparison_key", text)), at_most)
    if len(found) == at_most:
        whole_name = _rows(visible.filter(comparison_key=key), at_most)
        found = list(dict.fromkeys([*whole_name, *found]))[:at_most]
    return _results(sorted(found, key=lambda row: row.key != key))


def find_people_named_nearly(actor: Actor, text: str, at_most: int) -> Sequence[Found]:
    """For a page that found nobody: who may have been meant. Three queries."""
    near = [match.person for match in people_named_nearly(text, among=people_visible_to(actor))[:at_most]]
    return _results([_Row(each.pk, each.name, "", each.country, each.listed) for each in near])


def find_clubs(actor: Actor, text: str, at_most: int) -> Sequence[Found]:
    found = Club.objects.filter(words_begin("search_key", text)).order_by("sort_key", "pk")
    rows = found.values_list("name", "slug", "place")[:at_most]
    return [Found(name, reverse("club", args=[slug]), place) for name, slug, place in rows]


def _rows(people: QuerySet[Person], at_most: int) -> list[_Row]:
    columns = ("pk", "name", "comparison_key", "country", "listed")
    return [_Row(*values) for values in people.order_by("sort_key", "pk").values_list(*columns)[:at_most]]


def _results(rows: Sequence[_Row]) -> list[Found]:
    clubs: dict[int, list[str]] = defaultdict(list)
    listed = [row.pk for row in rows if row.listed]
    memberships = Membership.objects.filter(person__in=listed).order_by("club__sort_key")
    for pk, club in memberships.values_list("person", "club__name") if listed else ():
        clubs[pk].append(club)
    return [
        Found(
            row.name,
            reverse("person", args=[row.pk]),
            " · ".join(filter(None, [*clubs[row.pk][:CLUBS_IN_A_NOTE], country_name(row.country)])),
        )
        for row in rows
    ]


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

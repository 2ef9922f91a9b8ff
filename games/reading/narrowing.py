"""Filters that a link brought: whose games a list is of, in words, for no field of the form shows it."""

from typing import Final, NamedTuple

from django.http import HttpRequest, QueryDict

from games.of_events import event_named
from games.reading.filters import GameFilters
from players.people.selectors import people_visible_to

# Pages of people and events lead to the list with them; they stay when somebody filters further.
PERSON: Final = "person"
OF_EVENT: Final = "of_event"
FILTERS_OF_LINKS: Final = (PERSON, OF_EVENT)
_OF_THE_PAGE: Final = ("after", "before")


class Narrowed(NamedTuple):
    """One of these filters: `without` is the query of the list without it."""

    filter: str
    name: str
    url: str
    without: str


def narrowed_to(request: HttpRequest, filters: GameFilters) -> list[Narrowed]:
    """Those that are asked for. What the reader may not see has no name here, and the list is empty. One query each."""
    found = []
    if pk := filters.form.cleaned_data.get(PERSON):
        found += [
            Narrowed(PERSON, person.name, person.get_absolute_url(), _without(request.GET, PERSON))
            for person in people_visible_to(request.user).filter(pk=pk)
        ]
    if (pk := filters.form.cleaned_data.get(OF_EVENT)) and (named := event_named(request.user, pk)):
        found.append(Narrowed(OF_EVENT, *named, _without(request.GET, OF_EVENT)))
    return found


def _without(query: QueryDict, name: str) -> str:
    left = query.copy()
    for each in (name, *_OF_THE_PAGE):
        left.pop(each, None)
    return left.urlencode()

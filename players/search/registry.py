"""What can be found: each app adds its sources.

    SOURCES.register(SearchSource(key="games", title=_("Games"), order=300, find=find_games))

`find(actor, text, at_most)` asks the database a bounded number of times and returns only what the actor may see.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse
from django.utils.functional import Promise

from players.names import folded_words
from players.permissions import Actor
from players.search.matching import LONGEST_TEXT

_SOME_KEY: Final = 1234567890


def addresses(name: str) -> Callable[[int], str]:
    """The address of a page by its row's key. Composed once: a list of results must not look up each of its lines."""
    template = reverse(name, args=[_SOME_KEY])
    before, _, after = template.partition(str(_SOME_KEY))
    return lambda key: f"{before}{key}{after}"


@dataclass(frozen=True)
class Found:
    """One result: where it leads, what it is called, and a few words that tell it from others of that name."""

    title: str
    url: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class SearchSource:
    """`all_url(text)` leads to the list where all that is found stands; empty if there is no such list."""

    key: str
    title: str | Promise
    order: int
    find: Callable[[Actor, str, int], Sequence[Found]]
    all_url: Callable[[str], str] = lambda text: ""


@dataclass(frozen=True)
class FoundGroup:
    key: str
    title: str | Promise
    found: Sequence[Found]
    has_more: bool
    all_url: str


class SearchSources:
    def __init__(self) -> None:
        self._sources: dict[str, SearchSource] = {}

    def register(self, source: SearchSource) -> None:
        if source.key in self._sources:
            raise ImproperlyConfigured(f"Two sources of the search are called {source.key!r}.")
        self._sources[source.key] = source

    def search(self, actor: Actor, text: str, *, at_most: int) -> list[FoundGroup]:
        """What each source finds, `at_most` of each; sources that find nothing are left out."""
        text = text.strip()[:LONGEST_TEXT]
        if not folded_words(text):
            return []
        groups = []
        for source in sorted(self._sources.values(), key=lambda source: (source.order, source.key)):
            found = source.find(actor, text, at_most + 1)
            if found:
                has_more = len(found) > at_most
                url = source.all_url(text) if has_more else ""
                groups.append(FoundGroup(source.key, source.title, found[:at_most], has_more, url))
        return groups


SOURCES: Final = SearchSources()

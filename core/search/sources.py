"""What can be found: each app adds its sources, in its `ready()`.

    SOURCES.register("games", SearchSource(title=_("Games"), find=find_games), order=300)

`find(actor, text, at_most)` asks the database a bounded number of times and returns only what the actor may see.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise

from core.db.folding import folded_words
from core.permissions.actors import Actor
from core.registry import Registry
from core.search.matching import MAX_TEXT_LENGTH

_PLACEHOLDER: Final = 1234567890


def url_builder(name: str) -> Callable[[int], str]:
    """The address of a page by its row's key. Composed once: a list of results must not look up each of its lines."""
    template = reverse(name, args=[_PLACEHOLDER])
    before, _, after = template.partition(str(_PLACEHOLDER))
    return lambda key: f"{before}{key}{after}"


@dataclass(frozen=True)
class SearchResult:
    """One result: where it leads, what it is called, and a few words that set it apart from others of that name."""

    title: str
    url: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class SearchSource:
    """`all_url(text)` leads to the list where all that is found stands; empty if there is no such list.

    `suggest` is asked when no source has found anything: what may have been meant.
    """

    title: str | Promise
    find: Callable[[Actor, str, int], Sequence[SearchResult]]
    all_url: Callable[[str], str] = lambda text: ""
    suggest: Callable[[Actor, str, int], Sequence[SearchResult]] = lambda actor, text, at_most: ()


@dataclass(frozen=True)
class ResultGroup:
    key: str
    title: str | Promise
    found: Sequence[SearchResult]
    has_more: bool
    all_url: str


SOURCES: Final = Registry[SearchSource]("sources of the search")


def search_all(actor: Actor, text: str, *, at_most: int) -> list[ResultGroup]:
    """What each source finds, `at_most` of each; sources that find nothing are left out."""
    text = text.strip()[:MAX_TEXT_LENGTH]
    if not folded_words(text):
        return []
    groups = []
    for key, source in SOURCES.items():
        found = source.find(actor, text, at_most + 1)
        if found:
            has_more = len(found) > at_most
            url = source.all_url(text) if has_more else ""
            groups.append(ResultGroup(key, source.title, found[:at_most], has_more, url))
    return groups


def suggest_similar(actor: Actor, text: str, *, at_most: int) -> list[SearchResult]:
    """For a page that found nothing."""
    return [found for source in SOURCES for found in source.suggest(actor, text, at_most)][:at_most]

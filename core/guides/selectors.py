"""Which guides there are, and which of them a search finds."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language

from core import game_types
from core.db.folding import fold_text
from core.guides.contents import GROUPS
from core.guides.documents import RULES, SOURCE_LANGUAGE, Document, has_rules, read_document
from core.permissions.actors import Actor
from core.search.matching import search_words
from core.search.sources import SearchResult


class ListedGuide(NamedTuple):
    title: str
    url: str


class ListedGroup(NamedTuple):
    key: str
    title: str | Promise
    guides: list[ListedGuide]


def reader_language() -> str:
    return (get_language() or SOURCE_LANGUAGE).partition("-")[0]


def list_rules() -> list[ListedGuide]:
    return [
        ListedGuide(label, reverse("game-rules", args=[game]))
        for game, label in game_types.game_choices()
        if has_rules(game)
    ]


def list_guides() -> list[ListedGroup]:
    return [
        ListedGroup(
            group.key,
            group.title,
            [
                ListedGuide(read_document(name, reader_language()).title, reverse("guide", args=[name]))
                for name in group.names()
            ],
        )
        for group in GROUPS
    ]


def find_guides(actor: Actor, text: str, at_most: int) -> Sequence[SearchResult]:
    """Guides with all the words in their title, then places in them with the words in a heading."""
    words = search_words(text)
    titles, headings = [], []
    for document, url in _documents():
        if _has_words(fold_text(document.title), words):
            titles.append(SearchResult(document.title, url))
            continue
        headings += [
            SearchResult(heading.text, f"{url}#{heading.anchor}", document.title)
            for heading in document.headings
            if _has_words(fold_text(heading.text), words)
        ]
    return [*titles, *headings][:at_most]


def suggest_guides(actor: Actor, text: str, at_most: int) -> Sequence[SearchResult]:
    """Guides with all the words somewhere in their text."""
    words = search_words(text)
    found = (
        SearchResult(document.title, url)
        for document, url in _documents()
        if _has_words(document.folded, words)
    )
    return list(islice(found, at_most))


def _documents() -> Iterator[tuple[Document, str]]:
    for game, _label in game_types.game_choices():
        if has_rules(game):
            yield read_document(f"{RULES}/{game}", reader_language()), reverse("game-rules", args=[game])
    for group in GROUPS:
        for name in group.names():
            yield read_document(name, reader_language()), reverse("guide", args=[name])


def _has_words(folded: str, words: Sequence[str]) -> bool:
    """Each of them begins a word of the text."""
    return all(f" {word}" in f" {folded}" for word in words)

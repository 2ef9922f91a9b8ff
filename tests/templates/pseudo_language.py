"""A language in which each message stands in ⟦brackets⟧: what is shown outside of them, nobody can translate."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from typing import Any

from django.apps import apps
from django.core.cache import caches
from django.db import models
from django.utils import translation
from django.utils.translation import trans_real

from core.templatetags.render_once import clear_on_changed_setting
from players.countries import country_choices
from scripts.catalogues import extraction
from scripts.catalogues.extraction import extract_messages, message_key

LANGUAGE = "de"
ENGLISH = "en:"
WRAPPED = re.compile(r"⟦[^⟦⟧]*⟧")
WORD = re.compile(r"(?<!\w)[^\W\d_]{2,}")
SHOWN = {"alt", "aria-label", "aria-description", "data-label", "label", "placeholder", "title"}
FOR_PROGRAMS = {"code", "pre", "script", "style", "svg", "textarea", "kbd", "samp"}


@cache
def marked_messages() -> frozenset[tuple[str, str]]:
    """What is in our catalogues, and what the packages that we use bring in theirs."""
    ours = {message_key(message) for message in extract_messages() if message.id}
    theirs: Any = trans_real.translation(LANGUAGE)._catalog  # type: ignore[attr-defined]
    keys = [key[0] if isinstance(key, tuple) else key for part in theirs._catalogs for key in part]
    split = (key.rpartition("\x04") for key in keys)
    return frozenset(ours | {(words, context) for context, _, words in split})


def wrap(words: str, context: str = "") -> str:
    """In brackets that tell the language of the moment: a reader of another one must never see them."""
    return _bracketed(words) if words and (words, context) in marked_messages() else words


def _bracketed(words: str) -> str:
    return f"⟦{ENGLISH if translation.get_language() == 'en' else ''}{words}⟧"


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Until its end, every message that somebody could translate is shown in brackets."""
    replaced: dict[str, Callable[..., str]] = {
        "gettext": wrap,
        "pgettext": lambda context, words: wrap(words, context),
        "ngettext": lambda one, many, number: _plural(one, many, number),
        "npgettext": lambda context, one, many, number: _plural(one, many, number, context),
    }
    marked_messages()
    kept = {name: getattr(translation._trans, name) for name in replaced}
    for name, function in replaced.items():
        setattr(translation._trans, name, function)
    _forget_what_was_rendered()
    try:
        yield
    finally:
        for name, function in kept.items():
            setattr(translation._trans, name, function)
        _forget_what_was_rendered()


def _plural(one: str, many: str, number: float, context: str = "") -> str:
    wrapped = wrap(one, context)
    return wrapped if number == 1 or wrapped == one else _bracketed(many)


def _forget_what_was_rendered() -> None:
    clear_on_changed_setting()
    for name in caches:
        caches[name].clear()


# Names, and what is written alike in all languages; names of countries come from Babel.
THE_SAME_EVERYWHERE = re.compile(
    r"Kiebitz|Glicko-2|\bElo\b|\bCSV\b|\bJSON\b|\bPDF\b|\bTRF\b|\bUTC\b|English|Deutsch|Español|Italiano|Barragoon|Stratego"
)
# Addresses, and the codes of tie-breaks behind their names.
FOR_MACHINES = re.compile(r"https?://\S*|\([A-Z]{2,4}(?:-[A-Z0-9]+)*\)")


def unmarked_texts(page: str, data: "Data") -> list[str]:
    """What a page shows or says outside of messages, and what nobody has typed."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    found = (data.without_it(_unwrapped(text)) for text in reader.texts)
    return [" ".join(text.split()) for text in found if WORD.search(text)]


def _unwrapped(text: str) -> str:
    before = ""
    while before != text:
        before, text = text, WRAPPED.sub(" ", text)
    return text


class Data:
    """All text that stands in the database: names and words of people, in whatever language they wrote."""

    def __init__(self) -> None:
        with translation.override(LANGUAGE):
            self._words: set[str] = {name for _, name in country_choices()}
        for guide in (extraction.ROOT / "docs").rglob("*.md"):  # the search finds them
            for heading in re.findall(r"^#+ (.*)$", guide.read_text(encoding="utf-8"), re.MULTILINE):
                self._collect(re.sub(r"[*`]", "", heading))
        for model in apps.get_models():
            names = [
                field.name
                for field in model._meta.concrete_fields
                if isinstance(field, models.CharField | models.TextField | models.JSONField)
                and not field.choices
            ]
            for row in model._default_manager.values_list(*names) if names else ():
                for value in row:
                    self._collect(value)
        self._longest_first = sorted(self._words, key=len, reverse=True)

    def _collect(self, value: object) -> None:
        if isinstance(value, str) and WORD.search(value):
            self._words.update(" ".join(line.split()) for line in value.splitlines())
        elif isinstance(value, dict):
            for each in value.values():
                self._collect(each)
        elif isinstance(value, list):
            for each in value:
                self._collect(each)

    def without_it(self, text: str) -> str:
        text = " ".join(FOR_MACHINES.sub(" ", text).split())
        if not WORD.search(text) or text in self._words:
            return ""
        for words in self._longest_first:
            if words and words in text:
                text = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", " ", text)
                if not WORD.search(text):
                    return ""
        return THE_SAME_EVERYWHERE.sub(" ", text)


class _Reader(HTMLParser):
    """Collects what a page shows, what it says to screen readers, and what scripts take from it to show."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._for_programs: list[str] = []
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in FOR_PROGRAMS or self._for_programs:
            self._for_programs.append(tag)
        self.texts += [
            value for name, value in attrs if value and (name in SHOWN or name.startswith("data-word"))
        ]

    def handle_endtag(self, tag: str) -> None:
        if self._for_programs and tag in self._for_programs:
            while self._for_programs.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        """A message may have elements in it: what stands between its brackets is in it, whatever element that is."""
        outside = []
        for part in re.split("([⟦⟧])", data):
            if part in ("⟦", "⟧"):
                self._depth += 1 if part == "⟦" else -1
                outside.append(" ")
            elif not self._depth:
                outside.append(part)
        if not self._for_programs:
            self.texts.append("".join(outside))

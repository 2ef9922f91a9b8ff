"""Texts for people in any language: the engine only marks them, whoever shows them translates.

The functions are called like gettext's, so that the tools of translators find what stands in them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TypeAlias

Fact: TypeAlias = "str | int | Text"


@dataclass(frozen=True, slots=True)
class Text:
    """A template in English (`%(name)s` for a fact), and what a translator has to know to find it."""

    msgid: str
    context: str = ""
    plural: str = ""  # of a text that is about a number
    facts: tuple[tuple[str, Fact], ...] = field(default=())

    def filled(self, **facts: Fact) -> Text:
        """The same with these facts; a fact may be a text itself."""
        return replace(self, facts=(*self.facts, *((name, _fact(value)) for name, value in facts.items())))

    @property
    def number(self) -> int | None:
        """What decides between singular and plural; None if the text is not about a number, or it is not said yet."""
        number = dict(self.facts).get("number") if self.plural else None
        return number if isinstance(number, int) else None

    def __str__(self) -> str:
        """In English, as the engine itself would say it."""
        template = self.msgid if self.number in (None, 1) else self.plural
        facts = {name: str(value) for name, value in self.facts}
        return template % facts if facts else template


class Sentence(str):
    """English text that remembers what it was made of, so that it can be said in another language.

    `Sentence("%(square)s is empty.", square="d4")` is “d4 is empty.”.
    """

    text: Text

    def __new__(cls, msgid: str, **facts: Fact) -> Sentence:
        text = Text(msgid).filled(**facts)
        made = super().__new__(cls, str(text))
        made.text = text
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return sentence_of, (self.text,)


def sentence_of(text: Text) -> Sentence:
    made = str.__new__(Sentence, str(text))
    made.text = text
    return made


def counted_sentence(singular: str, plural: str, number: int, **facts: Fact) -> Sentence:
    """About `%(number)s` of something."""
    return sentence_of(Text(singular, plural=plural).filled(number=number, **facts))


def _fact(value: Fact) -> Fact:
    return value.text if isinstance(value, Sentence) else value


def gettext(msgid: str) -> Text:
    return Text(msgid)


def verbatim(words: str) -> Text:
    """Words that nobody translates, such as a name that somebody typed."""
    return Text("%(words)s", facts=(("words", words),))


def pgettext(context: str, msgid: str) -> Text:
    """A text whose translation depends on what it is about."""
    return Text(msgid, context)


def ngettext(singular: str, plural: str) -> Text:
    """A text about `%(number)s` of something."""
    return Text(singular, plural=plural)


def join_list(parts: Iterable[Fact], last: Text) -> Fact:
    """`a, b and c`: `last` says how the last two are joined, with `%(before)s` and `%(after)s`."""
    *before, final = parts
    if not before:
        return final
    start = reduce(lambda so_far, part: COMMA.filled(before=so_far, after=part), before)
    return last.filled(before=start, after=final)


COMMA = pgettext("list", "%(before)s, %(after)s")
AND = pgettext("list", "%(before)s and %(after)s")
OR = pgettext("list", "%(before)s or %(after)s")

"""Texts for people in any language: the engine only marks them, whoever shows them translates.

The functions are called like gettext's, so that the tools of translators find what stands in them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
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
        return replace(self, facts=(*self.facts, *facts.items()))

    def __str__(self) -> str:
        """In English, as the engine itself would say it."""
        facts = {name: str(value) for name, value in self.facts}
        return self.msgid % facts if facts else self.msgid


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

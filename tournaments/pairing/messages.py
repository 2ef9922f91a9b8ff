"""Sentences that can be said in another language: English text that remembers what it was made of. Pure code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from types import MappingProxyType

Value = str | int


class Message(str):
    """`Words("%(one)s met %(other)s.", one="Ann", other="Bob")` is “Ann met Bob.”, and knows what it is made of.

    Values may be words themselves. Where languages are known, the template is translated and filled in again:
    `tournaments.translation` does so and lists all templates.
    """

    template: str
    values: Mapping[str, Value]

    def __new__(cls, template: str, **values: Value) -> Message:
        made = super().__new__(cls, template % values)
        made.template = template
        made.values = MappingProxyType(values)
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.template, dict(self.values))


def template(text: str) -> str:
    """Marks a template that is filled in elsewhere, so that it is found."""
    return text


def join_list(parts: Iterable[Message]) -> str:
    """One after the other, with commas."""
    return reduce(lambda before, after: Message("%(before)s, %(after)s", before=before, after=after), parts)


def join_sentences(parts: Iterable[Message]) -> str:
    """One after the other, with spaces; empty if there are none."""
    listed = list(parts)
    if not listed:
        return ""
    return reduce(lambda before, after: Message("%(before)s %(after)s", before=before, after=after), listed)


def _rebuild(text: str, values: dict[str, Value]) -> Message:
    return Message(text, **values)

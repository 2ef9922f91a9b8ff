"""Words of a frozen table: kept as templates and values, so that they can be said in any language later.

Each template is kept once, with the names of its values; words are its number and the values in their order. Tables of
old have plain text instead.
"""

from collections.abc import Sequence
from typing import Any

from tournaments.pairing.words import Words
from tournaments.tables.table_data import ExplanationData

Kept = Any
"""As JSON has it: text, a number, or `[number of the template, value, value, …]`."""
Template = Sequence[str]
"""The template itself, and the names of its values."""


class Phrasebook:
    """Numbers templates in the order in which they come."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, ...], int] = {}

    @property
    def templates(self) -> list[list[str]]:
        return [list(template) for template in self._numbers]

    def kept(self, words: str | int) -> Kept:
        if not isinstance(words, Words):
            return words
        number = self._numbers.setdefault((words.template, *words.values), len(self._numbers))
        return [number, *(self.kept(value) for value in words.values.values())]

    def kept_reasons(self, reasons: Sequence[ExplanationData]) -> list[ExplanationData]:
        return [
            {
                "lines": [{**line, "words": self.kept(line["words"])} for line in reason["lines"]],
                "summary": self.kept(reason["summary"]),
                "value": reason["value"],
            }
            for reason in reasons
        ]


def reasons_said(reasons: Sequence[ExplanationData], templates: Sequence[Template]) -> list[ExplanationData]:
    """The other way round."""
    return [
        {
            "lines": [{**line, "words": _said(line["words"], templates)} for line in reason["lines"]],
            "summary": _said(reason["summary"], templates),
            "value": reason["value"],
        }
        for reason in reasons
    ]


def _said(kept: Kept, templates: Sequence[Template]) -> Any:
    if not isinstance(kept, list):
        return kept
    number, *values = kept
    text, *names = templates[number]
    said = (_said(value, templates) for value in values)
    return Words(text, **dict(zip(names, said, strict=True)))

"""Words of a frozen table: kept as templates and values, so that they can be said in any language later.

Each template is kept once; words are its number and the values. Tables of old have plain text instead.
"""

from collections.abc import Sequence
from typing import Any

from tournaments.pairing.words import Words
from tournaments.tables.table_data import ExplanationData

Kept = Any
"""As JSON has it: text, a number, or `[number of the template, {name: value}]`."""


class Phrasebook:
    """Numbers templates in the order in which they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def templates(self) -> list[str]:
        return list(self._numbers)

    def kept(self, words: str | int) -> Kept:
        if not isinstance(words, Words):
            return words
        number = self._numbers.setdefault(words.template, len(self._numbers))
        return [number, {name: self.kept(value) for name, value in words.values.items()}]

    def kept_reasons(self, reasons: Sequence[ExplanationData]) -> list[ExplanationData]:
        return [
            {
                "lines": [{**line, "words": self.kept(line["words"])} for line in reason["lines"]],
                "summary": self.kept(reason["summary"]),
                "value": reason["value"],
            }
            for reason in reasons
        ]


def reasons_said(reasons: Sequence[ExplanationData], templates: Sequence[str]) -> list[ExplanationData]:
    """The other way round."""
    return [
        {
            "lines": [{**line, "words": _said(line["words"], templates)} for line in reason["lines"]],
            "summary": _said(reason["summary"], templates),
            "value": reason["value"],
        }
        for reason in reasons
    ]


def _said(kept: Kept, templates: Sequence[str]) -> Any:
    if not isinstance(kept, list):
        return kept
    number, values = kept
    return Words(templates[number], **{name: _said(value, templates) for name, value in values.items()})

"""What a table is made of, as JSON can hold it, and how its sentences are stored.

It knows players by their starting ranks only: names belong to people, who may change them or have them erased.
Sentences are stored as templates and values, so that they can be shown in any language later: each template once, with
the names of its values; a sentence is the template's number and the values in their order. Old tables have plain text.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NotRequired, TypedDict

from tournaments.models import PairingSystem, Section
from tournaments.pairing.messages import Message


class TableKind(StrEnum):
    STANDINGS = "standings"
    KEIZER = "keizer"
    KNOCKOUT = "knockout"


class Column(TypedDict):
    """A tie-break: what stands above its values, and where C.07 has it."""

    label: str
    code: str
    name: str
    article: str


class ContributionData(TypedDict):
    """What one round adds to a value, as `tournaments.standings.Contribution`."""

    round: int | None
    opponent: int | None
    value: str
    words: str
    # The name of a tournaments.standings.Cut: the value does not count.
    cut: str | None


class ExplanationData(TypedDict):
    lines: list[ContributionData]
    summary: str
    value: str


class LossData(TypedDict):
    """Where somebody left a knockout, and who went on."""

    round: int
    to: int


class RowData(TypedDict):
    rank: int
    number: int
    points: str
    values: list[str]
    # Of a knockout: None for those who are still in it.
    lost: NotRequired[LossData | None]


class TableData(TypedDict):
    kind: TableKind
    rounds: int
    # Whether a published game of these rounds has no result yet.
    unfinished: bool
    columns: list[Column]
    rows: list[RowData]
    # A sentence where the bracket cannot be followed.
    problem: str


class FinalTableData(TableData):
    """With the explanations of the points and of every column, by starting rank as text."""

    explanations: dict[str, list[ExplanationData]]
    # Of the sentences in the explanations, see `Phrasebook`; old tables have plain text.
    templates: NotRequired[list[list[str]]]


def table_kind(section: Section) -> TableKind:
    if section.system == PairingSystem.KEIZER:
        return TableKind.KEIZER
    return TableKind.KNOCKOUT if section.system == PairingSystem.KNOCKOUT else TableKind.STANDINGS


StoredWords = Any
"""As JSON has it: text, a number, or `[number of the template, value, value, …]`."""

Template = Sequence[str]
"""The template itself, and the names of its values."""


class Phrasebook:
    """Encodes sentences for JSON, and numbers their templates in the order in which they come."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, ...], int] = {}

    @property
    def templates(self) -> list[list[str]]:
        return [list(template) for template in self._numbers]

    def encode(self, words: str | int) -> StoredWords:
        if not isinstance(words, Message):
            return words
        number = self._numbers.setdefault((words.template, *words.values), len(self._numbers))
        return [number, *(self.encode(value) for value in words.values.values())]

    def encode_reasons(self, reasons: Sequence[ExplanationData]) -> list[ExplanationData]:
        return [
            {
                "lines": [{**line, "words": self.encode(line["words"])} for line in reason["lines"]],
                "summary": self.encode(reason["summary"]),
                "value": reason["value"],
            }
            for reason in reasons
        ]


def restore_explanations(
    reasons: Sequence[ExplanationData], templates: Sequence[Template]
) -> list[ExplanationData]:
    """What `Phrasebook.encode_reasons` made of them, as sentences again."""
    return [
        {
            "lines": [
                {**line, "words": _restore_words(line["words"], templates)} for line in reason["lines"]
            ],
            "summary": _restore_words(reason["summary"], templates),
            "value": reason["value"],
        }
        for reason in reasons
    ]


def _restore_words(stored: StoredWords, templates: Sequence[Template]) -> Any:
    if not isinstance(stored, list):
        return stored
    number, *values = stored
    text, *names = templates[number]
    restored = (_restore_words(value, templates) for value in values)
    return Message(text, **dict(zip(names, restored, strict=True)))

"""What a table is made of, as JSON can hold it.

It knows players by their starting ranks only: names belong to people, who may change them or have them erased.
"""

from typing import Final, Literal, NotRequired, TypedDict

from tournaments.models import PairingSystem, Section

STANDINGS: Final = "standings"
KEIZER: Final = "keizer"
KNOCKOUT: Final = "knockout"
Kind = Literal["standings", "keizer", "knockout"]


class Column(TypedDict):
    """A tie-break: what stands above its values, and where C.07 has it."""

    label: str
    code: str
    name: str
    article: str


class LineData(TypedDict):
    """What one round adds to a value, as `tournaments.standings.Contribution`."""

    round: int | None
    opponent: int | None
    value: str
    words: str
    # The name of a tournaments.standings.Cut: the value does not count.
    cut: str | None


class ExplanationData(TypedDict):
    lines: list[LineData]
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
    kind: Kind
    rounds: int
    # Whether a published game of these rounds has no result yet.
    unfinished: bool
    columns: list[Column]
    rows: list[RowData]
    # A sentence where the bracket cannot be followed.
    problem: str


class FrozenTable(TableData):
    """With the explanations of the points and of every column, by starting rank as text."""

    explanations: dict[str, list[ExplanationData]]
    # Of the words in the explanations, see `tournaments.tables.kept_words`; tables of old have plain text.
    templates: NotRequired[list[list[str]]]


def kind_of(section: Section) -> Kind:
    if section.system == PairingSystem.KEIZER:
        return KEIZER
    return KNOCKOUT if section.system == PairingSystem.KNOCKOUT else STANDINGS

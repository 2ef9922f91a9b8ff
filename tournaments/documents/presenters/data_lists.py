"""The lists of a section as rows for CSV and JSON: entries, pairings, results, standings, crosstable.

Only what the pages show to everybody: published rounds, and of people what their club and they themselves show.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tournaments.documents.selectors import public_entries
from tournaments.models import Bye, Entry, Pairing, Section
from tournaments.tables.presenters.crosstables import present_crosstable
from tournaments.tables.selectors.standings import load_table
from tournaments.tournament_data import SectionData, load_section_data

DataRow = Mapping[str, Any]
_ENTRY_COLUMNS: Final = ("number", "name", "rating", "club", "categories", "state", "provisional")
_PAIRING_COLUMNS: Final = (
    "round", "board", "game", "first_number", "first", "second_number", "second", "result", "bye",
)  # fmt: skip


@dataclass(frozen=True)
class Listing:
    columns: Sequence[str]
    rows: Iterator[DataRow]


def entries(section: Section) -> Listing:
    return Listing(
        _ENTRY_COLUMNS,
        (
            {
                "number": entry.starting_rank,
                "name": entry.person.name,
                "rating": entry.rating or None,
                "club": entry.club_name,
                "categories": entry.categories,
                "state": entry.state,
                "provisional": entry.rating_is_provisional,
            }
            for entry in public_entries(section).iterator(chunk_size=500)
        ),
    )


def pairings(section: Section, number: int) -> Listing:
    """Of one round, without results. Four queries."""
    data = load_section_data(section)
    rows = ({**row, "result": ""} for row in _round_rows(data, number))
    return Listing(_PAIRING_COLUMNS, rows)


def results(section: Section) -> Listing:
    """Of all published rounds. Four queries."""
    data = load_section_data(section)
    rows = (row for each in data.rounds for row in _round_rows(data, each.number))
    return Listing(_PAIRING_COLUMNS, rows)


def standings(section: Section) -> Listing:
    table = load_table(section)
    labels = [column["label"] for column in table.data["columns"]]
    return Listing(
        ["rank", "number", "name", "rating", "club", "points", *labels, "provisional"],
        (
            {
                "rank": row.rank,
                "number": row.number,
                "name": row.entry.person.name,
                "rating": row.entry.rating or None,
                "club": row.entry.club_name,
                "points": row.points,
                **dict(zip(labels, row.values, strict=True)),
                "provisional": row.entry.rating_is_provisional,
            }
            for row in table.rows
        ),
    )


def crosstable(section: Section) -> Listing:
    shown = present_crosstable(section)
    heads = [f"{'against' if shown.cross.all_play_all else 'round'} {head}" for head in shown.cross.heads]
    return Listing(
        ["rank", "number", "name", *heads, "points"],
        (
            {
                "rank": row.rank,
                "number": row.number,
                "name": row.entry.person.name,
                **dict(zip(heads, cross.cells, strict=True)),
                "points": row.points,
            }
            for row, cross in zip(shown.table.rows, shown.cross.rows, strict=True)
        ),
    )


DATA_LISTS: Final[Mapping[str, Callable[[Section], Listing]]] = {
    "entries": entries,
    "results": results,
    "standings": standings,
    "crosstable": crosstable,
}


def _round_rows(data: SectionData, number: int) -> Iterator[DataRow]:
    for pairing in data.pairings.get(number, ()):
        yield _pairing_row(number, pairing)
    for bye in data.byes.get(number, ()):
        yield _bye_row(number, bye)


def _pairing_row(number: int, pairing: Pairing) -> DataRow:
    return {
        "round": number,
        "board": pairing.board,
        "game": pairing.leg,
        **_side("first", pairing.first),
        **_side("second", pairing.second),
        "result": pairing.result,
        "bye": "",
    }


def _bye_row(number: int, bye: Bye) -> DataRow:
    nobody = {"second_number": None, "second": "", "result": ""}
    return {
        "round": number,
        "board": None,
        "game": None,
        **_side("first", bye.entry),
        **nobody,
        "bye": bye.kind,
    }


def _side(which: str, entry: Entry) -> DataRow:
    return {f"{which}_number": entry.starting_rank, which: entry.person.name}

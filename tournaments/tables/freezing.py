"""A section's table: computed while the event runs, and data once it is finished."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import cast

from tournaments.lean_reading import Ranked, ranked_entries, read_tournament
from tournaments.models import Entry, FinalTable, PairingSystem, Section
from tournaments.pairing import Tournament
from tournaments.plain_data import SectionData, knockout_plan, section_data
from tournaments.sentences import in_readers_language, problem_in_readers_language
from tournaments.standings import Table
from tournaments.tables.keizer_ranking import keizer_explanations, keizer_table
from tournaments.tables.kept_words import Phrasebook, reasons_said
from tournaments.tables.knockout_order import knockout_table
from tournaments.tables.ranking import chosen_tie_breaks, explanations, ranking, table_of_ranking
from tournaments.tables.table_data import (
    KEIZER,
    KNOCKOUT,
    ExplanationData,
    FrozenTable,
    LossData,
    RowData,
    TableData,
    kind_of,
)


@dataclass(frozen=True)
class TableRow:
    """A line of the table with the player it is about."""

    rank: int
    number: int
    points: str
    values: list[str]
    entry: Entry
    lost: LossData | None
    lost_to: Entry | None


@dataclass(frozen=True)
class SectionTable:
    section: Section
    data: TableData
    rows: list[TableRow]
    frozen: bool
    """Whether it is the final table that was laid down when the event was finished."""


@dataclass(frozen=True)
class ExplainedRow:
    table: SectionTable
    row: TableRow
    reasons: list[ExplanationData]
    """Of the points, then of each column."""


def frozen_table(section: Section) -> FrozenTable:
    """Everything that the standings show, with the reasons, to be kept in a FinalTable."""
    data = section_data(section)
    why, phrasebook = explainer(data), Phrasebook()
    reasons = {str(number): phrasebook.kept_reasons(why(number)) for number in data.entries}
    return {**live_table(data), "explanations": reasons, "templates": phrasebook.templates}


def table_of(section: Section, *, after: int | None = None) -> SectionTable:
    """The table after so many rounds: after all, and frozen, if the event is finished.

    One query for the entries, and one for the final table or three for the rounds.
    """
    stored = _stored_after(section, after)
    if stored is not None:
        return with_players(section, stored, ranked_entries(section), frozen=True)
    before = None if after is None else after + 1
    if kind_of(section) == KNOCKOUT:
        data = section_data(section, before=before)
        return with_players(section, live_table(data), data.entries, frozen=False)
    entries = ranked_entries(section)
    players = [Ranked(entry.pk, rank, entry.rating) for rank, entry in entries.items()]
    tournament = read_tournament(section, players, before=before)
    return with_players(section, _computed(section, tournament), entries, frozen=False)


def table_from(data: SectionData) -> SectionTable:
    """The same for those who have the section's rows already. Two queries if the event is finished, else none."""
    if data.section.event.has_finished:
        return table_of(data.section)
    return with_players(data.section, live_table(data), data.entries, frozen=False)


def explained_row(section: Section, number: int, *, after: int | None = None) -> ExplainedRow | None:
    """One line of the table with its reasons; None for a number that nobody has. As many queries as `table_of`."""
    stored = _stored_after(section, after)
    if stored is not None:
        table = with_players(section, stored, ranked_entries(section), frozen=True)
        why = reasons_said(stored["explanations"].get(str(number), []), stored.get("templates", []))
    else:
        data = section_data(section, before=None if after is None else after + 1)
        if number not in data.entries:
            return None
        table = with_players(section, live_table(data), data.entries, frozen=False)
        why = explainer(data)(number)
    row = next((row for row in table.rows if row.number == number), None)
    return ExplainedRow(table, row, [_in_readers_language(reason) for reason in why]) if row else None


def _in_readers_language(reason: ExplanationData) -> ExplanationData:
    return {
        "lines": [{**line, "words": in_readers_language(line["words"])} for line in reason["lines"]],
        "summary": in_readers_language(reason["summary"]),
        "value": reason["value"],
    }


def stored_table(section: Section) -> FrozenTable | None:
    row = FinalTable.objects.filter(section=section).first()
    return cast(FrozenTable, row.table) if row else None


def live_table(data: SectionData) -> TableData:
    if kind_of(data.section) == KNOCKOUT:
        return _knockout_table(data)
    return _computed(data.section, data.tournament)


def explainer(data: SectionData) -> Callable[[int], list[ExplanationData]]:
    """Says of each number why it has its points and tie-breaks. A knockout needs no reasons: the bracket says it."""
    match kind_of(data.section):
        case "keizer":
            return partial(keizer_explanations, data.tournament)
        case "knockout":
            return lambda number: []
        case _:
            return partial(explanations, _ranking(data.section, data.tournament))


def with_players(
    section: Section, data: TableData, entries: Mapping[int, Entry], *, frozen: bool
) -> SectionTable:
    return SectionTable(section, data, [_row(row, entries) for row in data["rows"]], frozen)


def _stored_after(section: Section, after: int | None) -> FrozenTable | None:
    stored = stored_table(section) if section.event.has_finished else None
    return stored if stored is not None and (after is None or after >= stored["rounds"]) else None


def _row(row: RowData, entries: Mapping[int, Entry]) -> TableRow:
    lost = row.get("lost")
    return TableRow(
        row["rank"],
        row["number"],
        row["points"],
        row["values"],
        entries[row["number"]],
        lost,
        entries[lost["to"]] if lost else None,
    )


def _computed(section: Section, tournament: Tournament) -> TableData:
    if kind_of(section) == KEIZER:
        return keizer_table(tournament)
    return table_of_ranking(_ranking(section, tournament))


def _ranking(section: Section, tournament: Tournament) -> Table:
    return ranking(
        tournament,
        chosen_tie_breaks(section.tie_breaks, section.lots_seed),
        round_robin=section.system == PairingSystem.ROUND_ROBIN,
    )


def _knockout_table(data: SectionData) -> TableData:
    """Where the games do not fit the tree, matches won have to do."""
    if len(data.entries) < 2:
        problem = ""
    else:
        try:
            return knockout_table(*knockout_plan(data), rounds=len(data.rounds))
        except ValueError as error:
            problem = problem_in_readers_language(error)
    by_wins = table_of_ranking(ranking(data.tournament, (), round_robin=False))
    return {**by_wins, "kind": KNOCKOUT, "problem": problem}

"""A section's standings: computed while the event is running, stored once it is finished."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import cast

from tournaments.models import Entry, FinalTable, PairingSystem, Round, RoundState, Section
from tournaments.pairing import Tournament
from tournaments.selectors import current_round_number, untouched_rounds
from tournaments.standings import Edition, Table, edition_on
from tournaments.tables.selectors.ranking import (
    explain_keizer,
    explain_standings,
    keizer_data,
    knockout_data,
    parse_tie_breaks,
    rank_players,
    standings_data,
)
from tournaments.tables.selectors.table_data import (
    ExplanationData,
    FinalTableData,
    LossData,
    Phrasebook,
    RowData,
    TableData,
    TableKind,
    restore_explanations,
    table_kind,
)
from tournaments.tournament_data import (
    RankedPlayer,
    SectionData,
    knockout_plan,
    load_section_data,
    load_tournament,
    ranked_entries,
)
from tournaments.translation import translate, translate_error


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
    """Whether it is the final table that was stored when the event was finished."""


@dataclass(frozen=True)
class ExplainedRow:
    table: SectionTable
    row: TableRow
    reasons: list[ExplanationData]
    """Of the points, then of each column."""


def build_final_table(section: Section) -> FinalTableData:
    """Everything that the standings show, with the reasons, to be kept in a FinalTable."""
    data = load_section_data(section)
    why, phrasebook = make_explainer(data), Phrasebook()
    reasons = {str(number): phrasebook.encode_reasons(why(number)) for number in data.entries}
    return {**compute_table(data), "explanations": reasons, "templates": phrasebook.templates}


def load_table(section: Section, *, after: int | None = None) -> SectionTable:
    """The table after so many rounds: after all, and frozen, if the event is finished.

    One query for the entries, and one for the final table or three for the rounds.
    """
    stored = _final_table_after(section, after)
    if stored is not None:
        return add_players(section, stored, ranked_entries(section), frozen=True)
    if after is None:
        after = last_counted_round(section)
    before = None if after is None else after + 1
    if table_kind(section) == TableKind.KNOCKOUT:
        data = load_section_data(section, before=before)
        return add_players(section, compute_table(data), data.entries, frozen=False)
    entries = ranked_entries(section)
    players = [RankedPlayer(entry.pk, rank, entry.rating) for rank, entry in entries.items()]
    tournament = load_tournament(section, players, before=before)
    return add_players(section, _compute_standings(section, tournament), entries, frozen=False)


def table_from_data(data: SectionData) -> SectionTable:
    """The same for those who have the section's rows already. Two queries if the event is finished, else none."""
    if data.section.event.has_finished:
        return load_table(data.section)
    return add_players(data.section, compute_table(data), data.entries, frozen=False)


def explain_row(section: Section, number: int, *, after: int | None = None) -> ExplainedRow | None:
    """One line of the table with its reasons; None for a number that nobody has. As many queries as `load_table`."""
    stored = _final_table_after(section, after)
    if stored is not None:
        table = add_players(section, stored, ranked_entries(section), frozen=True)
        why = restore_explanations(stored["explanations"].get(str(number), []), stored.get("templates", []))
    else:
        if after is None:
            after = last_counted_round(section)
        data = load_section_data(section, before=None if after is None else after + 1)
        if number not in data.entries:
            return None
        table = add_players(section, compute_table(data), data.entries, frozen=False)
        why = make_explainer(data)(number)
    row = next((row for row in table.rows if row.number == number), None)
    return ExplainedRow(table, row, [_translate_explanation(reason) for reason in why]) if row else None


def _translate_explanation(reason: ExplanationData) -> ExplanationData:
    return {
        "lines": [{**line, "words": translate(line["words"])} for line in reason["lines"]],
        "summary": translate(reason["summary"]),
        "value": reason["value"],
    }


def load_final_table(section: Section) -> FinalTableData | None:
    row = FinalTable.objects.filter(section=section).first()
    return cast(FinalTableData, row.table) if row else None


def compute_table(data: SectionData) -> TableData:
    if table_kind(data.section) == TableKind.KNOCKOUT:
        return _compute_knockout(data)
    return _compute_standings(data.section, data.tournament)


def make_explainer(data: SectionData) -> Callable[[int], list[ExplanationData]]:
    """Says of each number why it has its points and tie-breaks. A knockout needs no reasons: the bracket says it."""
    match table_kind(data.section):
        case TableKind.KEIZER:
            return partial(explain_keizer, data.tournament)
        case TableKind.KNOCKOUT:
            return lambda number: []
        case _:
            return partial(explain_standings, rank_section(data.section, data.tournament))


def add_players(
    section: Section, data: TableData, entries: Mapping[int, Entry], *, frozen: bool
) -> SectionTable:
    return SectionTable(section, data, [_table_row(row, entries) for row in data["rows"]], frozen)


def _final_table_after(section: Section, after: int | None) -> FinalTableData | None:
    stored = load_final_table(section) if section.event.has_finished else None
    return stored if stored is not None and (after is None or after >= stored["rounds"]) else None


def _table_row(row: RowData, entries: Mapping[int, Entry]) -> TableRow:
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


def _compute_standings(section: Section, tournament: Tournament) -> TableData:
    if table_kind(section) == TableKind.KEIZER:
        return keizer_data(tournament)
    return standings_data(rank_section(section, tournament))


def rank_section(section: Section, tournament: Tournament) -> Table:
    """By the section's tie-breaks, in the edition that it follows."""
    return rank_players(
        tournament,
        parse_tie_breaks(section.tie_breaks, section.lots_seed),
        round_robin=section.system == PairingSystem.ROUND_ROBIN,
        edition=tie_break_edition(section),
    )


def tie_break_edition(section: Section) -> Edition:
    """The one that was chosen, else the one of the event's first day."""
    if section.tie_break_edition is not None:
        return Edition(section.tie_break_edition)
    return edition_on(section.event.starts_on)


def _compute_knockout(data: SectionData) -> TableData:
    """Where the games do not fit the tree, matches won have to do."""
    if len(data.entries) < 2:
        problem = ""
    else:
        try:
            return knockout_data(*knockout_plan(data), rounds=len(data.rounds))
        except ValueError as error:
            problem = translate_error(error)
    by_wins = standings_data(rank_players(data.tournament, (), round_robin=False))
    return {**by_wins, "kind": TableKind.KNOCKOUT, "problem": problem}


def last_counted_round(section: Section) -> int | None:
    """Where a round robin has published rounds to come in which nothing was entered yet: the last round before them.

    None: all rounds count. Two queries for a round robin that is being played, otherwise none.
    """
    if section.system != PairingSystem.ROUND_ROBIN or section.event.has_finished:
        return None
    waiting = untouched_rounds(section)
    if waiting and current_round_number(section) == waiting[0].number:
        waiting = waiting[1:]
    return waiting[0].number - 1 if waiting else None


def public_round_numbers(section: Section) -> list[int]:
    """Those that count in the standings."""
    public = (RoundState.PUBLISHED, RoundState.CLOSED)
    rounds = Round.objects.filter(section=section, state__in=public).order_by("number")
    last = last_counted_round(section)
    if last is not None:
        rounds = rounds.filter(number__lte=last)
    return list(rounds.values_list("number", flat=True))

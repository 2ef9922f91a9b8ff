"""Crosstable, bracket and progress of a section, kept for as long as the event does not change."""

from dataclasses import dataclass
from typing import Any, Final

from django.core.cache import caches

from tournaments.events.kept_parts import KEPT_FOR
from tournaments.models import Entry, PairingSystem, Section
from tournaments.pairing import Match, Tournament
from tournaments.pairing.knockout import tree
from tournaments.plain_data import SectionData, knockout_plan, section_data
from tournaments.sentences import problem_in_readers_language
from tournaments.tables.bracket_drawing import Bracket, bracket
from tournaments.tables.crosstables import Crosstable, all_play_all, by_rounds
from tournaments.tables.freezing import SectionTable, table_from
from tournaments.tables.keizer_ranking import keizer_table
from tournaments.tables.ranking import chosen_tie_breaks, ranking
from tournaments.tables.words import colours_of

# More columns than this no screen and no sheet of paper has room for.
MOST_IN_A_SQUARE: Final = 40
TOP: Final = 8


@dataclass(frozen=True)
class SectionCrosstable:
    table: SectionTable
    cross: Crosstable


@dataclass(frozen=True)
class SectionBracket:
    entries: dict[int, Entry]
    rounds: list[list[Match]]
    drawing: Bracket | None
    problem: str


@dataclass(frozen=True)
class Progress:
    """Values after each round of the players asked for, in the order of the table."""

    table: SectionTable
    ranks: dict[int, list[int]]
    points: dict[int, list[int]]


def crosstable_of(section: Section) -> SectionCrosstable:
    """Four queries, and two more if the event is finished."""
    data = section_data(section)
    table = table_from(data)
    order = [row.number for row in table.rows]
    if section.system == PairingSystem.ROUND_ROBIN and len(order) <= MOST_IN_A_SQUARE:
        return SectionCrosstable(table, all_play_all(data.tournament, order))
    first, second = colours_of(section.event)
    return SectionCrosstable(table, by_rounds(data.tournament, order, (first[0].lower(), second[0].lower())))


def bracket_of(section: Section) -> SectionBracket:
    """Four queries. A tree that cannot be followed is said in words."""
    data = section_data(section)
    entries = dict(data.entries)
    if len(entries) < 2:
        return SectionBracket(entries, [], None, "")
    try:
        rounds = tree(*knockout_plan(data))
    except ValueError as error:
        return SectionBracket(entries, [], None, problem_in_readers_language(error))
    return SectionBracket(entries, rounds, bracket(rounds), "")


def progress_of(section: Section, chosen: list[int] | None = None) -> Progress:
    """Of the best and the chosen, or of everybody. Four queries, and two more if the event is finished."""
    data = section_data(section)
    table = table_from(data)
    ranks, points = _after_each_round(data)
    best = {row.number for row in table.rows[:TOP]}
    shown = [row.number for row in table.rows if chosen is None or row.number in best or row.number in chosen]
    return Progress(
        table,
        {number: [after[number] for after in ranks] for number in shown},
        {number: [after[number] for after in points] for number in shown},
    )


def _after_each_round(data: SectionData) -> tuple[list[dict[int, int]], list[dict[int, int]]]:
    """Everybody's rank and points after each round: the slow part, which nobody but the event changes."""
    section = data.section
    key = f"progress:{section.pk}:{section.event.change_number}"
    kept: Any = caches["pages"].get(key)
    if kept is None:
        tournament = data.tournament
        stages = [tournament.before(number + 2) for number in range(len(tournament.rounds))]
        kept = (
            [_ranks(section, stage) for stage in stages],
            [{number: stage.points(number) for number in stage.numbers} for stage in stages],
        )
        caches["pages"].set(key, kept, KEPT_FOR)
    ranks, points = kept
    return ranks, points


def _ranks(section: Section, tournament: Tournament) -> dict[int, int]:
    if section.system == PairingSystem.KEIZER:
        return {row["number"]: row["rank"] for row in keizer_table(tournament)["rows"]}
    chosen = chosen_tie_breaks(section.tie_breaks, section.lots_seed)
    return ranking(tournament, chosen, round_robin=section.system == PairingSystem.ROUND_ROBIN).ranks

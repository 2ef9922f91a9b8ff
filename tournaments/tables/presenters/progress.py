"""How players went up and down from round to round, and the chart of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from django.core.cache import caches

from core.web.fragments import MAX_AGE
from tournaments.models import PairingSystem, Section
from tournaments.pairing import Tournament
from tournaments.tables.selectors.ranking import keizer_data
from tournaments.tables.selectors.standings import (
    SectionTable,
    last_counted_round,
    rank_section,
    table_from_data,
)
from tournaments.tournament_data import SectionData, load_section_data

WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 52, 190, 18, 36
MAX_GRID_LINES = 9
GRID_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

# Labels nearer to each other than this would be written over each other.
LINE_HEIGHT = 17
BEST_PLAYERS: Final = 8


@dataclass(frozen=True)
class GridLine:
    y: float
    label: str


@dataclass(frozen=True)
class Tick:
    x: float
    label: str


@dataclass(frozen=True)
class PlayerCurve:
    """A player's line; `style` counts the strokes that tell lines apart, from 1."""

    number: int
    points: str
    marks: list[tuple[float, float]]
    label_y: float
    style: int


@dataclass(frozen=True)
class ProgressChart:
    width: int
    height: int
    left: int
    right: int
    label_x: int
    grid: list[GridLine]
    ticks: list[Tick]
    lines: list[PlayerCurve]


def draw_progress_chart(
    progress: Mapping[int, Sequence[int]],
    *,
    falling: bool,
    label: Callable[[int], str] = str,
    styles: int = 8,
) -> ProgressChart | None:
    """`progress` has each player's value after each round. `falling`: the least is the best and lies at the top.

    None without two rounds that could be joined.
    """
    rounds = max((len(values) for values in progress.values()), default=0)
    if rounds < 2:
        return None
    everything = [value for values in progress.values() for value in values]
    low, high = (1, max(everything)) if falling else (0, max(everything))
    high = max(high, low + 1)
    step = next((step for step in GRID_STEPS if (high - low) / step <= MAX_GRID_LINES), GRID_STEPS[-1])

    def x(index: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * index / (rounds - 1), 1)

    def y(value: int) -> float:
        share = (value - low) / (high - low)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (share if falling else 1 - share), 1)

    marks = {
        number: [(x(index), y(value)) for index, value in enumerate(values)]
        for number, values in progress.items()
    }
    ends = _spread_labels({number: each[-1][1] for number, each in marks.items()})
    return ProgressChart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        label_x=WIDTH - RIGHT + 10,
        grid=[GridLine(y(value), label(value)) for value in _grid(low, high, step, falling=falling)],
        ticks=[Tick(x(index), str(index + 1)) for index in _ticks(rounds)],
        lines=[
            PlayerCurve(
                number,
                " ".join(f"{across},{down}" for across, down in each),
                each,
                ends[number],
                index % styles + 1,
            )
            for index, (number, each) in enumerate(marks.items())
        ],
    )


def _grid(low: int, high: int, step: int, *, falling: bool) -> list[int]:
    lines = list(range(0, high + 1, step))
    return [low, *(value for value in lines if value > low)] if falling else lines


def _ticks(rounds: int) -> range:
    return range(0, rounds, ceil(rounds / 12))


def _spread_labels(ends: Mapping[int, float]) -> dict[int, float]:
    """Where the names at the ends stand: beside their lines, but never over each other."""
    placed: dict[int, float] = {}
    before = TOP - LINE_HEIGHT * 1.0
    for number in sorted(ends, key=lambda each: ends[each]):
        before = max(ends[number], before + LINE_HEIGHT)
        placed[number] = before
    # What was pushed out at the bottom is pushed up again.
    limit = HEIGHT - BOTTOM + 8.0
    for number in sorted(placed, key=lambda each: -placed[each]):
        placed[number] = min(placed[number], limit)
        limit = placed[number] - LINE_HEIGHT
    return {number: round(y, 1) for number, y in placed.items()}


@dataclass(frozen=True)
class SectionProgress:
    """Values after each round of the players asked for, in the order of the table."""

    table: SectionTable
    ranks: dict[int, list[int]]
    points: dict[int, list[int]]


def present_progress(section: Section, chosen: list[int] | None = None) -> SectionProgress:
    """Of the best and the chosen, or of everybody. Four queries, and two more if the event is finished."""
    last = last_counted_round(section)
    data = load_section_data(section, before=None if last is None else last + 1)
    table = table_from_data(data)
    ranks, points = _after_each_round(data)
    best = {row.number for row in table.rows[:BEST_PLAYERS]}
    shown = [row.number for row in table.rows if chosen is None or row.number in best or row.number in chosen]
    return SectionProgress(
        table,
        {number: [after[number] for after in ranks] for number in shown},
        {number: [after[number] for after in points] for number in shown},
    )


def _after_each_round(data: SectionData) -> tuple[list[dict[int, int]], list[dict[int, int]]]:
    """Everybody's rank and points after each round: the slow part, which nobody but the event changes."""
    section = data.section
    key = f"progress:{section.pk}:{section.event.change_number}"
    cached: Any = caches["pages"].get(key)
    if cached is None:
        tournament = data.tournament
        stages = [tournament.before(number + 2) for number in range(len(tournament.rounds))]
        cached = (
            [_ranks(section, stage) for stage in stages],
            [{number: stage.points(number) for number in stage.numbers} for stage in stages],
        )
        caches["pages"].set(key, cached, MAX_AGE)
    ranks, points = cached
    return ranks, points


def _ranks(section: Section, tournament: Tournament) -> dict[int, int]:
    if section.system == PairingSystem.KEIZER:
        return {row["number"]: row["rank"] for row in keizer_data(tournament)["rows"]}
    return rank_section(section, tournament).ranks

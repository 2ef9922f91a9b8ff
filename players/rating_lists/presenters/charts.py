"""Numbers into places on a drawing: the templates only write the SVG down. Units are those of the viewBox."""

from collections.abc import Sequence
from datetime import date
from math import ceil, floor
from typing import NamedTuple

from players.models import LedgerLine
from players.rating_lists.selectors.ledger import HistogramBar

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 64, 12, 14, 30
GRID_STEPS = (10, 20, 50, 100, 200, 500, 1000)
MAX_GRID_LINES = 6


class GridLine(NamedTuple):
    y: float
    label: int


class Point(NamedTuple):
    x: float
    y: float


class Tick(NamedTuple):
    x: float
    label: str
    anchor: str


class HistoryChart(NamedTuple):
    width: int
    height: int
    left: int
    right: int
    grid: list[GridLine]
    points: list[Point]
    line: str
    band: str
    """Twice the deviation on both sides; empty in a system without deviations."""
    ticks: list[Tick]


class DrawnBar(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    middle: float
    bar: HistogramBar


class DistributionChart(NamedTuple):
    width: int
    height: int
    base: int
    bars: list[DrawnBar]
    labelled_every: int


def history_chart(lines: Sequence[LedgerLine]) -> HistoryChart | None:
    """The rating after each period. None without two points that could be joined."""
    rated = [line for line in lines if line.rating_after is not None]
    if len(rated) < 2:
        return None
    ratings = [line.rating_after or 0.0 for line in rated]
    spreads = [2 * (line.deviation_after or 0.0) for line in rated]
    # A newcomer's spread would flatten everything else: the drawing may cut it off.
    margin = min(max(spreads), 150.0)
    low, high = min(ratings) - max(margin, 20), max(ratings) + max(margin, 20)
    step = next((step for step in GRID_STEPS if (high - low) / step <= MAX_GRID_LINES), GRID_STEPS[-1])
    low, high = floor(low / step) * step, ceil(high / step) * step
    first, last = rated[0].period.end, rated[-1].period.end
    days = max((last - first).days, 1)

    def x(day: date) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (day - first).days / days, 1)

    def y(rating: float) -> float:
        inside = min(max(rating, low), high)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - inside) / (high - low), 1)

    points = [Point(x(line.period.end), y(rating)) for line, rating in zip(rated, ratings, strict=True)]
    band = ""
    if any(spreads):
        upper = [
            f"{point.x},{y(rating + spread)}"
            for point, rating, spread in zip(points, ratings, spreads, strict=True)
        ]
        lower = [
            f"{point.x},{y(rating - spread)}"
            for point, rating, spread in zip(points, ratings, spreads, strict=True)
        ]
        band = " ".join(upper + lower[::-1])
    return HistoryChart(
        WIDTH,
        HEIGHT,
        LEFT,
        WIDTH - RIGHT,
        [GridLine(y(value), value) for value in range(int(low), int(high) + 1, step)],
        points,
        " ".join(f"{point.x},{point.y}" for point in points),
        band,
        [Tick(LEFT, first.isoformat(), "start"), Tick(WIDTH - RIGHT, last.isoformat(), "end")],
    )


def distribution_chart(bars: Sequence[HistogramBar]) -> DistributionChart | None:
    if not bars:
        return None
    most = max(bar.players for bar in bars)
    room = (WIDTH - 24) / len(bars)
    base = HEIGHT - BOTTOM
    drawn = []
    for index, bar in enumerate(bars):
        height = round((base - 28) * bar.players / most, 1)
        x = round(12 + index * room, 1)
        drawn.append(
            DrawnBar(
                x, round(base - height, 1), round(room * 0.86, 1), height, round(x + room * 0.43, 1), bar
            )
        )
    return DistributionChart(WIDTH, HEIGHT, base, drawn, ceil(len(bars) / 12))

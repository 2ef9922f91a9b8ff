"""How players went up and down from round to round, and where the lines of the drawing lie. Pure code."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 52, 190, 18, 36
MOST_GRID_LINES = 9
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
# Labels nearer to each other than this would be written over each other.
LINE_HEIGHT = 17


@dataclass(frozen=True)
class GridLine:
    y: float
    label: str


@dataclass(frozen=True)
class Tick:
    x: float
    label: str


@dataclass(frozen=True)
class DrawnLine:
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
    lines: list[DrawnLine]


def progress_chart(
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
    step = next((step for step in STEPS if (high - low) / step <= MOST_GRID_LINES), STEPS[-1])

    def x(index: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * index / (rounds - 1), 1)

    def y(value: int) -> float:
        share = (value - low) / (high - low)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (share if falling else 1 - share), 1)

    marks = {
        number: [(x(index), y(value)) for index, value in enumerate(values)]
        for number, values in progress.items()
    }
    ends = _apart({number: each[-1][1] for number, each in marks.items()})
    return ProgressChart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        label_x=WIDTH - RIGHT + 10,
        grid=[GridLine(y(value), label(value)) for value in _grid(low, high, step, falling=falling)],
        ticks=[Tick(x(index), str(index + 1)) for index in _ticks(rounds)],
        lines=[
            DrawnLine(
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


def _apart(ends: Mapping[int, float]) -> dict[int, float]:
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

"""Player lines (001): name, rating, rank and all rounds of one player."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tournaments.trf.columns import Columns
from tournaments.trf.errors import TrfError
from tournaments.trf.results import Cell, cell_column, read_cells

CODE = "001"
HIGHEST_NUMBER = 9999
RATING_COLUMNS = (49, 52)
POINTS_COLUMNS = (81, 84)
RANK_COLUMNS = (86, 89)


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A 001 line taken apart. Points are those the file states, not those the results add up to."""

    line: int
    number: int
    sex: str = ""
    title: str = ""
    name: str = ""
    rating: int = 0
    rating_overflows: bool = False
    """A digit stands right beside the columns of the rating: it has five or more."""
    federation: str = ""
    fide_id: str = ""
    birth_date: str = ""
    points: Fraction | None = None
    rank: int | None = None
    cells: tuple[Cell, ...] = ()


def read_player(line: int, text: str) -> PlayerLine:
    columns = Columns(line, text)
    number = columns.whole(5, 8, "the starting rank")
    if not number:
        columns.fail("a player line needs a starting rank from 1 to 9999 in the columns 5 to 8", 5)
    return PlayerLine(
        line=line,
        number=number,
        sex=columns.words(10, 10),
        title=columns.words(11, 13),
        name=columns.words(15, 47),
        rating=columns.whole(*RATING_COLUMNS, "the rating") or 0,
        rating_overflows=_overflows(columns),
        federation=columns.words(54, 56),
        fide_id=columns.words(58, 68),
        birth_date=columns.words(70, 79),
        points=columns.points(*POINTS_COLUMNS, "the points"),
        rank=columns.whole(*RANK_COLUMNS, "the rank"),
        cells=read_cells(columns),
    )


def write_player(player: PlayerLine, cells: tuple[str, ...]) -> str:
    """A 001 line from scratch. `cells` are the rounds, eight characters each."""
    if not 1 <= player.number <= HIGHEST_NUMBER:
        raise TrfError(f"the starting rank {player.number} does not fit: a report counts from 1 to 9999")
    if not 0 <= player.rating <= HIGHEST_NUMBER:
        raise TrfError(f"the rating {player.rating} of player {player.number} does not fit into four columns")
    fixed = (
        f"{CODE} {player.number:4d} {one_line(player.sex, 1):1}{one_line(player.title, 3):>3} "
        f"{one_line(player.name, 33):33} {player.rating or '':>4} {one_line(player.federation, 3):3} "
        f"{one_line(player.fide_id, 11):>11} {one_line(player.birth_date, 10):10} "
        f"{points_field(player.points, player.number):4} {player.rank or '':>4}"
    )
    return fixed.ljust(cell_column(1) - 1) + "  ".join(cells) if cells else fixed


def _overflows(columns: Columns) -> bool:
    before, after = (columns.raw(column, column) for column in (RATING_COLUMNS[0] - 1, RATING_COLUMNS[1] + 1))
    first, last = columns.raw(*RATING_COLUMNS)[:1], columns.raw(*RATING_COLUMNS)[-1:]
    return (before.isdigit() and first.isdigit()) or (last.isdigit() and after.isdigit())


def points_field(points: Fraction | None, number: int) -> str:
    """Points in four columns; past 99.5 a whole number needs no decimal."""
    if points is None:
        return "    "
    decimal = f"{float(points):4.1f}"
    if Fraction(decimal.strip()) == points and len(decimal) == 4:
        return decimal
    plain = f"{float(points):g}"
    if len(plain) > 4 or Fraction(plain) != points:
        raise TrfError(f"the points {plain} of player {number} do not fit into four columns")
    return f"{plain:>4}"


def one_line(text: str, width: int) -> str:
    """Text that cannot break a line: control characters become blanks, the rest is cut to the width."""
    return "".join(character if character.isprintable() else " " for character in text)[:width]

"""Small tournaments for the tests, written as cross tables."""

import re
from collections.abc import Sequence

from tournaments.pairing.tournament import Colour, Entry, Outcome, Player, PointSystem, Round, Tournament
from tournaments.standings import Table, standings, tie_breaks

_CELL = re.compile(r"(\d+)([wb])([10=+\-?])|([UFHZ.])")
_RESULTS = {
    "1": Outcome.WIN,
    "=": Outcome.DRAW,
    "0": Outcome.LOSS,
    "+": Outcome.FORFEIT_WIN,
    "-": Outcome.FORFEIT_LOSS,
    "?": Outcome.PENDING,
}
_BYES = {
    "U": Outcome.PAIRING_BYE,
    "F": Outcome.FULL_POINT_BYE,
    "H": Outcome.HALF_POINT_BYE,
    "Z": Outcome.ZERO_POINT_BYE,
    ".": Outcome.ABSENT,
}


def event(
    table: str, *, points: PointSystem | None = None, ratings: Sequence[int] | None = None
) -> Tournament:
    """One line a player, one word a round: ``3w1`` is a win with White against 3, ``U F H Z`` are byes,
    ``+`` and ``-`` forfeits, ``?`` a game that is still going on, ``.`` an absence."""
    lines = [line.split() for line in table.strip().splitlines()]
    rounds = tuple(
        Round({number: _entry(cells[index]) for number, cells in enumerate(lines, start=1)})
        for index in range(len(lines[0]))
    )
    players = tuple(
        Player(number, rating=ratings[number - 1] if ratings else 0) for number in range(1, len(lines) + 1)
    )
    return Tournament(players, rounds, point_system=points or PointSystem())


def values(tournament: Tournament, code: str, *, round_robin: bool = False) -> list[float]:
    """A tie-break of every player, in the order of their numbers, as it would be printed."""
    table = standings(tournament, tie_breaks(code), round_robin=round_robin)
    by_number = sorted(table.rows, key=lambda row: row.number)
    return [row.values[0] / table.scales[0] for row in by_number]


def words(table: Table, number: int, position: int = 0) -> list[str]:
    return table.explain(number, position).words()


def _entry(cell: str) -> Entry:
    match = _CELL.fullmatch(cell)
    assert match, f"not a cell of a cross table: {cell}"
    if match[4]:
        return Entry(_BYES[match[4]])
    return Entry(_RESULTS[match[3]], int(match[1]), Colour(match[2]))


def laxman() -> Tournament:
    """An example of the arbiters' manual: 7 of 10, with a zero-point bye in round 4.

    The opponents' scores are 5, 5, 6½, (bye), 4½, 6, 5, 6½, 5½, 6; the results 1 1 0 Z 1 ½ 1 ½ 1 1.
    """
    scores = (10, 10, 13, None, 9, 12, 10, 13, 11, 12)  # in half points
    results = (2, 2, 0, None, 2, 1, 2, 1, 2, 2)
    outcomes = {2: Outcome.WIN, 1: Outcome.DRAW, 0: Outcome.LOSS}
    stranger = 12
    rounds: list[dict[int, Entry]] = [{} for _ in range(10)]
    for index, (score, result) in enumerate(zip(scores, results, strict=True)):
        opponent = index + 2
        if score is None or result is None:
            rounds[index][1] = Entry(Outcome.ZERO_POINT_BYE)
            continue
        rounds[index][1] = Entry(outcomes[result], opponent, Colour.WHITE)
        rounds[index][opponent] = Entry(outcomes[2 - result], 1, Colour.BLACK)
        missing = score - (2 - result)
        for other in (each for each in range(10) if each != index):
            gained = min(2, missing)
            missing -= gained
            rounds[other][opponent] = Entry(outcomes[gained], stranger, Colour.WHITE)
    players = tuple(Player(number) for number in range(1, 13))
    return Tournament(players, tuple(Round(entries) for entries in rounds))

"""What holds of every table, tried on random tournaments with byes, forfeits and withdrawals."""

from operator import mul
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.tournament import (
    BoardResult,
    Entry,
    Game,
    Outcome,
    Player,
    PointSystem,
    Round,
    Tournament,
)
from tournaments.standings import CODES, standings, tie_breaks

ALL = tie_breaks(CODES, seed="1")
RESULTS = list(BoardResult)
UNPAIRED = [
    Outcome.PAIRING_BYE,
    Outcome.FULL_POINT_BYE,
    Outcome.HALF_POINT_BYE,
    Outcome.ZERO_POINT_BYE,
    Outcome.ABSENT,
]
SYSTEMS = [PointSystem(), PointSystem.of(3, 1, 0), PointSystem.of(6, 3, 1), PointSystem(pairing_bye=1)]


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Any pairings at all: players may meet twice, which C.07 has rules for as well."""
    lots = Random(draw(st.integers(0, 2**32)))
    players = tuple(
        Player(number, rating=lots.choice([0, 1500, 1800])) for number in range(1, lots.randint(2, 12))
    )
    return Tournament(
        players,
        tuple(_round(lots, [player.number for player in players]) for _ in range(lots.randint(0, 6))),
        point_system=lots.choice(SYSTEMS),
    )


def _round(lots: Random, numbers: list[int]) -> Round:
    lots.shuffle(numbers)
    unpaired = numbers[: len(numbers) % 2 + 2 * lots.randint(0, len(numbers) // 4)]
    paired = numbers[len(unpaired) :]
    games = [
        Game(white, black, lots.choice(RESULTS))
        for white, black in zip(paired[::2], paired[1::2], strict=True)
    ]
    return Round.of(games, {number: lots.choice(UNPAIRED) for number in unpaired})


def renumbered(tournament: Tournament, new: dict[int, int]) -> Tournament:
    def entry(old: Entry) -> Entry:
        return Entry(old.outcome, new[old.opponent] if old.opponent else None, old.colour, old.rated)

    return Tournament(
        tuple(Player(new[player.number], rating=player.rating) for player in tournament.players),
        tuple(
            Round({new[number]: entry(old) for number, old in played.entries.items()})
            for played in tournament.rounds
        ),
        point_system=tournament.point_system,
    )


@given(tournaments(), st.permutations(ALL), st.booleans())
def test_rows_are_in_the_order_of_points_and_values_and_ranks_count_who_is_ahead(
    tournament: Tournament, order: list[object], round_robin: bool
) -> None:
    chosen = [each for each in ALL if each.code != "PTS"]
    chosen.sort(key=order.index)
    rows = standings(tournament, chosen, round_robin=round_robin).rows
    signs = [-1 if each.lower_is_better else 1 for each in chosen]
    keys = [(row.points, tuple(map(mul, signs, row.values))) for row in rows]
    assert keys == sorted(keys, reverse=True)
    assert [row.rank for row in rows] == [1 + sum(1 for each in keys if each > key) for key in keys]


@given(tournaments(), st.booleans(), st.data())
def test_values_do_not_depend_on_the_players_numbers(
    tournament: Tournament, round_robin: bool, data: st.DataObject
) -> None:
    numbers = [player.number for player in tournament.players]
    new = dict(zip(numbers, data.draw(st.permutations(numbers)), strict=True))
    chosen = [each for each in ALL if each.code not in ("LOT", "TPN", "TPN-R")]
    before = standings(tournament, chosen, round_robin=round_robin).rows
    after = standings(renumbered(tournament, new), chosen, round_robin=round_robin).rows
    assert {(new[row.number], row.rank, row.points, row.values) for row in before} == {
        (row.number, row.rank, row.points, row.values) for row in after
    }


@given(tournaments())
def test_every_further_cut_takes_something_or_nothing(tournament: Tournament) -> None:
    for row in standings(tournament, tie_breaks("BH,BH-C1,BH-C2,SB,SB-C1,SB-C2,PS,PS-C1,PS-C2")).rows:
        for uncut, once, twice in (row.values[:3], row.values[3:6], row.values[6:]):
            assert uncut >= once >= twice >= 0


@given(tournaments())
def test_explanations_end_at_the_value_of_the_table(tournament: Tournament) -> None:
    table = standings(tournament, ALL)
    for row in table.rows:
        explained = tuple(table.explain(row.number, position).value for position in range(len(ALL)))
        assert explained == row.values


@given(tournaments())
def test_where_everything_was_played_buchholz_adds_up_to_the_scores_times_the_games(
    tournament: Tournament,
) -> None:
    # Everyone's score is counted once by each opponent.
    played = Tournament(
        tournament.players,
        tuple(
            Round({number: entry for number, entry in each.entries.items() if entry.outcome.paired})
            for each in tournament.rounds
        ),
        point_system=PointSystem(),
    )
    rows = standings(played, tie_breaks("BH"), round_robin=True).rows
    games = {
        row.number: sum(
            1
            for entry in played.entries(row.number)
            if entry.outcome.paired and entry.outcome is not Outcome.PENDING
        )
        for row in rows
    }
    assert sum(row.values[0] for row in rows) == sum(row.points * games[row.number] for row in rows)

"""Whatever order events are finished, re-opened, corrected and computed in: the list is that of the final results."""

import json
import random
from dataclasses import replace
from datetime import date, timedelta

import pytest

from players.models import (
    ChangeKind,
    Person,
    RatedPeriod,
    RatingMethod,
    SourceKind,
)
from players.rating_lists.jobs import compute_list
from players.rating_lists.services.games_to_rate import RESULT_OF_POINTS, GameToRate, RatingSource
from players.rating_lists.services.ledger import encode
from players.rating_lists.services.results import (
    correct_results,
    record_change,
    submit_results,
    withdraw_results,
)
from players.ratings import (
    Elo,
    EloParameters,
    Game,
    Glicko2,
    Period,
    make_checkpoint,
    recompute,
    store_system,
)
from tests.players.rating_lists.builders import (
    POINTS,
    a_pool,
    days_ago,
    event,
    free_game,
    lines,
    listed,
    people,
    work,
)

pytestmark = pytest.mark.django_db
STEPS = 40


class Club:
    """Events that are handed over, taken back and corrected at random, and what is true of them at the end."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.players = people(*(f"Player {letter}" for letter in "ABCDEFG"))
        self.true: dict[tuple[SourceKind, str], tuple[RatingSource, list[GameToRate]]] = {}

    def something_happens(self) -> None:
        key = self.dice.choice("123456")
        kind = self.dice.choice([SourceKind.EVENT, SourceKind.EVENT, SourceKind.FREE_GAME])
        rated = (kind, key) in self.true
        if rated and self.dice.random() < 0.4:
            withdraw_results(actor=None, kind=kind, key=key)
            del self.true[kind, key]
        else:
            source, results = self._source(kind, key), self._results(1 if kind == "game" else 5)
            (correct_results if rated else submit_results)(actor=None, source=source, results=results)
            self.true[kind, key] = (source, results)
        if self.dice.random() < 0.5:
            work()

    def _source(self, kind: SourceKind, key: str) -> RatingSource:
        if kind == SourceKind.FREE_GAME:
            return free_game(key, days_ago(35 + 20 * int(key)))
        ended = self.dice.randrange(1, 200)
        return replace(event(key, ended=ended), start=days_ago(ended + self.dice.randrange(3)))

    def _results(self, games: int) -> list[GameToRate]:
        return [self._result(str(number), *self.dice.sample(self.players, 2)) for number in range(games)]

    def _result(self, key: str, first: Person, second: Person) -> GameToRate:
        played = self.dice.random() < 0.9
        points, other_points = POINTS[self.dice.choice(["1-0", "½-½", "0-1", "0-0"])] if played else (2, 0)
        return GameToRate(
            key=key,
            first=first.pk,
            second=second.pk if played else None,
            first_half_points=points,
            second_half_points=other_points,
            played_on=date(2026, 1, 1),
            rated=self.dice.random() < 0.9,
            first_level=self.dice.choice([0, 0, 0, 1]),
        )

    def true_periods(self) -> list[Period]:
        """What the pure code is given if nobody had ever made a mistake."""
        months: dict[str, list[Game]] = {}
        periods = []
        for (kind, key), (source, results) in self.true.items():
            games = [as_game(f"{kind}:{key}/{result.key}", result) for result in results if result.second]
            byes = tuple(result.first for result in results if not result.second)
            if kind == SourceKind.EVENT:
                periods.append(Period(f"event:{key}", source.start, source.end, tuple(games), byes))
            else:
                months.setdefault(f"{source.end:%Y-%m}", []).extend(games)
        for month, games in months.items():
            first = date.fromisoformat(f"{month}-01")
            last = (first + timedelta(days=32)).replace(day=1) - timedelta(days=1)
            periods.append(Period(f"month:{month}", first, last, tuple(games)))
        return sorted(periods, key=lambda period: (period.end, period.start, period.key))


def as_game(id_: str, result: GameToRate) -> Game:
    assert result.second is not None
    found = RESULT_OF_POINTS[result.first_half_points, result.second_half_points, result.forfeit]
    return Game(id_, result.first, result.second, found, result.rated, result.first_level)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "system", [Glicko2(), Elo(EloParameters(first_rating_games=2, floor=1000))], ids=["glicko2", "elo"]
)
def test_a_random_history_ends_where_a_recomputation_from_nothing_does(
    system: Glicko2 | Elo, seed: int
) -> None:
    pool = a_pool(method=RatingMethod(system.name), system=store_system(system))
    club = Club(seed)
    for _ in range(STEPS):
        club.something_happens()
    work()

    fresh = a_pool("fresh", method=RatingMethod(system.name), system=store_system(system))
    record_change(pools=[fresh], kind=ChangeKind.ASKED_FOR)
    work()
    true = make_checkpoint(recompute(system, club.true_periods()))
    assert lines(pool) == lines(fresh)
    assert listed(pool) == listed(fresh)
    assert {row[0]: row[6] for row in listed(pool)} == {
        player: json.loads(encode(state)) for player, state in true.states.items()
    }
    assert len(lines(pool)) > 5
    assert compute_list(pool).plan.changes_nothing
    assert RatedPeriod.objects.filter(pool=pool, until_version__isnull=False).exists()

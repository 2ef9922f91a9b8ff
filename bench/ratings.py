"""Measures the rating code beside the package `elote`: Glicko-2 on the same games.

    python -m bench.ratings

The games: 100,000 of 2,000 players, in rounds in which everybody plays once. elote knows no periods and rates game by
game. Kiebitz rates as its pools do, by events (here of five rounds each), and writes the lines of the ledger, with
every game's expected score. That both compute the same is shown first: with every round a period of its own, which is
what elote does, ratings, deviations and volatilities have to agree. Those times are printed too, without a goal.
"""

from __future__ import annotations

import logging
import random
import sys
from datetime import date, datetime, timedelta
from typing import NamedTuple

from elote import Glicko2Competitor

from bench.harness import report, seconds, side_by_side
from players.ratings import (
    Clock,
    Game,
    Glicko2,
    Glicko2Parameters,
    Period,
    Result,
    make_checkpoint,
    recompute,
)

PLAYERS = 2000
ROUNDS = 100
ROUNDS_OF_AN_EVENT = 5
ROUNDS_COMPARED = 10
SEED = 2024


class Pairing(NamedTuple):
    first: int
    second: int
    score: float


def main() -> None:
    logging.getLogger("elote").setLevel(
        logging.ERROR
    )  # it logs every step; without this it would look slower
    rounds = played_rounds(random.Random(SEED), players=PLAYERS, rounds=ROUNDS)
    _show_agreement(rounds[:ROUNDS_COMPARED])
    periods = as_periods(rounds, rounds_of_a_period=ROUNDS_OF_AN_EVENT)
    our_time, their_time = side_by_side(
        lambda: seconds(lambda: ours(periods)), lambda: seconds(lambda: theirs(rounds))
    )
    print(
        f"{PLAYERS // 2 * ROUNDS} games: Kiebitz {our_time:.2f} s, elote {their_time:.2f} s", file=sys.stderr
    )
    report("ratings-glicko2-elote", their_time / our_time, 1.5, "higher")


def _show_agreement(rounds: list[list[Pairing]]) -> None:
    periods = as_periods(rounds, rounds_of_a_period=1)
    _compare(ours(periods), theirs(rounds))
    our_time, their_time = side_by_side(
        lambda: seconds(lambda: ours(periods)), lambda: seconds(lambda: theirs(rounds))
    )
    print(
        f"with as many updates as elote, same numbers: {their_time / our_time:.2f} times as fast",
        file=sys.stderr,
    )


def played_rounds(dice: random.Random, *, players: int, rounds: int) -> list[list[Pairing]]:
    """Random pairings; results follow strengths of which the ratings know nothing."""
    strength = [dice.gauss(1500, 250) for _ in range(players)]
    order = list(range(players))
    played = []
    for _ in range(rounds):
        dice.shuffle(order)
        played.append(
            [
                Pairing(one, other, _score(dice, strength[one] - strength[other]))
                for one, other in zip(order[::2], order[1::2], strict=True)
            ]
        )
    return played


def as_periods(rounds: list[list[Pairing]], *, rounds_of_a_period: int) -> list[Period]:
    results = {1.0: Result.FIRST_WINS, 0.5: Result.DRAW, 0.0: Result.SECOND_WINS}
    periods = []
    for start in range(0, len(rounds), rounds_of_a_period):
        games = tuple(
            Game(f"{number:03}-{board:04}", game.first, game.second, results[game.score])
            for number in range(start, start + rounds_of_a_period)
            for board, game in enumerate(rounds[number])
        )
        first_day = date(2024, 1, 1) + timedelta(days=start)
        last_day = first_day + timedelta(days=rounds_of_a_period - 1)
        periods.append(Period(f"event {start}", first_day, last_day, games))
    return periods


Table = dict[int, tuple[float, float, float]]


def ours(periods: list[Period]) -> Table:
    system = Glicko2(Glicko2Parameters(clock=Clock.PERIODS))
    final = make_checkpoint(recompute(system, periods)).states
    return {player: (state.rating, state.deviation, state.volatility) for player, state in final.items()}


def theirs(rounds: list[list[Pairing]]) -> Table:
    # All at one time: elote lets deviations grow by one period with each update, and again with the calendar.
    moment = datetime(2024, 1, 1)  # noqa: DTZ001 (elote compares it with times that have no zone)
    field = [Glicko2Competitor(initial_time=moment) for _ in range(PLAYERS)]
    for games in rounds:
        for game in games:
            one, other = field[game.first], field[game.second]
            if game.score == 1.0:
                one.beat(other, match_time=moment)
            elif game.score == 0.5:
                one.tied(other, match_time=moment)
            else:
                other.beat(one, match_time=moment)
    return {number: (each.rating, each.rd, each.volatility) for number, each in enumerate(field)}


def _compare(one: Table, other: Table) -> None:
    for player, (rating, deviation, volatility) in one.items():
        their_rating, their_deviation, their_volatility = other[player]
        assert abs(rating - their_rating) < 1e-3, (player, rating, their_rating)
        assert abs(deviation - their_deviation) < 1e-3, (player, deviation, their_deviation)
        assert abs(volatility - their_volatility) < 1e-6, (player, volatility, their_volatility)


def _score(dice: random.Random, lead: float) -> float:
    expected = 1 / (1 + 10 ** (-lead / 400))
    throw = dice.random()
    if throw < expected - 0.1:
        return 1.0
    return 0.5 if throw < expected + 0.1 else 0.0


if __name__ == "__main__":
    main()

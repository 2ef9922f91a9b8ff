"""Measures Swiss pairings beside networkx: nine rounds of 200 and of 500 players, and how the time grows.

    python bench/pairing.py

The yardstick, 1.0, is networkx's `max_weight_matching` on a complete graph of 200 vertices with random weights. It
and the tournaments take turns, and medians of processor time are compared, so that noise hits all alike. Only the
pairing is timed, from plain data to boards with colours; results between the rounds are thrown by dice with the
players' strength.
"""

from __future__ import annotations

import math
import random
import sys
from pathlib import Path
from statistics import median
from time import process_time

import networkx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.harness import report
from tournaments.pairing import BoardResult, Player, Tournament, pair_round

ROUNDS = 9
TURNS = 3
SMALL, MIDDLE, LARGE = 100, 200, 500
YARDSTICK_SIZE = 200


def main() -> None:
    times: dict[int, list[float]] = {SMALL: [], MIDDLE: [], LARGE: []}
    yardstick = []
    for turn in range(TURNS):
        yardstick.append(_yardstick(turn))
        for players, measured in times.items():
            measured.append(_tournament(players, seed=turn))
    unit = median(yardstick)
    small, middle, large = (median(times[players]) for players in (SMALL, MIDDLE, LARGE))
    print(
        f"yardstick {unit:.2f} s; nine rounds of {SMALL} {small:.2f} s, {MIDDLE} {middle:.2f} s, {LARGE} {large:.2f} s",
        file=sys.stderr,
    )
    report("pairing-swiss-200", middle / unit, 2.5, "lower")
    report("pairing-swiss-500", large / unit, 20, "lower")
    report("pairing-swiss-growth", math.log(large / small) / math.log(LARGE / SMALL), 2.5, "lower")


def _yardstick(seed: int) -> float:
    dice = random.Random(seed)
    graph = networkx.Graph()
    graph.add_weighted_edges_from(
        (one, other, dice.randint(1, 1000)) for one in range(YARDSTICK_SIZE) for other in range(one)
    )
    started = process_time()
    networkx.max_weight_matching(graph)
    return process_time() - started


def _tournament(players: int, seed: int) -> float:
    """The time to pair all rounds of a tournament."""
    dice = random.Random(seed)
    field = tuple(Player(number, rating=2400 - 1400 * number // players) for number in range(1, players + 1))
    tournament = Tournament(players=field, planned_rounds=ROUNDS)
    spent = 0.0
    for _ in range(ROUNDS):
        started = process_time()
        pairing = pair_round(tournament)
        spent += process_time() - started
        results = [
            _result(dice, field[b.white - 1].rating, field[b.black - 1].rating) for b in pairing.boards
        ]
        rounds = (*tournament.rounds, pairing.as_round(results))
        tournament = Tournament(players=field, rounds=rounds, planned_rounds=ROUNDS)
    return spent


def _result(dice: random.Random, white: int, black: int) -> BoardResult:
    expected = 1 / (1 + 10 ** ((black - white) / 400))
    draw = 0.3 * (1 - abs(2 * expected - 1))
    throw = dice.random()
    if throw < draw:
        return BoardResult.DRAW
    return BoardResult.WHITE_WINS if throw < draw + (1 - draw) * expected else BoardResult.BLACK_WINS


if __name__ == "__main__":
    main()

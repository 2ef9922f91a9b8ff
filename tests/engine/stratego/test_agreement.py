"""The engine and the slow referee say the same, on the vectors, on random positions and in random games."""

import json
import random
from pathlib import Path

import pytest

from engine import stratego
from engine.core import FIRST, SECOND, Outcome
from engine.stratego.board import PLIES
from tests.engine.stratego.positions import board, random_men, random_setup
from tests.engine.stratego.slow_referee import SlowReferee

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())


def engine_says(game: stratego.Game) -> tuple[list[str], str | None]:
    return sorted(game.legal_plies()), winner_of(game.outcome())


def winner_of(outcome: Outcome | None) -> str | None:
    if outcome is None:
        return None
    return {FIRST: "red", SECOND: "blue", None: "nobody"}[outcome.winner]


@pytest.mark.parametrize("number", range(len(VECTORS["games"])))
def test_vector_games_end_as_the_other_referee_found(number: int) -> None:
    vector = VECTORS["games"][number]
    game = stratego.Game(vector["red"], vector["blue"])

    for ply in vector["plies"]:
        game.push(ply)

    assert game.position() == vector["final"]
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination, outcome.rule) == (
        {"r": FIRST, "b": SECOND}[vector["winner"]],
        "normal",
        "end",
    )


@pytest.mark.parametrize("number", range(len(VECTORS["games"])))
def test_vector_games_can_be_taken_back_to_their_start(number: int) -> None:
    vector = VECTORS["games"][number]
    game = stratego.Game(vector["red"], vector["blue"])
    start = (game.position("red"), game.position("blue"), engine_says(game))
    for ply in vector["plies"]:
        game.push(ply)

    taken_back = [game.pop() for _ in vector["plies"]]

    assert taken_back == vector["plies"][::-1]
    assert (game.position("red"), game.position("blue"), engine_says(game)) == start


def test_both_referees_agree_on_random_positions() -> None:
    chance = random.Random("stratego positions")
    decided = 0
    for _ in range(12_000):
        position = board(random_men(chance), chance.choice("rb"))
        slow = SlowReferee.from_position(position)
        fast = stratego.Game(position=position)

        verdict = slow.verdict()
        assert (fast.position(), engine_says(fast)) == (slow.position(), verdict)
        decided += verdict[1] is not None
    assert decided > 500


def test_both_referees_agree_all_along_random_games() -> None:
    chance = random.Random("stratego games")
    compared = 0
    while compared < 9_000:
        limit = chance.choice((1, 2, 3, 5))
        fast = stratego.Game(random_setup(chance), random_setup(chance), two_squares=limit)
        if chance.random() < 0.7:
            fast = stratego.Game(position=board(random_men(chance)), two_squares=limit)
        slow = SlowReferee.from_position(fast.position())
        slow.limit = limit
        for _ in range(60):
            verdict = slow.verdict()
            compared += 1
            assert (fast.position(), engine_says(fast)) == (slow.position(), verdict)
            legal, winner = verdict
            if winner is not None:
                break
            ply = chance.choice(legal)
            # Half the time a piece that has just moved goes back, so that the two-squares rule gets work.
            if len(fast.plies) >= 2 and chance.random() < 0.5:
                back = "-".join(fast.plies[-2].replace("x", "-").split("-")[::-1])
                ply = back if back in legal else ply
            fast.push(ply)
            slow.play(ply)


def test_is_legal_agrees_with_the_list_of_legal_plies() -> None:
    chance = random.Random("stratego is_legal")
    for _ in range(40):
        position = board(random_men(chance), chance.choice("rb"))
        game = stratego.Game(position=position)

        legal = {text for text in PLIES if game.is_legal(text)}

        assert legal == set(game.legal_plies())


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_perft_counts_what_the_slow_referee_counts(depth: int) -> None:
    position = board(
        {"a1": "F", "j10": "f", "e4": "C", "b4": "N", "e7": "c", "f5": "m", "e2": "S", "b7": "b"}
    )

    def slow_count(moves: list[str], left: int) -> int:
        referee = SlowReferee.from_position(position)
        for ply in moves:
            referee.play(ply)
        legal, _ = referee.verdict()
        return len(legal) if left == 1 else sum(slow_count([*moves, ply], left - 1) for ply in legal)

    assert stratego.perft(stratego.Game(position=position), depth) == slow_count([], depth)

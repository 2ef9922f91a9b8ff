"""The published results of a separate, slow referee."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import barragoon

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text())


@pytest.mark.parametrize("vector", VECTORS["perft"], ids=lambda vector: f"{vector['name']} {vector['depth']}")
def test_perft_counts_what_the_slow_referee_counts(vector: dict[str, Any]) -> None:
    game = barragoon.RULES.from_position(vector["position"])

    assert barragoon.RULES.perft(game, vector["depth"]) == vector["nodes"]


@pytest.mark.parametrize("vector", VECTORS["moves"], ids=lambda vector: vector["position"][:20])
def test_legal_moves_are_those_of_the_slow_referee(vector: dict[str, Any]) -> None:
    game = barragoon.Game(position=vector["position"])
    moves = sorted(" ".join(step) for step in game.legal_moves())

    assert moves == vector["to_move"]
    assert len({move[:2] for move in moves}) == vector["movable"]
    assert barragoon.RULES.perft(game, 1) == vector["perft1"]


@pytest.mark.parametrize("vector", VECTORS["games"], ids=lambda vector: vector["plies"][0])
def test_whole_games_end_where_the_slow_referee_ends_them(vector: dict[str, Any]) -> None:
    white, brown = vector["express"].split("-")
    game = barragoon.Game(express=(int(white), int(brown)))

    for ply in vector["plies"]:
        assert game.outcome() is None
        assert game.is_legal(ply)
        game.push(ply)

    outcome = game.outcome()
    assert game.position() == vector["final"]
    assert vector["lost_by_side_to_move"]
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == (game.turn.other, "6a")


@pytest.mark.parametrize("vector", VECTORS["games"], ids=lambda vector: vector["plies"][0])
def test_taking_every_ply_back_leads_to_the_start(vector: dict[str, Any]) -> None:
    white, brown = vector["express"].split("-")
    game = barragoon.Game(express=(int(white), int(brown)))
    start = game.position()
    for ply in vector["plies"]:
        game.push(ply)

    taken_back = [game.pop() for _ in vector["plies"]]

    assert taken_back == vector["plies"][::-1]
    assert game.position() == start

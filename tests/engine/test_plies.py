"""Complete plies of every game: all of them, lazily, one at random, and built from a move."""

import random
import time
from collections import Counter

import pytest

from engine import barragoon, core, draughts, registry, stratego
from engine.core import RuleViolation, Step
from engine.random_games import random_setup
from tests.engine import nim

TILE_CAPTURE = "7/3d3/7/7/3z3/7/7/3D3/7 w 4 0-0"
NEARLY_FULL = "/".join(["(X)(X)(X)(X)(X)(X)(X)"] * 4 + ["1(X)5", "7", "zzzzzz1", "7", "1V5"]) + " w 0 0-0"
CYCLE = ["c2-c3", "c8-c7", "c3-c2", "c7-c8"] * 3


def new_games() -> list[core.Game]:
    rng = random.Random(4)
    return [
        barragoon.Game(),
        barragoon.Game(open=True, express=(1, 2)),
        stratego.Game(random_setup(rng), random_setup(rng)),
        nim.Game(5),
        draughts.Game(),
    ]


@pytest.mark.parametrize("position", [NEARLY_FULL, "6d/3(X)3/7/7/1(X)5/7/7/7/1V5 w 4 0-0", None])
def test_every_complete_ply_of_barragoon_is_there_once(position: str | None) -> None:
    game = barragoon.Game(position=position)

    plies = list(game.legal_plies())

    assert len(plies) == len(set(plies)) == barragoon.RULES.perft(game, 1)
    assert all(game.is_legal(ply) for ply in plies)
    assert {ply[:2] + ply[3:5] for ply in plies} == {step.origin + step.target for step in game.legal_moves()}


def test_hundreds_of_thousands_of_plies_are_not_made_before_they_are_asked_for() -> None:
    game = barragoon.Game(position=TILE_CAPTURE)
    assert barragoon.RULES.perft(game, 1) > 900_000

    began = time.process_time()
    first = next(game.legal_plies())
    chosen = game.random_ply(random.Random(1))

    assert time.process_time() - began < 0.1
    assert game.is_legal(first)
    assert game.is_legal(chosen)


def test_every_ply_is_as_likely_as_any_other() -> None:
    game = barragoon.Game(position=NEARLY_FULL)
    plies = list(game.legal_plies())
    rng = random.Random(2026)
    rounds = 30

    drawn = Counter(game.random_ply(rng) for _ in range(rounds * len(plies)))

    # Chi-square of n degrees of freedom: mean n, deviation sqrt(2n). Five deviations are never seen by chance.
    freedom = len(plies) - 1
    chi_square = sum((drawn[ply] - rounds) ** 2 / rounds for ply in plies)
    assert set(drawn) <= set(plies)
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_a_capture_of_a_tile_has_the_weight_of_all_its_plies() -> None:
    game = barragoon.Game(position=TILE_CAPTURE)
    rng = random.Random(7)

    assert sum("x" in game.random_ply(rng) for _ in range(200)) == 200


def test_the_ply_that_continues_a_repetition_is_neither_listed_nor_drawn() -> None:
    game = barragoon.Game()
    for ply in CYCLE:
        game.push(ply)
    assert "c2-c3" in game.legal_plies()
    game.offer_draw()

    rng = random.Random(3)
    assert "c2-c3" not in game.legal_plies()
    assert "c2-c3" not in {game.random_ply(rng) for _ in range(500)}


@pytest.mark.parametrize("index", range(5))
def test_a_playout_of_any_game_takes_five_lines(index: int) -> None:
    game = new_games()[index]
    rng = random.Random(5)

    while game.outcome() is None and len(game.plies) < 60:
        game.push(game.random_ply(rng))

    assert game.plies
    if game.outcome() is not None:
        assert list(game.legal_plies()) == []
        with pytest.raises(IndexError):
            game.random_ply(rng)


@pytest.mark.parametrize("index", range(5))
def test_a_ply_is_built_from_a_move(index: int) -> None:
    game = new_games()[index]

    built = [game.build_ply(step) for step in game.legal_moves()]

    assert sorted(built) == sorted(game.legal_plies())


def test_a_capture_is_built_from_a_move_and_its_placements() -> None:
    game = barragoon.Game(position=TILE_CAPTURE)
    step = Step("d2", "d5", "tile")
    assert step in list(game.legal_moves())

    assert game.build_ply(step, ["X@a4", "NS@g6"]) == "d2xd5/X@a4/NS@g6"
    with pytest.raises(RuleViolation) as caught:
        game.build_ply(step, ["X@a4"])
    assert caught.value.code == "placement-missing"
    assert game.plies == []


def test_nothing_is_placed_in_stratego() -> None:
    game = new_games()[2]

    with pytest.raises(ValueError, match="Stratego"):
        game.build_ply(next(game.legal_moves()), ["X@a4"])


def test_games_know_their_rules() -> None:
    assert [game.rules.name for game in new_games()] == [
        "barragoon",
        "barragoon",
        "stratego",
        "nim",
        "draughts",
    ]
    assert registry.rules("stratego") is new_games()[2].rules

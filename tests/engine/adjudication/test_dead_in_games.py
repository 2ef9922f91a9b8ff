"""6b within games and records: drawn the moment the position is dead, and nothing may follow."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from engine import barragoon, record
from engine.adjudication.proof import Budget, ProofVerdict
from engine.barragoon import dead_watch
from engine.barragoon.dead import prove
from engine.core import Outcome, RuleViolation, Termination
from engine.record import RecordCode

DEAD = "7/2z4/7/7/(A)(A)(A)(A)(A)(A)(A)/7/7/4Z2/7 w 0 0-0"
DRAWN = Outcome(None, Termination.NORMAL, "6b")
# White captures the one barragoon that a 2-tile can capture and closes the gap in the wall with it.
LAST_CAPTURE = "7/2z4/7/7/(A)(A)(A)(A)(A)(A)1/7/7/4Z1(X)/7 w 0 0-0"
CLOSING_PLY = "e2xg2/A@g5"
CORPUS = [
    entry["position"]
    for entry in json.loads(Path(__file__).with_name("corpus.json").read_text(encoding="utf-8"))
]


def _is_dead(position: str) -> bool:
    return prove(position, Budget(dead_watch.POSITIONS)).verdict is ProofVerdict.DEAD


def test_dead_position_is_drawn() -> None:
    game = barragoon.Game(position=DEAD)

    assert game.outcome() == DRAWN
    assert list(game.legal_moves()) == []


def test_ply_in_a_dead_position_is_an_error() -> None:
    game = barragoon.Game(position=DEAD)

    assert not game.is_legal("e2-e3")
    with pytest.raises(RuleViolation) as caught:
        game.push("e2-e3")
    assert (caught.value.code, caught.value.rule) == (barragoon.Code.GAME_OVER, "6b")


def test_game_is_drawn_with_the_ply_that_kills_the_position() -> None:
    game = barragoon.Game(position=LAST_CAPTURE)
    assert game.outcome() is None

    game.push(CLOSING_PLY)

    assert game.outcome() == DRAWN


def test_taking_back_that_ply_brings_the_game_to_life() -> None:
    game = barragoon.Game(position=LAST_CAPTURE)
    game.push(CLOSING_PLY)
    assert game.outcome() == DRAWN

    game.pop()

    assert game.outcome() is None


def test_side_that_cannot_move_comes_before_the_dead_position() -> None:
    stuck = "(X)(X)5/z(X)5/(X)(X)5/7/7/7/7/5Z1/7 b 0 0-0"

    outcome = barragoon.Game(position=stuck).outcome()

    assert outcome is not None
    assert (outcome.winner, outcome.rule) == (barragoon.WHITE, "6a")


def test_game_without_dead_positions_goes_on() -> None:
    game = barragoon.Game(position=DEAD, dead_positions=False)

    game.push("e2-e3")

    assert game.outcome() is None


def test_undecided_position_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dead_watch, "POSITIONS", 0)
    dead_watch._without_capture.cache_clear()
    crowd = "7/7/7/7/7/(SW)(E)1(EW)3/V1(A)v(W)2/(ES)(S)V1(W)2/Vv1(NW)3 w 0 0-0"
    assert prove(crowd).verdict is ProofVerdict.DEAD

    game = barragoon.Game(position=crowd)

    assert game.outcome() is None
    dead_watch._without_capture.cache_clear()


def test_watching_agrees_with_the_prover_along_random_play() -> None:
    """From corpus positions and beyond: is_legal, push and outcome see exactly the dead positions the prover sees."""
    rng = random.Random(9)
    dead_seen = alive_seen = 0
    for start in rng.sample(CORPUS, 500):
        game = barragoon.Game(position=start)
        free = barragoon.Game(position=start, dead_positions=False)
        for _ in range(10):
            moves = [move for move in free.tile_moves() if move[2] == 0]
            if not moves or free.outcome() is not None:
                break
            origin, target, _ = rng.choice(moves)
            ply = f"{barragoon.board.NAMES[origin]}-{barragoon.board.NAMES[target]}"
            dead = _is_dead(free.position())
            dead_seen, alive_seen = dead_seen + dead, alive_seen + (not dead)
            asked_first = rng.random() < 0.5
            if asked_first:
                assert (game.outcome() == DRAWN) == dead, free.position()
            assert game.is_legal(ply) == (not dead), free.position()
            assert (game.outcome() == DRAWN) == dead, free.position()
            if dead:
                break
            game.push(ply)
            free.push(ply)
    assert dead_seen > 50
    assert alive_seen > 500


def _record(position: str, moves: str) -> record.Record:
    return record.read_text(f'[Game "Barragoon"]\n[Position "{position}"]\n\n{moves}\n')[0]


def test_record_of_a_dead_start_is_a_draw() -> None:
    read = _record(DEAD, "")

    assert (read.ok, read.result, read.termination) == (True, "1/2-1/2", "normal")


def test_record_that_goes_on_after_a_dead_position_breaks_there() -> None:
    read = _record(DEAD, "1. e2-e3 c8-c7 *")

    assert read.main.plies == []
    error = read.errors[0]
    assert (error.ply, error.code, error.rule) == (1, barragoon.Code.GAME_OVER, "6b")


def test_record_breaks_at_the_first_ply_after_the_position_has_died() -> None:
    read = _record(LAST_CAPTURE, f"1. {CLOSING_PLY} c8-c7 2. g2-g3 c7-c8 *")

    assert read.main.plies == [CLOSING_PLY]
    assert [(error.ply, error.code, error.rule) for error in read.errors] == [
        (2, barragoon.Code.GAME_OVER, "6b")
    ]


def test_other_result_than_a_draw_contradicts_a_dead_position() -> None:
    read = _record(DEAD, "1-0")

    assert [(error.code, error.rule) for error in read.errors] == [
        (RecordCode.RESULT_CONTRADICTS_BOARD, "6b")
    ]


def test_variation_that_goes_on_after_a_dead_position_breaks_there() -> None:
    read = _record(LAST_CAPTURE, f"1. e2-e3 (1. {CLOSING_PLY} c8-c7) c8-c7 2. e3-e2 *")

    assert [(error.ply, error.code, error.rule) for error in read.errors] == [
        (2, barragoon.Code.GAME_OVER, "6b")
    ]
    assert read.main.plies == ["e2-e3", "c8-c7", "e3-e2"]


def test_reading_in_haste_says_the_same_as_pushing_ply_by_ply() -> None:
    """Records that run on until nobody can move any more: both find the first ply too many."""
    rng = random.Random(14)
    went_past_end = 0
    for start in rng.sample(CORPUS, 250):
        free = barragoon.Game(position=start, dead_positions=False)
        while len(free.plies) < 12 and free.outcome() is None:
            origin, target, captured = rng.choice(list(free.tile_moves()))
            mark = "x" if captured else "-"
            forgotten = "" if free.is_last_tile(captured) else "/-" * free.placements_due(captured)
            free.push(f"{barragoon.board.NAMES[origin]}{mark}{barragoon.board.NAMES[target]}{forgotten}")
        watched = barragoon.Game(position=start)
        taken = []
        for ply in free.plies:
            if not watched.is_legal(ply):
                break
            watched.push(ply)
            taken.append(ply)
        read = _record(start, " ".join(free.plies))
        assert read.main.plies == taken, start
        went_past_end += len(taken) < len(free.plies)
    assert went_past_end > 30

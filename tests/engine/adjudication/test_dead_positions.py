"""Hand-made positions of each kind, with the verdict and how it is shown."""

from __future__ import annotations

import pytest

from engine.adjudication.proof import Budget, Evidence, ProofVerdict
from engine.barragoon import dead_search
from engine.barragoon.dead import prove
from engine.core import PositionError
from tests.engine.adjudication.positions import SEEDS

WALL = "7/2z4/7/7/(A)(A)(A)(A)(A)(A)(A)/7/7/4Z2/7 w 0 0-0"

# Each side has a 4-tile in a corner with four squares: it goes to and fro by short moves.
POCKETS = "4(X)v(X)/4(X)1(X)/4(X)2/5(X)(X)/7/(X)(X)5/2(X)4/(X)1(X)4/(X)V(X)4 w 0 0-0"


@pytest.mark.parametrize("position", [seed for seeds in SEEDS.values() for seed in seeds])
def test_hand_made_position_of_each_kind_is_dead(position: str) -> None:
    assert prove(position).verdict is ProofVerdict.DEAD


def test_two_tiles_on_both_sides_of_a_wall_of_all_turns_are_dead_by_reach() -> None:
    proof = prove(WALL)

    assert (proof.verdict, proof.how, proof.witness) == (ProofVerdict.DEAD, Evidence.REACH, ())


@pytest.mark.parametrize("face", ["X", "N", "E", "S", "W", "NS", "EW", "NE", "WS"])
def test_any_other_face_in_the_wall_brings_it_to_life(face: str) -> None:
    proof = prove(WALL.replace("(A)", f"({face})", 1))

    assert proof.verdict is ProofVerdict.ALIVE


@pytest.mark.parametrize(("tile", "capture"), [("D", "e2xe5/X@e2"), ("V", "e2xf5/X@e2")])
def test_larger_tile_captures_the_all_turns_in_the_wall(tile: str, capture: str) -> None:
    proof = prove(WALL.replace("Z", tile))

    assert proof.witness == (capture,)


def test_four_tile_with_only_short_moves_captures_nothing() -> None:
    proof = prove(POCKETS)

    assert (proof.verdict, proof.how) == (ProofVerdict.DEAD, Evidence.REACH)


def test_pocket_one_square_larger_lets_the_four_tile_capture() -> None:
    larger = POCKETS.replace("(X)(X)5/2(X)4", "(X)1(X)4/2(X)4")

    proof = prove(larger)

    assert proof.verdict is ProofVerdict.ALIVE


def test_capture_on_the_board_is_a_witness_of_one_ply() -> None:
    proof = prove("7/7/7/7/7/7/7/7/Z1z4 w 0 0-0")

    assert (proof.verdict, proof.how, proof.witness) == (ProofVerdict.ALIVE, Evidence.WITNESS, ("a1xc1",))


def test_witness_places_the_barragoons_that_are_due() -> None:
    proof = prove("7/7/7/7/7/7/7/2z4/Z1z4 w 2 0-0")

    assert proof.witness == ("a1xc1/X@a1/X@b1",)


def test_player_to_move_must_move_even_if_standing_still_would_be_better() -> None:
    """White's only move goes over the one-way barragoon, to where nothing can be reached any more."""
    position = "4(X)v(X)/4(X)1(X)/4(X)2/2(X)2(X)(X)/1(X)1(X)3/2(N)4/1(X)1(X)3/2(N)4/1(X)Z(X)3 w 0 0-0"

    assert prove(position).verdict is ProofVerdict.DEAD


@pytest.mark.parametrize(
    ("position", "how"),
    [
        ("7/7/7/7/7/7/7/X/7 w 0 0-0".replace("X", "3z3"), Evidence.FIRST_CANNOT_MOVE),
        ("7/7/7/7/7/7/7/3Z3/7 w 0 0-0", Evidence.SECOND_CANNOT_MOVE),
        ("7/2z1z2/7/7/(A)(A)(A)(A)(A)(A)(A)/7/7/4Z2/7 w 0 1-0", Evidence.FIRST_CANNOT_MOVE),
        ("7/2z4/7/7/(A)(A)(A)(A)(A)(A)(A)/7/7/3ZZ2/7 w 0 0-1", Evidence.SECOND_CANNOT_MOVE),
        ("7/2z4/7/7/(A)(A)(A)(A)(A)(A)(A)/7/7/3ZZ2/7 b 0 0-1", Evidence.SECOND_CANNOT_MOVE),
    ],
)
def test_rule_does_not_apply_if_a_side_could_not_go_on(position: str, how: Evidence) -> None:
    proof = prove(position)

    assert (proof.verdict, proof.how, proof.witness) == (ProofVerdict.NOT_APPLICABLE, how, ())


def test_both_sides_count_for_the_rule_whoever_is_to_move() -> None:
    stuck = "(X)(X)5/z(X)5/(X)(X)5/7/7/7/7/5Z1/7 w 0 0-0"

    assert prove(stuck).how is Evidence.SECOND_CANNOT_MOVE
    assert prove(stuck.replace(" w ", " b ")).how is Evidence.SECOND_CANNOT_MOVE


def test_past_its_budget_of_positions_the_prover_does_not_guess() -> None:
    """The witness has four plies; one position is not enough to find it."""
    alive = "7/7/4(A)2/3(A)Z2/7/7/7/7/6z w 0 0-0"

    proof = prove(alive, Budget(positions=1))

    assert (proof.verdict, proof.how, proof.visited, proof.witness) == (
        ProofVerdict.UNDECIDED,
        Evidence.BUDGET,
        1,
        (),
    )
    assert prove(alive).verdict is ProofVerdict.ALIVE


LONG_SEARCH = (
    "4(X)v(X)/4(X)d(X)/4(X)2/5(X)(W)/(A)(WN)(NS)(A)(A)(A)(A)/(N)(WN)1(A)Z1Z/2(X)(A)3/(X)1(X)(A)1ZZ/"
    "(X)V(W)(A)3 b 0 1-0"
)


def test_past_its_budget_of_seconds_the_prover_does_not_guess() -> None:
    hurried, patient = prove(LONG_SEARCH, Budget(10_000, seconds=0.0)), prove(LONG_SEARCH, Budget(10_000))

    assert (hurried.verdict, hurried.how) == (ProofVerdict.UNDECIDED, Evidence.BUDGET)
    assert (patient.verdict, patient.how) == (ProofVerdict.DEAD, Evidence.SEARCH)
    assert hurried.visited < patient.visited


def test_a_long_search_pauses_now_and_then_and_pauses_are_not_part_of_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    pauses: list[float] = []
    monkeypatch.setattr(dead_search.time, "monotonic", lambda: now)

    def pause() -> None:
        nonlocal now
        now += 10.0
        pauses.append(now)

    proof = prove(LONG_SEARCH, Budget(10_000, seconds=5.0, on_pause=pause))

    assert len(pauses) > 1
    assert proof.verdict is ProofVerdict.DEAD


def test_reach_needs_no_positions_at_all() -> None:
    assert prove(WALL, Budget(positions=0)).how is Evidence.REACH


def test_proof_as_json_has_the_five_fields_of_the_command_line() -> None:
    assert prove("7/7/7/7/7/7/7/7/Z1z4 w 0 0-0").as_json() == {
        "position": "7/7/7/7/7/7/7/7/Z1z4 w 0 0-0",
        "verdict": "alive",
        "how": "witness",
        "visited": 1,
        "witness": ["a1xc1"],
    }


def test_position_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(PositionError):
        prove("7/7 w 0 0-0")

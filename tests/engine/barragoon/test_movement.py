"""Faces and moves: rules 3.1 and 4.1 to 4.3."""

import pytest

from engine.barragoon import FACES, Code, Symbol
from tests.engine.barragoon.boards import game, refused, targets

# A brown pair far from what is tested, so that the game goes on.
BROWN = ("dg9", "(X)d9")


def test_there_are_sixteen_faces_of_six_symbols() -> None:
    counts = {symbol: sum(face.symbol is symbol for face in FACES) for symbol in Symbol}

    assert counts == {
        Symbol.NO_WAY: 1,
        Symbol.ONE_WAY: 4,
        Symbol.TWO_WAYS: 2,
        Symbol.RIGHT_TURN: 4,
        Symbol.LEFT_TURN: 4,
        Symbol.ALL_TURNS: 1,
    }


# 4.1, 4.2, 4.3: distances on an empty board


def test_two_tile_goes_two_steps_or_one() -> None:
    started = game("Zd5", *BROWN)

    assert targets(started, "d5") == sorted(
        ["d7", "f5", "d3", "b5", "c6", "e6", "c4", "e4", "d6", "e5", "d4", "c5"]
    )


def test_three_tile_goes_three_steps_or_two() -> None:
    started = game("Da1", *BROWN)

    assert targets(started, "a1") == sorted(["a4", "b3", "c2", "d1", "a3", "b2", "c1"])


def test_four_tile_goes_four_steps_or_three() -> None:
    started = game("Va1", *BROWN)

    assert targets(started, "a1") == sorted(["a5", "b4", "c3", "d2", "e1", "a4", "b3", "c2", "d1"])


@pytest.mark.parametrize("ply", ["d5-d6", "d5-g7", "d5-d5", "d5-g5"])
def test_other_distances_are_wrong(ply: str) -> None:
    violation = refused(game("Vd5", *BROWN), ply) if ply != "d5-g5" else refused(game("Zd5", *BROWN), ply)

    assert (violation.code, violation.rule) == (Code.WRONG_DISTANCE, "4.1")


def test_wrong_distance_names_the_tile_and_its_steps() -> None:
    violation = refused(game("Zd5", *BROWN), "d5-d8")

    assert str(violation) == ("d5 is a 2-tile: it goes 2 or 1 steps, with one turn at most, not to d8. (4.1)")


def test_a_tile_never_turns_twice() -> None:
    # From a1 to c3 with a 4-tile every way with one turn is blocked; only a staircase would do.
    started = game("Va1", "(X)a2", "(X)c1", *BROWN)

    violation = refused(started, "a1-c3")

    assert violation.code is Code.PATH_BLOCKED


# 4.1: what may be crossed


@pytest.mark.parametrize("blocker", ["Z", "z", "(X)"])
def test_tiles_and_no_way_are_never_crossed(blocker: str) -> None:
    started = game("Dd2", f"{blocker}d3", "(X)d9", "dg9")

    violation = refused(started, "d2-d5")

    assert (violation.code, violation.rule) == (Code.PATH_BLOCKED, "4.1")


def test_the_violation_names_the_barragoon_in_the_way() -> None:
    started = game("Dd2", "(S)d3", *BROWN)

    violation = refused(started, "d2-d5")

    assert violation.message == "d2 is a 3-tile: the barragoon on d3 (one way south) is in its way to d5."


def test_the_violation_names_what_blocks_both_ways() -> None:
    started = game("Dd2", "(X)d3", "zc2", *BROWN)

    violation = refused(started, "d2-c4")

    assert violation.message == (
        "d2 is a 3-tile: the barragoon on d3 (no way) and the tile on c2 are in its way to c4."
    )


ONE_STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


@pytest.mark.parametrize("face", [face.code for face in FACES])
def test_a_face_is_crossed_exactly_as_it_says(face: str) -> None:
    allowed = set()
    for entering, (right, up) in ONE_STEP.items():
        origin = f"{'abcdefg'[3 - right]}{5 - up}"
        started = game(f"Z{origin}", f"({face})d5", *BROWN)
        for leaving, (out_right, out_up) in ONE_STEP.items():
            target = f"{'abcdefg'[3 + out_right]}{5 + out_up}"
            # The detour around d5 is blocked, so only d5 leads from origin to target.
            corner = f"{'abcdefg'[3 - right + out_right]}{5 - up + out_up}"
            if corner not in ("d5", origin, target):
                started = game(f"Z{origin}", f"({face})d5", f"(X){corner}", *BROWN)
            if started.is_legal(f"{origin}-{target}"):
                allowed.add(entering if entering == leaving else entering + leaving)

    expected = {
        "X": set(),
        "NS": {"N", "S"},
        "EW": {"E", "W"},
        "A": {"NE", "ES", "SW", "WN", "NW", "WS", "SE", "EN"},
    }.get(face, {face})
    assert allowed == expected


def test_a_forced_turn_is_the_one_turn() -> None:
    # The barragoon turns the tile east; a turn before it or after it would be the second.
    started = game("Vc2", "(NE)c4", "(X)d2", "(X)d3", "(X)b3", *BROWN)

    assert started.is_legal("c2-e4")
    assert refused(started, "c2-d5").code is Code.PATH_BLOCKED


def test_two_barragoons_can_be_crossed_in_one_move() -> None:
    started = game("Vd1", "(N)d2", "(NS)d4", *BROWN)

    assert started.is_legal("d1-d5")


def test_two_paths_to_one_target_are_one_move() -> None:
    started = game("Zd5", *BROWN)

    assert [step.target for step in started.legal_moves() if step.origin == "d5"].count("e6") == 1


# 4.2: short moves


@pytest.mark.parametrize("content", ["z", "(X)", "(A)"])
def test_short_move_cannot_capture(content: str) -> None:
    started = game("Dd2", f"{content}d4", *BROWN)

    violation = refused(started, "d2xd4/X@a1")

    assert (violation.code, violation.rule) == (Code.SHORT_MOVE_CAPTURES, "4.2")


def test_short_move_onto_an_occupied_square_says_so() -> None:
    violation = refused(game("Zd2", "(X)d3", *BROWN), "d2-d3")

    assert violation.message == "d2 is a 2-tile: a short move of 1 cannot capture the barragoon on d3."


# 4.3: full moves


def test_a_full_move_captures_a_tile_or_a_barragoon() -> None:
    started = game("Dd2", "zd5", "(X)c4", *BROWN)

    assert {"d5x", "c4x"} <= set(targets(started, "d2"))


def test_a_tile_of_ones_own_is_never_captured() -> None:
    violation = refused(game("Dd2", "Zd5", *BROWN), "d2xd5/X@a1/X@a2")

    assert (violation.code, violation.rule) == (Code.OWN_TILE_ON_TARGET, "4.1")
    assert violation.message == "On d5 stands a tile of White's own."


@pytest.mark.parametrize("face", [face.code for face in FACES if face.code != "A"])
@pytest.mark.parametrize("origin", ["d3", "d7", "b5", "f5"])
def test_two_tile_captures_every_other_face_from_every_direction(face: str, origin: str) -> None:
    started = game(f"Z{origin}", f"({face})d5", *BROWN)

    assert started.is_legal(f"{origin}xd5/X@a1")


def test_two_tile_cannot_capture_all_turns() -> None:
    violation = refused(game("Zc2", "(A)d3", *BROWN), "c2xd3/X@a1")

    assert (violation.code, violation.rule) == (Code.TWO_CAPTURES_ALL_TURNS, "4.5")
    assert str(violation) == "c2 is a 2-tile: it cannot capture the all-turns barragoon on d3. (4.5)"


@pytest.mark.parametrize("tile", ["Dd2", "Vd1"])
def test_larger_tiles_capture_all_turns(tile: str) -> None:
    assert game(tile, "(A)d5", *BROWN).is_legal(f"{tile[1:]}xd5/X@a1")


# whose tile, which tile


def test_an_empty_square_has_no_tile_to_move() -> None:
    violation = refused(game("Zd2", *BROWN), "a1-a2")

    assert (violation.code, violation.rule) == (Code.NO_TILE, "4.1")
    assert violation.message == "a1 is empty: there is no tile to move."


def test_a_barragoon_is_not_moved() -> None:
    violation = refused(game("Zd2", *BROWN), "d9-d8")

    assert violation.code is Code.NO_TILE
    assert violation.message == "On d9 lies a barragoon: it is placed, never moved."


def test_the_opponents_tile_is_not_ones_own() -> None:
    violation = refused(game("Zd2", *BROWN), "g9-g7")

    assert (violation.code, violation.rule) == (Code.NOT_YOUR_TILE, "2")
    assert violation.message == "The tile on g9 is Brown's, and it is White's turn."


# the marks - and x


def test_x_onto_an_empty_square_is_no_capture() -> None:
    violation = refused(game("Zd2", *BROWN), "d2xd4")

    assert (violation.code, violation.rule) == (Code.NOT_A_CAPTURE, "4.3")


@pytest.mark.parametrize("content", ["z", "(X)"])
def test_a_capture_is_marked_with_x(content: str) -> None:
    violation = refused(game("Zd2", f"{content}d4", *BROWN), "d2-d4")

    assert (violation.code, violation.rule) == (Code.CAPTURE_NOT_MARKED, "4.3")


# spelling


@pytest.mark.parametrize(
    "ply",
    [
        "",
        "d2",
        "d2d4",
        "d2--d4",
        "D2-D4",
        "d2-d4 ",
        " d2-d4",
        "d2-d4/",
        "d2-d4!",
        "d2xd4/X",
        "d2xd4/@a1",
        "é",
        "d2-d4\n",
    ],
)
def test_what_is_not_written_like_a_ply_is_malformed(ply: str) -> None:
    assert refused(game("Zd2", *BROWN), ply).code is Code.PLY_MALFORMED


@pytest.mark.parametrize("ply", ["d2-h2", "d2-d0", "d10-d4", "d2xd4/X@h1", "d2xd4/X@a10"])
def test_squares_are_a1_to_g9(ply: str) -> None:
    assert refused(game("Zd2", *BROWN), ply).code is Code.SQUARE_UNKNOWN


@pytest.mark.parametrize("face", ["NN", "x", "XX", "SN", "ne", "Q"])
def test_faces_are_the_sixteen_codes(face: str) -> None:
    violation = refused(game("Zd2", "(X)d4", *BROWN), f"d2xd4/{face}@a1")

    assert (violation.code, violation.rule) == (Code.FACE_UNKNOWN, "3.1")


def test_an_empty_ply_after_a_checked_one_is_refused_too() -> None:
    # Found by the fuzzer: the ply checked last was played again.
    started = game("Zd2", *BROWN)
    started.is_legal("d2-d4")
    started.push("d2-d4")

    assert refused(started, "").code is Code.PLY_MALFORMED

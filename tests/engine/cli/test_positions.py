"""The verbs that take positions: moves, perft, render."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from engine import barragoon
from engine.drawing import Picture, Theme
from tests.engine.barragoon.boards import board
from tests.engine.cli.run import Runner

START = barragoon.Game().position()
SMALL = board("Vb1", "(X)b5", "zd3", "(X)d1", "dg9", "(X)d9", reserve=4)
LOST = board("Da1", "dg9", "(X)d9", express="1-0")


# moves


def test_moves_are_one_a_line_and_sorted(run: Runner) -> None:
    done = run("moves", "--game", "barragoon", SMALL, "--steps")
    lines = done.out.splitlines()

    assert lines == sorted(lines)
    assert {"b1 b5 barragoon", "b1 d3 tile", "b1 c3 move"} <= set(lines)
    assert done.status == 0


def test_moves_as_json_tell_the_outcome(run: Runner) -> None:
    done = run("moves", "--game", "barragoon", "-", "--json", given=f"{START}\n\n{LOST}\n")

    start, lost = done.objects()
    assert start["position"] == START
    assert len(start["moves"]) == 28
    assert start["moves"][0] == ["b1", "a3", "move"]
    assert start["outcome"] is None
    assert lost == {
        "position": LOST,
        "moves": [],
        "outcome": {"winner": "brown", "termination": "normal", "rule": "6a"},
    }


def test_a_bad_position_does_not_stop_the_others(run: Runner) -> None:
    done = run("moves", "--game", "barragoon", "-", "--json", given=f"nonsense\n{START}\n")

    bad, good = done.objects()
    assert bad["error"]["code"] == "position-malformed"
    assert len(good["moves"]) == 28
    assert done.status == 1


def test_a_bad_position_is_told_in_a_sentence(run: Runner) -> None:
    done = run("moves", "--game", "barragoon", "nonsense")

    assert done == (
        1,
        "",
        "nonsense: A position has four parts, BOARD SIDE RESERVE EXPRESS; here are 1. [position-malformed]\n",
    )


# perft


@pytest.mark.parametrize(("depth", "nodes"), [("0", 1), ("1", 28), ("2", 441615)])
def test_perft_counts_from_the_start(run: Runner, depth: str, nodes: int) -> None:
    assert run("perft", "--game", "barragoon", depth) == (0, f"{nodes}\n", "")


def test_perft_counts_from_a_position(run: Runner) -> None:
    done = run("perft", "--game", "barragoon", "1", "--position", LOST, "--json")

    assert done.objects() == [{"position": LOST, "depth": 1, "nodes": 0}]


@pytest.mark.parametrize("depth", ["-1", "two", "1.5", "9999", "²"])
def test_a_depth_is_a_small_number(run: Runner, depth: str) -> None:
    assert run("perft", "--game", "barragoon", depth).status == 2


def test_perft_of_a_bad_position_is_refused(run: Runner) -> None:
    assert run("perft", "--game", "barragoon", "1", "--position", "nonsense").status == 1


def test_a_game_without_a_usual_start_needs_a_position(run: Runner) -> None:
    done = run("perft", "--game", "stratego", "1")

    assert (done.status, done.err) == (2, "kiebitz-engine: Stratego has no usual start: give a --position.\n")


# render


def test_render_draws_a_position(run: Runner) -> None:
    done = run("render", START)

    assert done == (0, barragoon.RULES.draw(START, Picture()) + "\n", "")


def test_render_takes_the_pictures_options(run: Runner) -> None:
    done = run("render", START, "--flip", "--size", "24", "--theme", "print", "--game", "barragoon")

    expected = barragoon.RULES.draw(START, Picture(size=24, flip=True, theme=Theme.PRINT))
    assert done == (0, expected + "\n", "")


def test_render_draws_any_ply_of_a_record(run: Runner, good_file: str) -> None:
    game = barragoon.Game()
    game.push("d2-d4")

    done = run("render", good_file, "--ply", "1")

    assert done.out == barragoon.RULES.draw(game.position(), Picture(last=("d2", "d4"))) + "\n"
    assert run("render", good_file, "--ply", "0").out == barragoon.RULES.draw(START, Picture()) + "\n"


def test_render_draws_the_last_ply_unless_told(run: Runner, good_file: str) -> None:
    assert run("render", good_file).out == run("render", good_file, "--ply", "3").out


def test_render_can_take_another_record_of_the_file(run: Runner, mixed_file: str) -> None:
    done = run("render", mixed_file, "--record", "2", "--ply", "2")

    assert done.status == 1
    assert ET.fromstring(done.out).tag.endswith("svg")  # noqa: S314


@pytest.mark.parametrize("arguments", [["--ply", "4"], ["--ply", "-1"], ["--record", "2"], ["--record", "0"]])
def test_what_a_file_does_not_have_is_wrong_usage(run: Runner, good_file: str, arguments: list[str]) -> None:
    assert run("render", good_file, *arguments).status == 2


@pytest.mark.parametrize("size", ["0", "7", "513", "big", "-5"])
def test_sizes_have_bounds(run: Runner, size: str) -> None:
    assert run("render", START, f"--size={size}").status == 2


def test_render_of_neither_a_position_nor_a_file_says_so(run: Runner, tmp_path: Path) -> None:
    done = run("render", "nonsense")

    assert (done.status, done.out) == (1, "")
    assert "[position-malformed]" in done.err
    assert run("render", str(tmp_path / "missing.txt"), "--ply", "1").status == 2

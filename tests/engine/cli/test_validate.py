"""`validate` for many records and for people: processes, progress, summary, colours; `random`; text boards."""

import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli.colours import Colour, paint, wants_colour
from engine.random_games import random_games
from engine.record import read_text, write
from tests.engine.cli.records import BROKEN
from tests.engine.cli.run import Runner

ROOT = Path(__file__).resolve().parents[3]
CAPTURE = "6d/3(X)3/7/7/1(X)5/7/7/7/1V5 w 4 0-0"


@pytest.fixture
def many(tmp_path: Path) -> str:
    """Some batches of records, a broken one among them."""
    path = tmp_path / "many.txt"
    texts = [write(game) for game in random_games(130, seed=3, plies=8)]
    texts.insert(70, BROKEN)
    path.write_text("\n".join(texts))
    return str(path)


@pytest.mark.parametrize("style", [[], ["--json"], ["--quiet"], ["--json", "--quiet"]])
def test_processes_tell_the_same_in_the_same_order(style: list[str], run: Runner, many: str) -> None:
    alone = run("validate", *style, many)

    assert run("validate", "--jobs", "2", *style, many) == alone
    assert alone.status == 1
    assert len(alone.out.splitlines()) == (1 if "--quiet" in style else 131)


def test_a_summary_ends_it(run: Runner, many: str, good_file: str) -> None:
    assert run("validate", many).err == "131 records: 130 valid, 1 not.\n"
    assert run("validate", good_file, good_file).err == "2 records: all valid.\n"
    assert run("validate", "--quiet", good_file) == (0, "", "")


def test_an_empty_input_says_so(run: Runner, tmp_path: Path, good_file: str) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("\n")

    said = f"kiebitz-engine: there is no record in {empty}.\n"
    assert run("validate", str(empty), good_file).err == f"{said}1 record: all valid.\n"
    for verb in ("replay", "adjudicate", "write"):
        assert run(verb, str(empty)) == (0, "", said)
    assert run("moves", "--game", "barragoon", "-").err == (
        "kiebitz-engine: there is no position on standard input.\n"
    )


@pytest.mark.parametrize("jobs", ["-1", "two", "1000"])
def test_a_number_of_processes_that_is_none_is_wrong_usage(jobs: str, run: Runner) -> None:
    assert run("validate", "--jobs", jobs).status == 2


# at a terminal


def at_terminal(*arguments: str, **environment: str) -> str:
    """What the command writes to a terminal, which both of its outputs are."""
    own, given = pty.openpty()
    variables = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "TERM": "xterm", **environment}
    command = [sys.executable, "-m", "engine", *arguments]
    process = subprocess.Popen(command, stdin=given, stdout=given, stderr=given, cwd=ROOT, env=variables)
    os.close(given)
    said = b""
    try:
        while piece := os.read(own, 1 << 16):
            said += piece
    except OSError:  # the other end is closed
        pass
    process.wait()
    os.close(own)
    return said.decode()


def test_colours_at_a_terminal_unless_somebody_objects(mixed_file: str) -> None:
    said = at_terminal("validate", mixed_file)

    assert "\x1b[32mvalid\x1b[0m" in said
    assert "\x1b[31m[wrong-distance]\x1b[0m" in said
    assert "\x1b[3" not in at_terminal("validate", mixed_file, NO_COLOR="1")


def test_progress_at_a_terminal(many: str) -> None:
    said = at_terminal("validate", "--quiet", many)

    assert "] 0 %" in said
    assert said.count("wrong-distance") == 1


def test_a_pipe_has_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)

    assert not wants_colour(io.StringIO())
    assert paint("valid", Colour.GREEN, wanted=False) == "valid"


# plies, text boards, random games


def test_the_plies_of_moves_are_taken_by_other_verbs(run: Runner) -> None:
    plies = run("moves", "--game", "barragoon", CAPTURE).out.splitlines()

    assert "b1xb5/NE@d4" in plies
    for ply in plies[::97]:
        given = f'[Game "Barragoon"]\n[Position "{CAPTURE}"]\n\n1. {ply} *\n'
        assert run("validate", given=given).status == 0


def test_a_board_as_text(run: Runner) -> None:
    assert run("render", CAPTURE, "--text").out.splitlines()[0] == "9 · · · · · · ❸"
    assert run("render", CAPTURE, "--ascii").out.splitlines()[0] == "9 .   .   .   .   .   .   d"
    assert run("render", CAPTURE, "--text", "--flip").out.splitlines()[0] == "1 · · · · · ④ ·"


def test_a_record_as_text(run: Runner, good_file: str) -> None:
    board = run("render", good_file, "--text", "--ply", "0").out

    assert board.splitlines()[-1] == "White to move, 24 in the reserve"


@pytest.mark.parametrize("game", ["barragoon", "stratego"])
def test_a_random_game_is_valid_and_the_same_for_the_same_seed(game: str, run: Runner) -> None:
    text = run("random", "--game", game, "--seed", "7", "--plies", "30").out

    (record,) = read_text(text)
    assert record.ok
    assert write(record) == text
    assert 0 < len(record.main.plies) <= 30
    assert run("random", "--game", game, "--seed", "7", "--plies", "30").out == text
    assert run("random", "--game", game, "--seed", "8", "--plies", "30").out != text


def test_a_random_game_has_no_more_plies_than_a_record(run: Runner) -> None:
    assert run("random", "--game", "barragoon", "--plies", "2001").status == 2

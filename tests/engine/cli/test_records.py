"""The verbs that read records: validate, replay, write."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from engine import __version__, barragoon
from engine.record import read_text
from tests.engine.cli.records import BROKEN, BROKEN_MESSAGE, GOOD
from tests.engine.cli.run import Runner

ROOT = Path(__file__).resolve().parents[3]


# validate


def test_validate_prints_one_object_a_record(run: Runner, mixed_file: str) -> None:
    done = run("validate", "--json", mixed_file)

    good = {
        "file": mixed_file,
        "record": 1,
        "ok": True,
        "game": "Barragoon",
        "plies": 3,
        "result": "1/2-1/2",
        "termination": "agreement",
        "errors": [],
    }
    broken = {
        "file": mixed_file,
        "record": 2,
        "ok": False,
        "game": "Barragoon",
        "plies": 2,
        "result": None,
        "termination": None,
        "errors": [
            {
                "line": 9,
                "column": 4,
                "ply": 3,
                "move": "2. c2-c5",
                "code": "wrong-distance",
                "rule": "4.1",
                "message": BROKEN_MESSAGE,
            }
        ],
    }
    assert done.objects() == [good, broken, good | {"record": 3}]
    assert list(done.objects()[1]) == list(broken)
    assert list(done.objects()[1]["errors"][0]) == [
        "line", "column", "ply", "move", "code", "rule", "message",
    ]  # fmt: skip
    assert done.status == 1


def test_validate_ends_with_0_if_all_records_are_valid(run: Runner, good_file: str) -> None:
    done = run("validate", good_file)

    assert done == (
        0,
        f"{good_file}: record 1: valid, Barragoon, 3 plies, 1/2-1/2 agreement\n",
        "1 record: all valid.\n",
    )


def test_validate_tells_errors_in_sentences(run: Runner, mixed_file: str) -> None:
    done = run("validate", mixed_file)

    assert done.out.splitlines()[1] == (
        f"{mixed_file}: record 2, line 9, column 4: 2. c2-c5: {BROKEN_MESSAGE} (4.1) [wrong-distance]"
    )


def test_validate_reads_several_files_and_standard_input(run: Runner, good_file: str) -> None:
    done = run("validate", "--json", good_file, "-", given=BROKEN)

    assert [(found["file"], found["record"], found["ok"]) for found in done.objects()] == [
        (good_file, 1, True),
        ("-", 1, False),
    ]


def test_validate_without_a_file_reads_standard_input(run: Runner) -> None:
    assert run("validate", "--json", given=GOOD).objects()[0]["ok"] is True


def test_a_file_that_does_not_exist_is_wrong_usage(run: Runner, tmp_path: Path) -> None:
    done = run("validate", str(tmp_path / "missing.txt"))

    assert done.status == 2
    assert done.err == f"kiebitz-engine: {tmp_path}/missing.txt cannot be read: No such file or directory.\n"


def test_a_directory_is_wrong_usage(run: Runner, tmp_path: Path) -> None:
    assert run("validate", str(tmp_path)).status == 2


def test_an_empty_file_has_nothing_invalid(run: Runner) -> None:
    assert run("validate", "--json", given="")[:2] == (0, "")


# replay


def test_replay_prints_the_position_after_every_ply(run: Runner, good_file: str) -> None:
    done = run("replay", "--json", good_file)

    game = barragoon.Game()
    expected = [{"record": 1, "ply": 0, "move": None, "position": game.position()}]
    for number, ply in enumerate(["d2-d4", "d8-d6", "c2-c3 (=)"], 1):
        game.push(ply)
        expected.append({"record": 1, "ply": number, "move": ply, "position": game.position()})
    assert done.objects() == expected
    assert done.status == 0


def test_replay_of_a_broken_record_shows_its_valid_plies(run: Runner, mixed_file: str) -> None:
    done = run("replay", "--json", mixed_file)

    assert [found["ply"] for found in done.objects() if found["record"] == 2] == [0, 1, 2]
    assert done.status == 1
    assert "[wrong-distance]" in done.err


def test_replay_prints_plain_lines_too(run: Runner, good_file: str) -> None:
    first = run("replay", good_file).out.splitlines()[1].split("\t")

    assert first[:3] == ["1", "1", "d2-d4"]


def test_replay_knows_only_the_games_views(run: Runner, good_file: str) -> None:
    done = run("replay", "--view", "red", good_file)

    assert done.status == 2
    assert done.err == "kiebitz-engine: Barragoon has no view red; it has open.\n"


# write


def test_write_prints_the_canonical_form(run: Runner, good_file: str) -> None:
    done = run("write", good_file)

    assert done.status == 0
    assert done.out.startswith('[Game "Barragoon"]\n[Event "?"]\n')
    assert done.out.endswith("\n1. d2-d4 d8-d6 2. c2-c3 (=) 1/2-1/2\n")
    assert run("write", given=done.out).out == done.out


def test_write_leaves_broken_records_out_and_says_so(run: Runner, mixed_file: str) -> None:
    done = run("write", mixed_file)

    assert done.status == 1
    assert [record.ok for record in read_text(done.out)] == [True, True]
    assert "record 2" in done.err


# the program


@pytest.mark.parametrize("arguments", [[], ["dance"], ["validate", "--loud"], ["perft"], ["moves", "x"]])
def test_wrong_arguments_are_wrong_usage(run: Runner, arguments: list[str]) -> None:
    done = run(*arguments)

    assert done.status == 2
    assert "usage:" in done.err


def start(*arguments: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        input=given,
        capture_output=True,
        env=environment,
        check=False,
    )


def test_the_program_reads_and_writes_utf_8_whatever_the_terminal() -> None:
    text = GOOD.replace("Ann", "Jörg ½").encode()

    done = start("write", given=text)

    assert (done.returncode, done.stderr) == (0, b"")
    assert "Jörg ½".encode() in done.stdout


def test_bytes_that_are_no_utf_8_are_reported_not_raised() -> None:
    done = start("validate", "--json", given=GOOD.replace("Ann", "Jörg").encode("latin-1"))

    assert done.returncode == 1
    assert b'"not-utf-8"' in done.stdout
    assert done.stderr == b"1 record: 0 valid, 1 not.\n"


def test_a_reader_that_stops_early_is_no_error() -> None:
    pipeline = subprocess.run(  # noqa: S602  (a pipe is what is tested)
        f'"{sys.executable}" -m engine replay - | head -n 1',
        shell=True,
        input=(GOOD * 300).encode(),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )

    assert pipeline.stdout.count(b"\n") == 1
    assert pipeline.stderr == b""


def test_the_version_is_the_release_and_the_referee(run: Runner) -> None:
    assert run("--version") == (0, f"kiebitz-engine {version('kiebitz')}, referee {__version__}\n", "")

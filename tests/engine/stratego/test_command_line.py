"""Every verb of the command line serves Stratego."""

import json
from pathlib import Path

import pytest

from engine import stratego
from engine.cli import main
from engine.core import RuleViolation
from tests.engine.stratego.positions import board

SETUP = "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"
RECORD = f'[Game "Stratego"]\n[RedSetup "{SETUP}"]\n[BlueSetup "{SETUP}"]\n\n1. a4-a5 j7-j6 2. a5-a6 *\n'
LITTLE = board({"a1": "F", "a2": "C", "a5": "t", "b1": "B", "j10": "f"})


@pytest.fixture
def game_file(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    return str(path)


def test_validate(game_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "--json", game_file]) == 0

    assert json.loads(capsys.readouterr().out) == {
        "file": game_file,
        "record": 1,
        "ok": True,
        "game": "Stratego",
        "plies": 3,
        "result": "*",
        "termination": "unterminated",
        "errors": [],
    }


def test_validate_names_the_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(RECORD.replace("a5-a6", "a5xa6"))
    game = stratego.Game(SETUP, SETUP)
    for ply in ("a4-a5", "j7-j6"):
        game.push(ply)
    with pytest.raises(RuleViolation) as wrong:
        game.push("a5xa6")

    assert main(["validate", "--json", str(path)]) == 1

    found = json.loads(capsys.readouterr().out)
    assert found["plies"] == 2
    assert found["errors"] == [
        {
            "line": 5,
            "column": 19,
            "ply": 3,
            "move": "2. a5xa6",
            "code": "nothing-to-attack",
            "rule": "attack",
            "message": wrong.value.message,
        }
    ]


def test_replay_prints_what_a_viewer_sees(game_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--json", "--view", "blue", game_file]) == 0

    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last == {
        "record": 1,
        "ply": 3,
        "move": "a5-a6",
        "position": "ntlpjogmbf/ccccccccbb/tlllpppjjo/bbbsnnnnt1/?1~~2~~1t/2~~2~~2/"
        "1?????????/??????????/??????????/?????????? b",
    }


def test_moves_are_printed_one_a_line_and_sorted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", "--game", "stratego", LITTLE, "--steps"]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "a2 a3 move",
        "a2 a4 move",
        "a2 a5 attack",
        *(f"a2 {file}2 move" for file in "bcdefghij"),
    ]


def test_moves_of_a_decided_position_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    position = board({"a1": "F", "a2": "C", "j10": "f"})

    assert main(["moves", "--game", "stratego", "--json", position]) == 0

    assert json.loads(capsys.readouterr().out) == {
        "position": position,
        "moves": [],
        "outcome": {"winner": "red", "termination": "normal", "rule": "end"},
    }


def test_perft_counts_from_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--game", "stratego", "1", "--position", LITTLE]) == 0

    assert capsys.readouterr().out == "12\n"


def test_perft_without_a_position_says_that_there_is_no_usual_start(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["perft", "--game", "stratego", "1"]) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("kiebitz-engine: Stratego ")
    assert "--position" in line


def test_render_draws_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "--game", "stratego", LITTLE]) == 0

    assert "Stratego board, Red to move" in capsys.readouterr().out


def test_render_recognises_a_position_of_stratego(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", LITTLE]) == 0

    assert "Stratego board, Red to move" in capsys.readouterr().out


def test_render_draws_a_ply_of_a_record_as_a_viewer_sees_it(
    game_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", game_file, "--ply", "1", "--view", "spectator"]) == 0

    svg = capsys.readouterr().out
    assert "Red: face down " in svg
    assert "marshal" not in svg


def test_an_unknown_view_is_wrong_usage(game_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", game_file, "--view", "green"]) == 2

    assert capsys.readouterr().err == (
        "kiebitz-engine: Stratego has no view green; it has open, red, blue, spectator.\n"
    )


def test_write_prints_the_canonical_form(game_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["write", game_file]) == 0

    assert capsys.readouterr().out.endswith("\n1. a4-a5 j7-j6 2. a5-a6 *\n")

"""Records of draughts: plies between numbered squares, variations, offers, and every verb of the command line."""

from pathlib import Path

import pytest

from engine import core
from engine.draughts import RULES
from engine.record import read_text, read_valid, write
from tests.engine.cli.run import Runner

PDN_HEAD = '[Event "Club"]\n[White "Ann"]\n[Black "Bo"]\n[Result "1-1"]\n[GameType "20"]\n\n'
GAME = """[Game "Draughts"]
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ann"]
[Black "Bo"]
[Result "1/2-1/2"]
[Termination "agreement"]

1. 32-28 19-23 { hi } 2. 28x19 $1 (2. 28x19 13x24 (2... 14x23) 3. 31-27) 2...
14x23 3. 37-32 (=) 10-14 1/2-1/2
"""


def test_the_rules_fulfil_the_protocol() -> None:
    rules: core.Rules = RULES

    assert (rules.name, rules.tag, rules.sides, rules.player_tags) == (
        "draughts",
        "Draughts",
        ("white", "black"),
        ("White", "Black"),
    )


def test_a_record_is_read_and_written_as_it_is() -> None:
    (record,) = read_text(GAME)

    assert record.errors == ()
    assert (read_text(write(record))[0].main, write(read_text(write(record))[0])) == (
        record.main,
        write(record),
    )


def test_a_stored_record_is_read_without_being_played() -> None:
    (record,) = read_text(GAME)

    assert read_valid(write(record)).main == record.main


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
def test_a_result_is_no_ply(result: str) -> None:
    (record,) = read_text(f'[Game "Draughts"]\n\n1. 31-27 20-25 2.32-28 {result}\n')

    assert (record.errors, record.tags["Result"]) == ((), result)
    assert read_valid(write(record)).main.plies == record.main.plies == ["31-27", "20-25", "32-28"]


@pytest.mark.parametrize(
    ("moves", "code", "move"),
    [
        ("1. 32-28 19-23 2. 37-32 *", "must-capture", "2. 37-32"),
        ("1. 32-28 19-23 2. 28-19 *", "capture-not-marked", "2. 28-19"),
        ("1. 32-28 1-7 *", "square-occupied", "1. … 1-7"),
        ("1. 32-99 *", "square-unknown", "1. 32-99"),
        ("1. 3228 *", "move-number-wrong", ""),
        ("2. 32-28 *", "move-number-wrong", ""),
        ("1. 32-28 (1. 32-27x) *", "not-a-ply", "1. 32-27x"),
        ("1. 32-28 1-0 19-23", "text-after-result", ""),
    ],
)
def test_errors_name_the_move(moves: str, code: str, move: str) -> None:
    (record,) = read_text(f'[Game "Draughts"]\n\n{moves}\n')

    assert [(error.code, error.move) for error in record.errors] == [(code, move)]


def test_a_position_that_cannot_be_read_is_an_error_of_its_tag() -> None:
    (record,) = read_text('[Game "Draughts"]\n[Position "W:W1:B2"]\n\n*\n')

    assert [(error.code, error.line) for error in record.errors] == [("position-impossible", 2)]


def test_a_win_on_the_board_is_the_result() -> None:
    (record,) = read_text('[Game "Draughts"]\n[Position "W:W32:B28"]\n\n1. 32x23\n')
    assert (record.tags["Result"], record.tags["Termination"]) == ("1-0", "normal")

    (record,) = read_text('[Game "Draughts"]\n[Position "W:W32:B28"]\n\n1. 32x23 0-1\n')
    assert [error.code for error in record.errors] == ["result-contradicts-board"]


def test_every_verb_serves_draughts(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME)
    file = str(path)

    assert run("validate", "--json", file).objects()[0]["game"] == "Draughts"
    positions = [found["position"] for found in run("replay", "--json", file).objects()]
    assert (len(positions), positions[1]) == (7, "B:W28,31,33-50:B1-20")
    assert run("moves", "--game", "draughts", "W:W32:B28").out == "32x23\n"
    assert run("moves", "--game", "draughts", "W:W32:B28", "--steps").out == "32 23 capture\n"
    assert run("render", "--game", "draughts", "W:W32:B28", "--text").out.endswith("\nWhite to move\n")
    assert run("random", "--game", "draughts", "--seed", "1").out.startswith('[Game "Draughts"]\n')
    assert run("perft", "--game", "draughts", "5").out == "27117\n"
    assert run("perft", "--game", "draughts", "2", "--position", "W:W32:B28").out == "0\n"
    drawn = run("render", "W:W32:BK28").out
    assert (drawn.count('<use href="#draughts-'), drawn.count("<text ")) == (3, 50)
    assert run("render", file, "--ply", "3").out.count('<use href="#draughts-black-man"') == 20
    assert run("adjudicate", file).out.endswith("the result 1/2-1/2 agreement fits.\n")
    assert run("render", "nonsense").status == 1


def test_pdn_goes_in_and_out_by_the_command_line(run: Runner, tmp_path: Path) -> None:
    pdn, records = tmp_path / "games.pdn", tmp_path / "records.txt"
    pdn.write_text(f"{PDN_HEAD}1. 32-28 1-1\n\n{PDN_HEAD}1. 31-27 1-1\n\n{PDN_HEAD}1. 31-28 1-1\n")

    done = run("convert", str(tmp_path), "--output", str(records))

    assert done.status == 1
    assert f"{pdn}, line 17" in done.err
    assert "1 file with 3 games: 2 converted, 1 not" in done.err
    assert [record.main.plies for record in read_text(records.read_text())] == [["32-28"], ["31-27"]]
    assert run("write", "--format", "pdn", str(records)).out.count('[Result "1-1"]') == 2


def test_other_games_are_not_written_as_pdn(run: Runner) -> None:
    done = run("write", "--format", "pdn", "-", given='[Game "Barragoon"]\n\n1. d2-d4 *\n')

    assert done.status == 2

"""A third game is one package and one line: records, command line and pictures serve it unchanged."""

import re
from pathlib import Path

import pytest

from engine import core, registry
from engine.core import FIRST, SECOND, Result
from engine.record import read_text, write
from tests.engine.cli.run import Runner
from tests.engine.nim import RULES

ENGINE = Path(__file__).parents[2] / "engine"


@pytest.fixture(autouse=True)
def _third_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line in the registry."""
    monkeypatch.setitem(registry._PACKAGES, "Nim", "tests.engine.nim")
    monkeypatch.setitem(registry._PACKAGE_OF_NAME, "nim", "tests.engine.nim")
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))


def test_the_rules_fulfil_the_protocol() -> None:
    rules: core.Rules = RULES

    assert registry.rules("Nim") is rules
    assert registry.names()[-1] == "nim"


def test_its_records_are_read_checked_and_written() -> None:
    (record,) = read_text('[Game "nim"]\n[Left "Ann"]\n\n1. take2 (1. take1 { slow }) take2 2. take1\n')

    assert record.ok
    assert write(record) == (
        '[Game "Nim"]\n[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[Left "Ann"]\n[Right "?"]\n'
        '[Result "1-0"]\n[Termination "normal"]\n\n1. take2 (1. take1 { slow }) 1... take2 2. take1 1-0\n'
    )


@pytest.mark.parametrize(
    ("text", "code", "ply"),
    [
        ('[Game "Nim"]\n\n1. take3 *\n', "too-many", 1),
        ('[Game "Nim"]\n\n1. take2 (=) *\n', "too-many", 1),
        ('[Game "Nim"]\n[Stones "6"]\n\n*\n', "no-stones", None),
        ('[Game "Nim"]\n\n1. take2 take2 2. take1 0-1\n', "result-contradicts-board", None),
    ],
)
def test_its_errors_are_its_own(text: str, code: str, ply: int | None) -> None:
    (record,) = read_text(text)

    assert [(error.code.value, error.ply) for error in record.errors] == [(code, ply)]


def test_an_offer_the_game_refuses_leaves_no_note() -> None:
    # Found by the fuzzer: an empty note stayed behind.
    (record,) = read_text('[Game "Nim"]\n\n1. take2 (=) *\n')

    assert record.main.notes == {}


def test_every_verb_serves_it(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "nim.txt"
    path.write_text('[Game "Nim"]\n\n1. take2 take2 2. take1 1-0\n')
    file = str(path)

    assert run("validate", "--json", file).objects()[0]["game"] == "Nim"
    assert [found["position"] for found in run("replay", "--json", file).objects()] == ["5", "3", "1", "0"]
    assert run("moves", "--game", "nim", "5").out == "take1\ntake2\n"
    assert run("moves", "--game", "nim", "5", "--steps").out == "pile 1 take\npile 2 take\n"
    assert run("render", "--game", "nim", "4", "--text").out == "●●●●\n"
    assert run("random", "--game", "nim", "--seed", "1").out.startswith('[Game "Nim"]\n')
    assert run("moves", "--game", "nim", "0", "--json").objects()[0]["outcome"]["winner"] == "right"
    assert run("perft", "--game", "nim", "5").out == "1\n"
    assert run("render", "--game", "nim", "4").out.count('<use href="#nim-stone"') == 4
    assert run("render", file, "--ply", "1").out.count('<use href="#nim-stone"') == 3
    assert run("write", file).status == 0


@pytest.mark.parametrize("place", ["core.py", "drawing.py", "record", "cli"])
def test_what_all_games_share_names_none_of_them(place: str) -> None:
    path = ENGINE / place
    for file in [path] if path.is_file() else sorted(path.glob("*.py")):
        imports = re.findall(
            r"^\s*(?:from|import) engine\.(?:barragoon|stratego)\b", file.read_text(), re.MULTILINE
        )
        assert imports == [], file


def test_results_follow_from_the_winner() -> None:
    assert [Result.of_winner(winner) for winner in (FIRST, SECOND, None)] == ["1-0", "0-1", "1/2-1/2"]
    assert (FIRST.other, SECOND.other) == (SECOND, FIRST)


def test_a_game_nobody_knows_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        registry.rules("chess")

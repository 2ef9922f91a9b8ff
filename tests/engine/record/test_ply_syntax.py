"""Records of a game whose plies are written with numbers, as `11-15` is."""

import pytest

from engine import registry
from engine.core import RuleViolation
from engine.record import read_text, read_valid, write
from tests.engine import nim


class Game(nim.Game):
    """Nim in other words: `15-13` goes from five stones to three."""

    @property
    def rules(self) -> "NumberRules":  # type: ignore[override]
        return RULES

    def push(self, ply: str) -> None:
        before, _, after = ply.partition("-")
        if int(before) != self.stones + 10 or not 0 < int(before) - int(after) <= 2:
            raise RuleViolation(nim.Code.TOO_MANY, "nim", f"{ply} cannot be played.")
        self.stones = int(after) - 10
        self._plies.append(ply)

    def pop(self) -> str:
        ply = self._plies.pop()
        self.stones = int(ply.partition("-")[0]) - 10
        return ply


class NumberRules(nim.NimRules):
    name = "numbers"
    tag = "Numbers"
    ply_pattern = r"[0-9]{1,2}-[0-9]{1,2}"

    def start(self, tags: object) -> Game:
        return Game(5)


RULES = NumberRules()


@pytest.fixture(autouse=True)
def _game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._PACKAGES, "Numbers", __name__)
    monkeypatch.setitem(registry._PACKAGE_OF_NAME, "numbers", __name__)
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))


def test_plies_numbers_and_results_are_told_apart() -> None:
    text = '[Game "Numbers"]\n\n1. 15-13! (1. 15-14 { 12-11 } 14-12) 1... 13-12 2.12-10 1-0\n'

    (record,) = read_text(text)

    assert record.errors == ()
    assert record.main.plies == ["15-13", "13-12", "12-10"]
    assert record.result == "1-0"
    (variation,) = record.main.notes[1].variations
    assert variation.plies == ["15-14", "14-12"]
    assert write(record).endswith("\n\n1. 15-13 $1 (1. 15-14 { 12-11 } 1... 14-12) 1... 13-12 2. 12-10 1-0\n")
    assert read_valid(write(record)).main == record.main


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
def test_a_result_is_no_ply(result: str) -> None:
    (record,) = read_text(f'[Game "Numbers"]\n\n1. 15-13 {result}\n')

    assert record.main.plies == ["15-13"]
    assert record.result == result
    assert read_valid(write(record)).main.plies == ["15-13"]


@pytest.mark.parametrize(
    ("moves", "code", "column"),
    [
        ("1. 15-12 *", "too-many", 4),
        ("2. 15-13 *", "move-number-wrong", 1),
        ("1. 15-13x *", "move-number-wrong", 4),
        ("1. 15-13 1-0 13-12", "text-after-result", 14),
    ],
)
def test_errors_stand_where_they_are(moves: str, code: str, column: int) -> None:
    (record,) = read_text(f'[Game "Numbers"]\n\n{moves}\n')

    assert [(error.code.value, error.column) for error in record.errors] == [(code, column)]


def test_numbers_are_no_plies_where_the_game_declares_none() -> None:
    (record,) = read_text('[Game "Barragoon"]\n\n1. 15-13 *\n')

    assert [error.code.value for error in record.errors] == ["move-number-wrong"]

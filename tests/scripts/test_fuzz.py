"""`make fuzz`: how long it looks, and how what it finds is told."""

from pathlib import Path

import pytest

from scripts import fuzz

FAILING = """\
from tests.security.fuzzing import repeat, time_from_environment

def test_planted() -> None:
    def batch(number: int) -> None:
        assert number < 0, f"seed {number}"
    repeat(batch, time_from_environment())
"""


@pytest.mark.parametrize("setting", [("FUZZ_MINUTES", "ten"), ("FUZZ_SEED", "x")])
def test_what_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch, setting: tuple[str, str]) -> None:
    monkeypatch.setenv(*setting)

    assert fuzz.main() == 2


def test_every_part_is_a_file_of_tests_and_all_time_is_shared_out() -> None:
    assert [file for file in fuzz.SHARES if not (fuzz.ROOT / file).is_file()] == []
    assert sum(fuzz.SHARES.values()) == pytest.approx(1)


def test_readers_are_fuzzed_for_a_moment(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzz, "SHARES", {"tests/security/test_readers.py": 1})
    monkeypatch.setenv("FUZZ_MINUTES", "0.02")

    assert fuzz.main() == 0
    assert "Nothing was found in 0.02 minutes." in capfd.readouterr().out


@pytest.mark.parametrize(("seed", "told"), [("", "Repeat it with FUZZ_SEED="), ("7", "seed 7")])
def test_a_finding_is_told_with_the_seed_that_repeats_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str], seed: str, told: str
) -> None:
    file = tmp_path / "test_planted.py"
    file.write_text(FAILING)
    monkeypatch.setattr(fuzz, "SHARES", {str(file): 1})
    monkeypatch.setenv("FUZZ_MINUTES", "0.01")
    monkeypatch.setenv("FUZZ_SEED", seed)

    assert fuzz.main() == 1
    assert told in capfd.readouterr().out

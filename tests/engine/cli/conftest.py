"""Fixtures of the command line's tests."""

from pathlib import Path

import pytest

from tests.engine.cli.run import Runner

GOOD = '[Game "Barragoon"]\n[White "Ann"]\n\n1. d2-d4 d8-d6 2. c2-c3 (=) 1/2-1/2\n'
BROKEN = '[Game "Barragoon"]\n\n1. d2-d4 d8-d6\n2. c2-c5 *\n'


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(monkeypatch, capsys)


@pytest.fixture
def good_file(tmp_path: Path) -> str:
    path = tmp_path / "good.txt"
    path.write_text(GOOD)
    return str(path)


@pytest.fixture
def mixed_file(tmp_path: Path) -> str:
    """A valid record, a broken one, a valid one."""
    path = tmp_path / "mixed.txt"
    path.write_text(f"{GOOD}\n{BROKEN}\n{GOOD}")
    return str(path)

"""Files of records for the command line."""

from pathlib import Path

import pytest

from tests.engine.cli.records import BROKEN, GOOD


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

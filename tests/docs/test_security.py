"""What docs/security.md says of the tests is there."""

import re
from pathlib import Path

from tests.security.holes import HOLES

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def test_every_test_that_holds_a_promise_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)`", TEXT)

    assert len(named) > 30
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_every_sentence_has_a_test() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)

    assert len(named) > 50
    assert [
        name for path, name in named if f"\ndef {name}(" not in (ROOT / path).read_text(encoding="utf-8")
    ] == []


def test_every_hole_has_its_line_with_a_seed() -> None:
    rows = dict(re.findall(r"^\| ([^|]+) \| `\w+` \| (\d+) \|", TEXT, re.MULTILINE))

    assert set(rows) == {hole.key for hole in HOLES}

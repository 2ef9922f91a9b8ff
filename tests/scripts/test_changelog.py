"""The changelog: versions with their dates, four kinds of changes, one short line for each."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "CHANGELOG.md").read_text()
KINDS = ["Added", "Changed", "Fixed", "Security"]
SCREEN = 45  # lines


def _versions() -> dict[str, str]:
    """What stands below each heading, the newest first."""
    parts = re.split(r"^## (.+)\n", TEXT, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_every_version_has_its_date_and_the_first_one_is_the_last() -> None:
    headings = list(_versions())
    released = [heading for heading in headings if heading != "Unreleased"]

    assert "Unreleased" not in headings[1:]
    assert [h for h in released if not re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", h)] == []
    assert released[-1].startswith("0.1.0 ")


def test_the_first_version_is_taken_in_on_one_screen() -> None:
    *_, first = _versions().values()

    assert len(first.strip().splitlines()) <= SCREEN


def test_changes_are_added_changed_fixed_or_about_security_in_this_order() -> None:
    for version, text in _versions().items():
        kinds = re.findall(r"^### (.+)$", text, re.MULTILINE)
        assert kinds == [kind for kind in KINDS if kind in kinds], version
        assert kinds, version


def test_each_change_is_one_line() -> None:
    other = [
        line
        for text in _versions().values()
        for line in text.splitlines()
        if not re.match(r"### |- |$", line)
    ]

    assert other == []


def test_lines_are_no_longer_than_elsewhere() -> None:
    assert [line for line in TEXT.splitlines() if len(line) > 120] == []

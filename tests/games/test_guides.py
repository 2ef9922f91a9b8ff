"""The guides say of the archive what the code does."""

from pathlib import Path

from django.conf import settings

from games.adjudication.services import GAMES_PER_ORDER
from games.archive.services.digest import BYTES_PER_KEY, MAX_PLIES_WITH_KEYS
from games.submissions.jobs import MAX_RECORDS_PER_SLICE

DOCS = Path(__file__).parents[2] / "docs"


def words_of(name: str) -> str:
    """Without the ends of lines."""
    return " ".join((DOCS / name).read_text(encoding="utf-8").split())


def test_the_guide_of_submitting_names_the_sizes_that_hold() -> None:
    guide = words_of("submitting.md")

    assert f"up to {MAX_RECORDS_PER_SLICE} records each" in guide
    assert f"| `GAMES_MOST_UPLOAD_BYTES` | {settings.GAMES_MOST_UPLOAD_BYTES // 2**20} MB |" in guide
    assert f"| `GAMES_MOST_UNPACKED_BYTES` | {settings.GAMES_MOST_UNPACKED_BYTES // 2**20} MB |" in guide
    assert f"| `GAMES_MOST_RECORDS` | {settings.GAMES_MOST_RECORDS:,} |" in guide
    assert f"| `GAMES_UPLOADS_PER_HOUR` | {settings.GAMES_UPLOADS_PER_HOUR} |" in guide


def test_the_decision_about_the_way_of_a_record_names_the_numbers_that_hold() -> None:
    decision = words_of("decisions/0009-the-way-of-a-record.md")

    assert f"is up to {MAX_RECORDS_PER_SLICE} records" in decision
    assert f"the keys of its first {MAX_PLIES_WITH_KEYS + 1} positions" in decision
    assert (BYTES_PER_KEY, "eight bytes a key" in decision) == (8, True)
    assert (GAMES_PER_ORDER, "up to two hundred games" in decision) == (200, True)

"""Lines of templates are short. The formatter cannot break all of them by itself."""

from pathlib import Path

TEMPLATES = Path(__file__).parents[2] / "templates"
MAX_LENGTH = 120


def test_no_line_is_longer_than_a_screen_is_wide() -> None:
    lines = [
        (f"{path.relative_to(TEMPLATES)}:{number}", len(line))
        for path in sorted(TEMPLATES.rglob("*"))
        if path.is_file()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    ]

    assert len(lines) > 5000
    assert [(place, length) for place, length in lines if length > MAX_LENGTH] == []

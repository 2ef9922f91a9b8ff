"""Comments of templates are for those who read the code: a comment that goes over a line's end would be shown."""

from pathlib import Path

TEMPLATES = Path(__file__).parents[2] / "templates"


def test_every_comment_ends_on_its_line() -> None:
    shown = [
        f"{path.relative_to(TEMPLATES)}:{number}"
        for path in sorted(TEMPLATES.rglob("*"))
        if path.is_file()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if line.count("{#") != line.count("#}")
    ]

    assert shown == []

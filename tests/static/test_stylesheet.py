"""The one stylesheet: all of it is ours, and all its colours stand in one place."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
(STYLESHEET,) = (ROOT / "static/css").iterdir()
STYLE = STYLESHEET.read_text()


def test_every_page_gets_the_one_stylesheet_and_no_other() -> None:
    linked = {
        address
        for template in (ROOT / "templates").rglob("*.html")
        for address in re.findall(r'rel="stylesheet" href="([^"]*)"', template.read_text())
    }

    assert STYLESHEET.name == "kiebitz.css"
    assert linked == {"{% static 'css/kiebitz.css' %}"}


def test_the_stylesheet_takes_nothing_from_elsewhere() -> None:
    assert "@import" not in STYLE
    assert set(re.findall(r'url\("([^"]+)"\)', STYLE)) == {
        "../fonts/vollkorn-latin-600-normal.woff2",
        "../fonts/vollkorn-latin-ext-600-normal.woff2",
    }
    assert STYLE.count("url(") == 2


def test_colours_are_named_in_one_place() -> None:
    """After the tokens, rules use custom properties; only pictures and shadows have colours of their own."""
    rules = STYLE.partition("/* --- Ground")[2].partition("@media print")[0]
    lines = [line for line in rules.splitlines() if re.search(r"#[0-9a-f]{3,8}\b|rgb\(", line)]

    assert [
        line for line in lines if not line.lstrip().startswith((".art-", "box-shadow:", ".dialog::backdrop"))
    ] == []


def test_every_custom_property_that_is_used_is_given_a_value_and_the_other_way_round() -> None:
    assert set(re.findall(r"var\((--[\w-]+)", STYLE)) == set(re.findall(r"(?<!\w)(--[\w-]+):", STYLE))

"""The style guide shows every component that a page can be composed of."""

import re
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"

# Blocks of the stylesheet that the guide leaves out, by the reason.
PAGE_ONLY = {
    "they take a whole window, or stand on another site": {
        "analysis",
        "embed",
        "entrance",
        "live",
        "live-board",
        "live-projector",
        "projector",
        "recorder",
    },
    "they are for paper": {"poster", "print-diagram", "print-diagrams", "print-form", "print-moves"},
    "a script sets them for a moment": {"htmx-request", "way"},
    "they only show or hide something": {"narrow-only", "no-print", "only-with-keys", "wide-only-tool"},
    "they only give a part of one page its room": {
        "explorer",
        "explorer-part",
        *("all-boards", "conducting", "draft-tools", "entries-section", "entry", "event-sections"),
        *(
            "game-filters",
            "grow",
            "guide",
            "import-actions",
            "inline-heading",
            "manage-nav",
            "merge-pair",
            "minutes",
        ),
        *(
            "names",
            "outcome",
            "preview-boards",
            "phone-codes",
            "prize-sum",
            "prize-table",
            "rank",
            "replay-event",
        ),
        *("replay-title", "round-state", "share", "table-sample"),
        *("leaders", "names-field", "news", "timetable", "winners"),
        *("decision-count", "member-ticks", "papers", "record-code", "row-menu", "told", "told-by"),
    },
}


def block_of(name: str) -> str:
    """`card` of `card--link` and of `card__head`."""
    return re.split("__|--", name)[0]


def blocks_of_the_stylesheet() -> set[str]:
    style = (ROOT / "static/css/kiebitz.css").read_text()
    ours = style.partition("/* --- Drawn by the engine")[0] + style.partition("/* --- Ground")[2]
    selectors = re.sub(r"\{[^{}]*\}", "{}", re.sub(r"/\*.*?\*/", "", ours, flags=re.DOTALL))
    return {block_of(name) for name in re.findall(r"\.([a-z][\w-]*)", selectors)}


def templates_behind(name: str) -> set[str]:
    """A template with all that it extends and includes."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            text = (TEMPLATES / here).read_text()
            waiting += re.findall(r'{% (?:include|extends) "([^"]+)"', text)
            waiting += ["components/notice.html"] if "{% notice" in text else []
    return found


@pytest.fixture
def blocks_shown(client: Client, settings: LazySettings) -> set[str]:
    settings.DEBUG = True
    response = client.get("/style-guide/")
    assert response.status_code == 200
    classes = re.findall(r'class="([^"]*)"', response.content.decode())
    return {block_of(name) for value in classes for name in value.split()}


def test_every_component_has_its_place_in_the_guide() -> None:
    components = {f"components/{path.name}" for path in (TEMPLATES / "components").iterdir()}

    assert len(components) > 10
    assert components - templates_behind("style_guide/page.html") == set()


@pytest.mark.django_db
def test_every_block_of_the_stylesheet_is_shown_or_says_why_not(blocks_shown: set[str]) -> None:
    left_out = set().union(*PAGE_ONLY.values())

    assert blocks_of_the_stylesheet() - blocks_shown == left_out

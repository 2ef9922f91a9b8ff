"""The panels that apps contribute to pages."""

import pytest
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import RequestFactory

from core.registry import Registry
from core.web.panels import Panel, PanelSource, render_panels

MESSAGES = "components/problem.html"  # a small template with one value


def panel(title: str, text: str, **more: str) -> Panel:
    return Panel(title, MESSAGES, {"problem": text}, **more)


@pytest.fixture
def request_of_somebody(rf: RequestFactory) -> HttpRequest:
    return rf.get("/")


def test_panels_stand_in_their_order_and_equal_orders_by_name(request_of_somebody: HttpRequest) -> None:
    panels = Registry[PanelSource[str]]("panels of a page")
    panels.register("games", lambda _request, _subject: panel("Games", ""), order=300)
    panels.register("events", lambda _request, _subject: panel("Events", ""), order=200)
    panels.register("boards", lambda _request, _subject: panel("Boards", ""), order=300)

    shown = render_panels(panels, request_of_somebody, "anybody")

    assert [each.title for each in shown] == ["Events", "Boards", "Games"]


def test_a_panel_without_anything_to_show_is_left_out(request_of_somebody: HttpRequest) -> None:
    panels = Registry[PanelSource[str]]("panels of a page")
    panels.register("games", lambda _request, _subject: None, order=300)

    assert render_panels(panels, request_of_somebody, "anybody") == []


def test_a_panel_is_about_the_pages_subject_and_escaped(request_of_somebody: HttpRequest) -> None:
    panels = Registry[PanelSource[str]]("panels of a page")
    panels.register(
        "words",
        lambda _request, subject: panel("Words", subject, more_url="/all/", more_label="All"),
        order=100,
    )

    shown = render_panels(panels, request_of_somebody, "<b>")
    page = render_to_string("components/panels.html", {"panels": shown})

    assert "&lt;b&gt;" in shown[0].content
    assert '<section class="panel" id="words" aria-labelledby="words-heading">' in page
    assert '<h2 id="words-heading">Words</h2>' in page
    assert '<a href="/all/">All</a>' in page

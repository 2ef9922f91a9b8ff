"""Panels of a page to which each app contributes its own.

    def games_of(request: HttpRequest, person: Person) -> Panel | None:
        ...
        return Panel(_("Games"), "games/parts/of_person.html", {"games": games})

    PERSON_PAGE.register("games", games_of, order=300)

in the app's `ready()`. A function that returns None leaves its panel out; it asks the policies itself. The page shows
the panels by `{% include "components/panels.html" %}` with `panels` in its context.

Lower orders stand higher; the hundreds belong to one app each: 100 people and clubs, 200 tournaments, 300 games,
400 ratings, 900 the history.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString

from core.registry import Registry

T = TypeVar("T")


@dataclass(frozen=True)
class Panel:
    """`template` renders what stands below the title; `more_url` leads to the page with all of it."""

    title: str | Promise
    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    more_url: str = ""
    more_label: str | Promise = ""


@dataclass(frozen=True)
class RenderedPanel:
    """A panel as a page includes it. `key` is unique on the page and becomes its anchor."""

    key: str
    title: str | Promise
    content: SafeString
    more_url: str
    more_label: str | Promise


PanelSource = Callable[[HttpRequest, T], Panel | None]

# The front page belongs to no app, and has no subject.
HOME_PAGE: Final = Registry[PanelSource[None]]("panels of the front page")


def render_panels(panels: Registry[PanelSource[T]], request: HttpRequest, subject: T) -> list[RenderedPanel]:
    """The panels that have something to show, rendered, in their order."""
    found = [(key, source(request, subject)) for key, source in panels.items()]
    return [_render(request, key, panel) for key, panel in found if panel is not None]


def _render(request: HttpRequest, key: str, panel: Panel) -> RenderedPanel:
    content = render_to_string(panel.template, dict(panel.context), request)
    return RenderedPanel(key, panel.title, content, panel.more_url, panel.more_label)

"""Sections of a page to which each app contributes its own.

    def games_of(request: HttpRequest, person: Person) -> PageSection | None:
        ...
        return PageSection(_("Games"), "games/parts/of_person.html", {"games": games})

    PERSON_PAGE.register("games", games_of, order=300)

in the app's `ready()`. A function that returns None leaves its section out; it asks the policies itself. The page shows
the sections by `{% include "components/page_sections.html" %}` with `sections` in its context.

Lower orders stand higher; the hundreds belong to one app each: 100 people and clubs, 200 tournaments, 300 games,
400 ratings, 900 the history.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString

from core.registry import Registry

T = TypeVar("T")


@dataclass(frozen=True)
class PageSection:
    """`template` renders what stands below the title; `more_url` leads to the page with all of it."""

    title: str | Promise
    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    more_url: str = ""
    more_label: str | Promise = ""


@dataclass(frozen=True)
class RenderedPageSection:
    """A section as a page includes it. `key` is unique on the page and becomes its anchor."""

    key: str
    title: str | Promise
    content: SafeString
    more_url: str
    more_label: str | Promise


PageSectionSource = Callable[[HttpRequest, T], PageSection | None]


def render_sections(
    sections: Registry[PageSectionSource[T]], request: HttpRequest, subject: T
) -> list[RenderedPageSection]:
    """The sections that have something to show, rendered, in their order."""
    found = [(key, source(request, subject)) for key, source in sections.items()]
    return [_render(request, key, section) for key, section in found if section is not None]


def _render(request: HttpRequest, key: str, section: PageSection) -> RenderedPageSection:
    content = render_to_string(section.template, dict(section.context), request)
    return RenderedPageSection(key, section.title, content, section.more_url, section.more_label)

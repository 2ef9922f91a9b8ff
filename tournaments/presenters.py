"""What the pages of an event share: its header, tabs and sections, and the panels of its overview.

    context = event_page_context(request, section.event, active="standings", section=section)
    return render(request, "tournaments/standings.html", {**context, "table": table})

and the template `{% extends "tournaments/event_base.html" %}`: blocks `subject` (for the title), `step` (the end of the
trail) and `event_content`. A tab is shown when its page exists, and to those who may see it.

Each package contributes its own panels to the overview (`EVENT_PAGE`). What they depend on has to count the event's
changes, or conditional requests would be answered with an old page.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from audit.presenters.lines import present_lines
from audit.selectors import history_of
from core.errors import Conflict
from core.game_types import describe
from core.permissions.register import Permission
from core.registry import Registry
from core.texts import translate
from core.web.panels import PanelSource
from games.models import LiveMode
from tournaments import policies
from tournaments.access import has_permission, sections_of_event
from tournaments.models import Event, PairingSystem, Section
from tournaments.selectors import own_entry_ids

EVENT_PAGE: Final = Registry[PanelSource[Event]]("panels of an event's page")


@dataclass(frozen=True)
class Tab:
    """`address` is a name of a URL with the event, and for tabs of a section the section, in its path."""

    key: str
    label: str | Promise
    address: str
    of_section: bool = False
    asks: Permission | None = None


TABS: Final = (
    Tab("overview", _("Overview"), "event"),
    Tab("entries", _("Entries"), "event-entries"),
    Tab("rounds", _("Rounds"), "rounds", of_section=True),
    Tab("live", _("Live"), "live-boards"),
    Tab("standings", _("Standings"), "standings", of_section=True),
    Tab("crosstable", _("Crosstable"), "crosstable", of_section=True),
    Tab("files", _("Files"), "event-files"),
    Tab("settings", _("Settings"), "event-settings", asks=policies.CHANGE),
    Tab("log", _("Log"), "event-log", asks=policies.SEE_HISTORY),
)


def is_followed(event: Event) -> bool:
    """Whether everybody may follow its boards while they are recorded."""
    return event.has_started and event.is_refereed and event.live_boards != LiveMode.OFF


@dataclass(frozen=True)
class TabLink:
    key: str
    label: str | Promise
    url: str
    is_active: bool


@dataclass(frozen=True)
class SectionLink:
    section: Section
    url: str
    is_active: bool


@dataclass(frozen=True)
class EventPage:
    """An event as somebody sees it. Everything is looked up once, and only if a page shows it."""

    request: HttpRequest
    event: Event
    active: str
    section: Section | None = None

    @cached_property
    def sections(self) -> list[Section]:
        return sections_of_event(self.event)

    @cached_property
    def section_or_first(self) -> Section | None:
        return self.section or (self.sections[0] if self.sections else None)

    @cached_property
    def tabs(self) -> list[TabLink]:
        shown = []
        for tab in TABS:
            if tab.asks is not None and not has_permission(self.request, self.event, tab.asks):
                continue
            if tab.key == "live" and not is_followed(self.event):
                continue
            url = self._address(tab, self.section_or_first)
            if url:
                shown.append(TabLink(tab.key, self._label(tab), url, tab.key == self.active))
        return shown

    def _label(self, tab: Tab) -> str | Promise:
        """The crosstable of a knockout is its bracket."""
        section = self.section_or_first
        is_bracket = tab.key == "crosstable" and section and section.system == PairingSystem.KNOCKOUT
        return _("Bracket") if is_bracket else tab.label

    @cached_property
    def section_links(self) -> list[SectionLink]:
        """The same page of each section; empty where there is one section, or the page is not of a section."""
        tab = next((tab for tab in TABS if tab.key == self.active and tab.of_section), None)
        if tab is None or len(self.sections) < 2:
            return []
        return [
            SectionLink(each, self._address(tab, each) or each.get_absolute_url(), each == self.section)
            for each in self.sections
        ]

    @property
    def may_change(self) -> bool:
        return has_permission(self.request, self.event, policies.CHANGE)

    @property
    def may_conduct(self) -> bool:
        return has_permission(self.request, self.event, policies.CONDUCT)

    @property
    def may_manage_entries(self) -> bool:
        return has_permission(self.request, self.event, policies.MANAGE_ENTRIES)

    @property
    def may_pair(self) -> bool:
        return has_permission(self.request, self.event, policies.PAIR)

    @property
    def may_enter_results(self) -> bool:
        return has_permission(self.request, self.event, policies.ENTER_RESULTS)

    def _address(self, tab: Tab, section: Section | None) -> str:
        """Empty if there is no such page."""
        if not tab.of_section:
            arguments = [self.event.pk]
        elif section is not None:
            arguments = [self.event.pk, section.pk]
        else:
            return ""
        try:
            return reverse(tab.address, args=arguments)
        except NoReverseMatch:
            return ""


def event_page_context(
    request: HttpRequest, event: Event, *, active: str, section: Section | None = None
) -> dict[str, Any]:
    """What `tournaments/event_base.html` needs: `event`, `event_page`, `section` and `tab`."""
    page = EventPage(request, event, active, section)
    return {"event": event, "event_page": page, "section": section, "tab": active}


def conflict_context(event: Event, conflict: Conflict, *, labels: Collection[str]) -> dict[str, Any]:
    """What `tournaments/parts/conflict.html` wants: `labels` are the fields that somebody else changed too."""
    last = present_lines(history_of(event)[:1], linked=False)
    return {"conflict": conflict, "both": labels, "last": last}


def mark_own_rows(request: HttpRequest, event: Event, rendered: str) -> SafeString:
    """A list that is cached for everybody, with the reader's own rows marked. One query for who is signed in.

    Rows or cells say whose they are by `data-entry`; `static/js/following.js` keeps the marks when the list is renewed.
    """
    for entry in own_entry_ids(request.user, event):
        rendered = rendered.replace(f'data-entry="{entry}"', f'data-entry="{entry}" aria-current="true"')
    return mark_safe(rendered)  # noqa: S308  it was rendered by a template, and numbers were added


class ColourNames(NamedTuple):
    first: str
    second: str


def colour_names(event: Event) -> ColourNames:
    """As the game names its sides."""
    first, second = describe(event.game).sides
    return ColourNames(translate(first), translate(second))

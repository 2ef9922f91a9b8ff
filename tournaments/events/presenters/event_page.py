"""What the page of an event says to those who follow it: news, who enters, how it stands, who won."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote_plus

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.web.fragments import cached_fragment
from core.web.panels import Panel
from games.archive.presenters import latest_games
from games.visibility.selectors import visible_games
from tournaments import policies
from tournaments.access import has_permission, sections_of_event
from tournaments.entries.selectors.entries import playing_entries_of_event
from tournaments.events.selectors import event_news
from tournaments.models import Entry, Event, EventState, Section
from tournaments.rounds.selectors.lists import BoardRow, RoundCount, current_rounds, load_round_list
from tournaments.tables.selectors.standings import TableRow, load_table

MAX_NEWS_SHOWN: Final = 5
MAX_NAMES_SHOWN: Final = 24
LEADERS: Final = 3
TOP_BOARDS: Final = 4
FINAL_ROWS: Final = 10


@dataclass(frozen=True)
class SectionNow:
    """How a section stands: its current round, who leads, and the first boards."""

    section: Section
    round: RoundCount | None
    leaders: Sequence[TableRow]
    boards: Sequence[BoardRow]


@dataclass(frozen=True)
class SectionOutcome:
    section: Section
    rows: Sequence[TableRow]

    @property
    def winners(self) -> Sequence[TableRow]:
        return [row for row in self.rows if row.rank <= LEADERS]


@dataclass(frozen=True)
class SectionField:
    """Who has entered so far."""

    section: Section
    entries: Sequence[Entry]
    more: int


def map_url(place: str) -> str:
    """A link to a map, for visitors to follow: nothing of it is loaded with the page."""
    return f"https://www.openstreetmap.org/search?query={quote_plus(place)}"


def news_panel(request: HttpRequest, event: Event) -> Panel | None:
    """The newest, and for organisers the way to write them. One query."""
    may_write = has_permission(request, event, policies.WRITE_NEWS) and event.state != EventState.ARCHIVED
    news = list(event_news(event)[: MAX_NEWS_SHOWN + 1])
    if not news and not may_write:
        return None
    return Panel(
        _("News"),
        "tournaments/parts/news.html",
        {"event": event, "news": news[:MAX_NEWS_SHOWN]},
        more_url=reverse("event-news", args=[event.pk]) if may_write or len(news) > MAX_NEWS_SHOWN else "",
        more_label=_("Write news") if may_write else _("All news"),
    )


def field_panel(request: HttpRequest, event: Event) -> Panel | None:
    """Who has entered, while the event has not started. One query, and one for the sections."""
    if event.has_started:
        return None
    of_sections = playing_entries_of_event(event)
    fields = []
    for section in sections_of_event(event):
        entries = of_sections.get(section.pk, [])
        if entries:
            shown = entries[:MAX_NAMES_SHOWN]
            fields.append(SectionField(section, shown, len(entries) - len(shown)))
    if not fields:
        return None
    return Panel(
        _("Who has entered"),
        "tournaments/parts/field.html",
        {"fields": fields},
        more_url=reverse("event-entries", args=[event.pk]),
        more_label=_("All entries"),
    )


def standing_panel(request: HttpRequest, event: Event) -> Panel | None:
    """Rounds, leaders and top boards while it is being played: the same for everybody, cached until it changes."""
    if event.state != EventState.RUNNING:
        return None
    shown = cached_fragment(event, f"event-now:{event.pk}", lambda: _render_standing(event)).content
    return Panel(_("How it stands"), "tournaments/parts/rendered.html", {"content": shown})


def _render_standing(event: Event) -> str:
    rounds = {count.round.section_id: count for count in current_rounds([event.pk])}
    sections = []
    for section in sections_of_event(event):
        count = rounds.get(section.pk)
        boards: Sequence[BoardRow] = ()
        if count is not None:
            count.round.section = section
            boards = load_round_list(count.round).boards[:TOP_BOARDS]
        sections.append(SectionNow(section, count, _first_rows(section, LEADERS) if count else (), boards))
    return render_to_string("tournaments/parts/standing.html", {"event": event, "sections": sections})


def outcome_panel(request: HttpRequest, event: Event) -> Panel | None:
    """Winners and the head of the final table, once it is over: the same for everybody, and cached."""
    if not event.has_finished:
        return None
    shown = cached_fragment(event, f"event-outcome:{event.pk}", lambda: _render_outcome(event)).content
    return Panel(_("Winners"), "tournaments/parts/rendered.html", {"content": shown})


def _render_outcome(event: Event) -> str:
    sections = [SectionOutcome(each, _first_rows(each, FINAL_ROWS)) for each in sections_of_event(event)]
    return render_to_string("tournaments/parts/outcome.html", {"event": event, "sections": sections})


def best_games_panel(request: HttpRequest, event: Event) -> Panel | None:
    """Those of the winners, as far as the visitor may see them."""
    if not event.has_finished:
        return None
    winners = [
        row.entry.pk
        for section in sections_of_event(event)
        for row in _first_rows(section, 1)
        if row.rank == 1
    ]
    games = visible_games(request.user).filter(pairing__round__section__event=event.pk)
    won = games.filter(pairing__first__in=winners) | games.filter(pairing__second__in=winners)
    panel = latest_games(request, won, of_event=event.pk)
    return panel and Panel(
        _("Games of the winners"), panel.template, panel.context, panel.more_url, panel.more_label
    )


def _first_rows(section: Section, number: int) -> Sequence[TableRow]:
    """Those on the first places; who shares the last of them comes along, but not half the table."""
    rows = load_table(section).rows
    last = rows[number - 1].rank if len(rows) > number else 0
    return [row for row in rows if row.rank <= last][: 2 * number] if last else rows[:number]

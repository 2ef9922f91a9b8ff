"""Events on the front page: what is on and what comes."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.web.fragments import cached_fragment
from core.web.panels import Panel
from tournaments.events.selectors import with_player_counts
from tournaments.models import Event, EventState
from tournaments.rounds.selectors.lists import RoundCount, current_rounds, load_round_list
from tournaments.selectors import visible_events
from tournaments.tables.selectors.standings import load_table

MAX_RUNNING: Final = 6
MAX_COMING: Final = 6
LEADERS: Final = 3
TOP_BOARDS: Final = 2


@dataclass(frozen=True)
class RunningEvent:
    event: Event
    rounds: list[RoundCount]
    """The current round of each section that has one."""
    leaders: str
    """Who leads in the first section, and its first boards; rendered, and the same for everybody."""


def _first_section(event: Event, rounds: list[RoundCount]) -> str:
    """Cached until the event changes; else the queries of its table and of a list of boards."""
    if not rounds:
        return ""

    def render() -> str:
        first = rounds[0].round
        first.section.event = event
        rows = load_table(first.section).rows[:LEADERS]
        boards = load_round_list(first).boards[:TOP_BOARDS]
        context = {"event": event, "section": first.section, "leaders": rows, "boards": boards}
        return render_to_string("tournaments/parts/leaders.html", context)

    shown: str = cached_fragment(event, f"home:{event.pk}", render).content
    return shown


def running_events(request: HttpRequest, subject: None) -> Panel | None:
    """Three queries, and those of the fragments that are not cached."""
    running = visible_events(request.user).filter(state=EventState.RUNNING)
    events = list(with_player_counts(running).order_by("-starts_on", "-pk")[:MAX_RUNNING])
    if not events:
        return None
    counts = current_rounds([event.pk for event in events])
    shown = [
        RunningEvent(event, rounds, _first_section(event, rounds))
        for event in events
        for rounds in [[each for each in counts if each.round.section.event_id == event.pk]]
    ]
    return Panel(_("On now"), "tournaments/parts/running_events.html", {"running": shown})


def coming_events(request: HttpRequest, subject: None) -> Panel | None:
    """What is open for entries or about to start, the next first. One query."""
    coming = visible_events(request.user).filter(state=EventState.OPEN, ends_on__gte=timezone.localdate())
    events = list(with_player_counts(coming).order_by("starts_on", "pk")[:MAX_COMING])
    if not events:
        return None
    return Panel(
        _("Coming up"),
        "tournaments/parts/event_cards.html",
        {"events": events},
        more_url=reverse("events"),
        more_label=_("All events"),
    )

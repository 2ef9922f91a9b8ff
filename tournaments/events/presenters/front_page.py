"""Events on the front page: what is on and what comes."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.web.panels import Panel
from tournaments.events.selectors import with_player_counts
from tournaments.models import Event, EventState
from tournaments.rounds.selectors.lists import RoundCount, current_rounds
from tournaments.selectors import visible_events

MAX_RUNNING: Final = 6
MAX_COMING: Final = 6


@dataclass(frozen=True)
class RunningEvent:
    event: Event
    rounds: list[RoundCount]
    """The current round of each section that has one."""


def running_events(request: HttpRequest, subject: None) -> Panel | None:
    """Three queries."""
    running = visible_events(request.user).filter(state=EventState.RUNNING)
    events = list(with_player_counts(running).order_by("-starts_on", "-pk")[:MAX_RUNNING])
    if not events:
        return None
    counts = current_rounds([event.pk for event in events])
    shown = [
        RunningEvent(event, [each for each in counts if each.round.section.event_id == event.pk])
        for event in events
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

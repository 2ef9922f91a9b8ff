"""On the event's page: what waits for its arbiters, and the games that everybody may read."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.reading.sections import latest_games
from games.reading.visible import visible_games
from players.page_sections import Section
from tournaments import policies
from tournaments.events.access import has
from tournaments.events.overview import ON_THE_EVENT_PAGE
from tournaments.models import Event, EventState
from tournaments.results.boards import conflicts_of


def decisions(request: HttpRequest, event: Event) -> Section | None:
    if event.state != EventState.RUNNING or not has(request, event, policies.ENTER_RESULTS):
        return None
    lines = conflicts_of(event)
    if not lines:
        return None
    return Section(
        _("What waits for a decision"),
        "tournaments/results/parts/waiting.html",
        {"event": event, "lines": lines},
        more_url=reverse("waiting-decisions", args=[event.pk]),
        more_label=_("All of it"),
    )


def games(request: HttpRequest, event: Event) -> Section | None:
    """The newest records of its boards, as far as the visitor may see them."""
    if not event.has_started:
        return None
    records = visible_games(request.user).filter(pairing__round__section__event=event.pk)
    return latest_games(request, records, of_event=event.pk)


ON_THE_EVENT_PAGE.register("decisions", decisions, order=50)
ON_THE_EVENT_PAGE.register("games", games, order=800)

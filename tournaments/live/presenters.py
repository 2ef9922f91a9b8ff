"""The boards that are being recorded, on the overview of their event."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from core.web.panels import Panel
from games.live.presenters.pages import wall_context
from tournaments.live.selectors import live_event, live_setting
from tournaments.models import Event

# Seconds between two questions of a script.
PAUSE_OF_WALL = 5


def live_panel(request: HttpRequest, event: Event) -> Panel | None:
    """While rounds are played. The page may be an old one: its script asks for what is new."""
    setting = live_setting(event)
    if not setting.is_on or event.has_finished or not event.is_refereed:
        return None
    followed = live_event(event.pk)
    context = {
        **wall_context(followed, event.game, pause=PAUSE_OF_WALL),
        "changes": reverse("live-changes", args=[event.pk]),
    }
    return Panel(_("Live boards"), "games/live/parts/wall.html", context)

"""What the page of an event shows about entries: one's own, how to sign up, and how many play."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from players.models import User
from players.page_sections import Section as PageSection
from tournaments.entries.list_views import takes_entries
from tournaments.entries.own import is_the_day
from tournaments.entries.selectors import own_entries, place_in_line
from tournaments.events.overview import ON_THE_EVENT_PAGE
from tournaments.models import EntryState, Event


def own_entry(request: HttpRequest, event: Event) -> PageSection | None:
    """For those who are entered, and for those who could be. Three queries at most."""
    account = request.user
    entries = own_entries(event, account) if isinstance(account, User) else []
    may_sign_up = not entries and takes_entries(event)
    if not entries and not may_sign_up:
        return None
    shown = [
        {
            "entry": entry,
            "place": place_in_line(entry) if entry.state == EntryState.WAITING else None,
            "may_check_in": entry.state == EntryState.CONFIRMED
            and entry.checked_in_at is None
            and not event.has_finished
            and is_the_day(entry),
        }
        for entry in entries
    ]
    return PageSection(
        _("Your entry") if entries else _("Sign up"),
        "tournaments/entries/parts/own_entry.html",
        {"event": event, "entries": shown},
        more_url=reverse("event-entries", args=[event.pk]),
        more_label=_("All entries"),
    )


ON_THE_EVENT_PAGE.register("own-entry", own_entry, order=100)

"""Events on the pages of clubs and people."""

from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models import Club, Person
from players.page_sections import ON_A_CLUBS_PAGE, ON_A_PERSONS_PAGE, Section
from tournaments.events.selectors import entries_of_person, visible_events, with_entry_counts
from tournaments.models import EntryState
from tournaments.policies import may_create_event

ORDER = 200
COMING = 6
RECENT = 4
OF_A_PERSON = 10


def events_of_club(request: HttpRequest, club: Club) -> Section | None:
    """What comes and what was last; with a way to a new one for those who may. Two queries, and one for the policy."""
    events = with_entry_counts(visible_events(request.user).filter(club=club))
    today = timezone.localdate()
    coming = list(events.filter(ends_on__gte=today).order_by("starts_on", "pk")[:COMING])
    recent = list(events.filter(ends_on__lt=today).order_by("-starts_on", "-pk")[:RECENT])
    may_create = may_create_event(request.user, club)
    if not (coming or recent or may_create):
        return None
    return Section(
        _("Events"),
        "tournaments/parts/of_club.html",
        {"club": club, "coming": coming, "recent": recent, "may_create": may_create},
        more_url=f"{reverse('events')}?{urlencode({'club': club.slug})}" if coming or recent else "",
        more_label=_("All events of the club"),
    )


def events_of_person(request: HttpRequest, person: Person) -> Section | None:
    """Where they play and played. One query beside the one for what the visitor may see."""
    entries = entries_of_person(request.user, person.pk).filter(
        state__in=(EntryState.CONFIRMED, EntryState.WITHDRAWN)
    )
    latest = list(entries[: OF_A_PERSON + 1])
    if not latest:
        return None
    context = {"entries": latest[:OF_A_PERSON], "has_more": len(latest) > OF_A_PERSON}
    return Section(_("Tournaments"), "tournaments/parts/of_person.html", context)


ON_A_CLUBS_PAGE.register("events", events_of_club, order=ORDER)
ON_A_PERSONS_PAGE.register("tournaments", events_of_person, order=ORDER)

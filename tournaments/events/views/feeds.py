"""Feeds and calendars to subscribe to: of the site, a club, an event, a person, and one's own.

Programs ask often, and are answered by 304 mostly.
"""

from collections.abc import Sequence
from hashlib import blake2b

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from players.accounts.services.mail import localized_for
from players.models import User
from players.notifications.selectors import account_of_feed
from tournaments.access import get_event_or_404
from tournaments.conditional import MAX_AGE, conditional_page
from tournaments.events.presenters.calendar import event_appointments, render_calendar
from tournaments.events.presenters.feeds import (
    FeedItem,
    personal_items,
    recent_items,
    recent_items_of_site,
    render_feed,
)
from tournaments.events.selectors import (
    calendar_events,
    calendar_of,
    get_club_or_404,
    get_visible_person_or_404,
    only_event,
    public_events,
    public_events_of_club,
    public_events_of_person,
)
from tournaments.models import Event
from tournaments.selectors import own_events

ATOM_TYPE = "application/atom+xml; charset=utf-8"


@require_safe
def site_feed(request: HttpRequest) -> HttpResponseBase:
    return _feed(request, recent_items_of_site(), title=_("Events at Kiebitz"), page=reverse("events"))


@require_safe
def club_feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    club = get_club_or_404(slug)
    items = recent_items(public_events_of_club(club))
    return _feed(request, items, title=club.name, page=club.get_absolute_url())


@require_safe
def event_feed(request: HttpRequest, event: int) -> HttpResponseBase:
    found = get_event_or_404(request, event)
    page = found.get_absolute_url()
    return _feed(request, recent_items(only_event(found)), title=found.name, page=page, private=True)


@require_safe
def person_feed(request: HttpRequest, person: int) -> HttpResponseBase:
    found = get_visible_person_or_404(request.user, person)
    items = recent_items(public_events_of_person(found))
    return _feed(request, items, title=found.name, page=found.get_absolute_url(), private=True)


@require_safe
def personal_feed(request: HttpRequest, token: str) -> HttpResponseBase:
    """By the secret in the address alone: feed readers sign in nowhere."""
    account = _account_or_404(token)
    with localized_for(account):
        title = _("Kiebitz: %(name)s") % {"name": account.display_name}
        return _feed(request, personal_items(account), title=title, page=reverse("home"), private=True)


@require_safe
def personal_calendar(request: HttpRequest, token: str) -> HttpResponseBase:
    account = _account_or_404(token)
    with localized_for(account):
        events = calendar_of(own_events(account))
        return _calendar(request, events, title=account.display_name, file_name="kiebitz", private=True)


def _account_or_404(token: str) -> User:
    if (account := account_of_feed(token)) is None:
        raise Http404(_("There is no such feed, or it has another address now."))
    return account


@require_safe
def site_calendar(request: HttpRequest) -> HttpResponseBase:
    return _calendar(request, calendar_of(public_events()), title="Kiebitz")


@require_safe
def person_calendar(request: HttpRequest, person: int) -> HttpResponseBase:
    found = get_visible_person_or_404(request.user, person)
    return _calendar(request, calendar_of(public_events_of_person(found)), title=found.name, private=True)


@require_safe
def club_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    club = get_club_or_404(slug)
    return _calendar(request, calendar_events(club), title=club.name, file_name=club.slug)


@require_safe
@conditional_page
def event_calendar(request: HttpRequest, event: int) -> HttpResponse:
    found = get_event_or_404(request, event)
    text = render_calendar(event_appointments(request, [found]), name=found.name, zone=found.time_zone)
    return _calendar_response(text, slugify(found.name) or "event")


def _feed(
    request: HttpRequest, items: Sequence[FeedItem], *, title: str, page: str, private: bool = False
) -> HttpResponseBase:
    text = render_feed(request, items, title=title, page=page)
    return _unless_unchanged(request, HttpResponse(text, content_type=ATOM_TYPE), text, private=private)


def _calendar(
    request: HttpRequest, events: QuerySet[Event], *, title: str, file_name: str = "", private: bool = False
) -> HttpResponseBase:
    text = render_calendar(event_appointments(request, events), name=title, zone=settings.TIME_ZONE)
    response = _calendar_response(text, file_name or slugify(title) or "events")
    return _unless_unchanged(request, response, text, private=private)


def _unless_unchanged(
    request: HttpRequest, response: HttpResponse, text: str, *, private: bool
) -> HttpResponseBase:
    tag = f'"{blake2b(text.encode(), digest_size=12).hexdigest()}"'
    answer = get_conditional_response(request, etag=tag, response=response) or response
    answer.headers["ETag"] = tag
    if private:
        patch_cache_control(answer, private=True, no_cache=True)
    else:
        patch_cache_control(answer, public=True, max_age=MAX_AGE)
        patch_vary_headers(answer, ["Accept-Language", "Cookie"])  # the language may come by either
    return answer


def _calendar_response(text: str, name: str) -> HttpResponse:
    return HttpResponse(
        text,
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'inline; filename="{name}.ics"'},
    )

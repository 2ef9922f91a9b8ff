"""Atom feeds (RFC 4287): events, published rounds and news, and what an account was told; the newest first."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice
from typing import Final, NamedTuple
from xml.etree import ElementTree

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.archive.selectors.games import own_games_in_feed
from players.models import User
from players.notifications.selectors import latest_notifications
from tournaments.models import Event, EventNews, EventState, Round
from tournaments.tournament_data import PUBLIC_STATES

MAX_ITEMS: Final = 40
MAX_EVENTS: Final = 60
MAX_TITLE_LENGTH: Final = 80
ATOM: Final = "http://www.w3.org/2005/Atom"
# What no XML file may have, whatever somebody wrote.
_NOT_IN_XML: Final = re.compile("[^\\t\\n\\r\\u0020-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


class FeedItem(NamedTuple):
    key: str
    """Says what it is about, and stays the same for ever."""
    title: str
    path: str
    at: datetime
    text: str = ""


def recent_items(events: QuerySet[Event]) -> list[FeedItem]:
    """Of a club's or a person's events that everybody may see: four queries. Those of long ago have no news."""
    newest = events.order_by("-starts_on", "-pk").values_list("pk", flat=True)
    of_events = list(newest[:MAX_EVENTS])
    return _newest_items(
        events, Q(section__event__in=of_events), EventNews.objects.filter(event__in=of_events)
    )


def recent_items_of_site() -> list[FeedItem]:
    """The same of all events: found by their times, however many there are."""
    return _newest_items(
        Event.objects.exclude(state=EventState.DRAFT),
        ~Q(section__event__state=EventState.DRAFT),
        EventNews.objects.exclude(event__state=EventState.DRAFT),
    )


def personal_items(account: User) -> list[FeedItem]:
    """What the account was told, and its games."""
    found = [
        FeedItem(f"told-{each.pk}", f"{each.title}: {each.text}", each.path, each.created_at)
        for each in latest_notifications(account, limit=MAX_ITEMS)
    ]
    found += [
        FeedItem(f"game-{game.pk}", str(game), game.get_absolute_url(), game.created_at)
        for game in own_games_in_feed(account, limit=MAX_ITEMS)
    ]
    return sorted(found, key=lambda item: item.at, reverse=True)[:MAX_ITEMS]


def _newest_items(events: QuerySet[Event], of_events: Q, news: QuerySet[EventNews]) -> list[FeedItem]:
    found: list[FeedItem] = [
        FeedItem(
            f"event-{event.pk}", event.name, event.get_absolute_url(), event.created_at, _about_event(event)
        )
        for event in events.order_by("-created_at", "-pk")[:MAX_ITEMS]
    ]
    now = timezone.now()  # a file of an event may say that it comes from the future
    rounds = Round.objects.filter(of_events, state__in=PUBLIC_STATES, published_at__lte=now)
    for round_ in rounds.select_related("section__event").order_by("-published_at", "-pk")[:MAX_ITEMS]:
        words = {
            "event": round_.section.event.name,
            "section": round_.section.name,
            "number": round_.number,
        }
        title = _("%(event)s, %(section)s: round %(number)d is published") % words
        found.append(
            FeedItem(
                f"round-{round_.pk}",
                title,
                round_.get_absolute_url(),
                round_.published_at or now,
            )
        )
    written = news.filter(written_at__lte=now).select_related("event")
    for each in written.order_by("-written_at", "-pk")[:MAX_ITEMS]:
        first_line = each.text.partition("\n")[0][:MAX_TITLE_LENGTH]
        title = f"{each.event.name}: {first_line}"
        found.append(
            FeedItem(f"news-{each.pk}", title, each.event.get_absolute_url(), each.written_at, each.text)
        )
    return list(islice(sorted(found, key=lambda item: item.at, reverse=True), MAX_ITEMS))


def _about_event(event: Event) -> str:
    return "\n".join(filter(None, [event.place, str(event.starts_on), event.about]))


def render_feed(request: HttpRequest, items: Sequence[FeedItem], *, title: str, page: str) -> str:
    """The whole file. Ids begin with the address of the feed's page, which no other site has."""
    here, home = request.build_absolute_uri(request.path), request.build_absolute_uri(page)
    feed = ElementTree.Element("feed", {"xmlns": ATOM, "xml:lang": get_language() or "en"})
    _texts(feed, [("id", here), ("title", title), ("updated", _moment(_newest(items)))])
    ElementTree.SubElement(feed, "link", {"rel": "self", "href": here, "type": "application/atom+xml"})
    ElementTree.SubElement(feed, "link", {"rel": "alternate", "href": home, "type": "text/html"})
    author = ElementTree.SubElement(feed, "author")
    _texts(author, [("name", "Kiebitz")])
    for item in items:
        entry = ElementTree.SubElement(feed, "entry")
        url = request.build_absolute_uri(item.path)
        key = request.build_absolute_uri(f"/events/#{item.key}")
        _texts(entry, [("id", key), ("title", item.title), ("updated", _moment(item.at))])
        ElementTree.SubElement(entry, "link", {"rel": "alternate", "href": url, "type": "text/html"})
        _texts(entry, [("content", item.text or item.title)])
    return ElementTree.tostring(feed, encoding="unicode", xml_declaration=True)


def _newest(items: Sequence[FeedItem]) -> datetime:
    """Of an empty feed a moment that stays: it has not changed."""
    return items[0].at if items else datetime(2020, 1, 1, tzinfo=timezone.get_default_timezone())


def _texts(element: ElementTree.Element, texts: Iterable[tuple[str, str]]) -> None:
    for name, text in texts:
        ElementTree.SubElement(element, name).text = _NOT_IN_XML.sub("", text)


def _moment(moment: datetime) -> str:
    return moment.replace(microsecond=0).isoformat()

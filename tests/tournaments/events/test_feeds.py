"""Feeds and calendars to subscribe to, of the site, a club, an event and a person."""

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import Person
from tests.tournaments.builders import make_club, make_event, make_round, make_section
from tournaments.events.services.news import write_news
from tournaments.models import EventNews, EventState, Round, RoundState

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def titles(path: str) -> list[str]:
    response = Client().get(path)
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(response.content)  # noqa: S314  it is our own
    assert [feed.find(f"{ATOM}{name}") is not None for name in ("id", "title", "updated", "author")] == [
        True
    ] * 4
    ids = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]
    assert len(set(ids)) == len(ids)
    return [str(entry.findtext(f"{ATOM}title")) for entry in feed.iter(f"{ATOM}entry")]


def test_feeds_tell_of_events_published_rounds_and_news_and_of_no_draft() -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=2)
    event = section.event
    hidden = make_section(make_event(name="Secret", state=EventState.DRAFT), players=2)
    write_news(actor=None, event=hidden.event, text="Nobody knows.")
    write_news(actor=None, event=event, text="Soup <b>& bread</b>\x0c\nat noon.")
    for number, state in ((1, RoundState.PUBLISHED), (2, RoundState.PAIRED)):
        make_round(section, number, [(1, 2, "")], state=state)
        Round.objects.filter(section=section, number=number).update(published_at=timezone.now())
    # As a file of an event from elsewhere may say.
    EventNews.objects.create(event=event, text="Tomorrow", written_at=timezone.now() + timedelta(days=1))
    player = section.entries.order_by("pk")[0].person
    Person.objects.filter(pk=player.pk).update(listed=True)

    told = ["Spring Open, Main: round 1 is published", "Spring Open: Soup <b>& bread</b>", "Spring Open"]
    for path in (
        reverse("site-feed"),
        reverse("club-feed", args=[event.club.slug]),
        reverse("event-feed", args=[event.pk]),
        reverse("person-feed", args=[player.pk]),
    ):
        assert titles(path) == told
    other = make_club("Elsewhere")
    assert titles(reverse("club-feed", args=[other.slug])) == []


def test_who_is_not_listed_has_neither_feed_nor_calendar_for_strangers() -> None:
    player = make_section(players=1).entries.get().person
    Person.objects.filter(pk=player.pk).update(listed=False)
    for name in ("person-feed", "person-calendar"):
        assert Client().get(reverse(name, args=[player.pk])).status_code == 404
        assert Client().get(reverse(name, args=[999_999])).status_code == 404


def test_calendars_of_site_and_person_have_their_events_and_nothing_is_sent_twice() -> None:
    player = make_section(make_event(name="May Cup"), players=1).entries.get().person
    make_event(name="Other Cup")
    Person.objects.filter(pk=player.pk).update(listed=True)

    site = Client().get(reverse("site-calendar"))
    own = Client().get(reverse("person-calendar", args=[player.pk]))

    assert "SUMMARY:Other Cup" in site.content.decode()
    assert "SUMMARY:May Cup" in own.content.decode()
    assert "Other Cup" not in own.content.decode()
    for path, answer in (
        (reverse("site-calendar"), site),
        (reverse("site-feed"), Client().get(reverse("site-feed"))),
    ):
        assert Client().get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304

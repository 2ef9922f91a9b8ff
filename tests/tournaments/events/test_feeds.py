"""Feeds and calendars to subscribe to, of the site, a club, an event and a person."""

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.models import Game, LinkKind
from players.models import Channel, Person, User
from players.notifications.selectors import feed_token
from players.notifications.services import Note, Words, notify, renew_feed, save_channel_choices
from tests.games.replay.stored_games import annotated_game
from tests.tournaments.builders import make_club, make_event, make_round, make_section
from tournaments.events.presenters.feeds import recent_items_of_site
from tournaments.events.services.news import write_news
from tournaments.models import EventNews, EventState, Round, RoundState
from tournaments.rounds.services.mail import PAIRING_MAILS

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


def test_what_the_site_feed_asks_for_is_found_in_its_order_however_much_there_is() -> None:
    """Nothing is sorted: the databases go through an index, and stop after some rows."""
    section = make_section(make_event(state=EventState.RUNNING), players=2)
    make_round(section, 1, [(1, 2, "")], state=RoundState.PUBLISHED)
    with CaptureQueriesContext(connection) as asked:
        recent_items_of_site()

    plans = [plan_of(query["sql"]) for query in asked.captured_queries if "ORDER BY" in query["sql"]]

    assert len(plans) == 3
    assert [name in plan for name, plan in zip(INDEXES, plans, strict=True)] == [True] * 3
    assert not [plan for plan in plans if "TEMP B-TREE" in plan or "Sort" in plan]


INDEXES = ("event_newest", "round_newest", "eventnews_of_all")


def plan_of(statement: str) -> str:
    """As for large tables: of three rows, PostgreSQL would sort any."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_sort = off")
            cursor.execute("SET LOCAL enable_bitmapscan = off")
            cursor.execute(f"EXPLAIN {statement}")
        else:
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}")
        return "\n".join(str(row) for row in cursor.fetchall())


def own_address(account: User, name: str = "personal-feed") -> str:
    return reverse(name, args=[feed_token(account)])


def test_ones_own_feed_has_what_one_was_told_and_ones_games_and_nobody_elses() -> None:
    player = make_section(players=1).entries.get().person
    agnes, jorge = (User.objects.create_user(f"{name}@example.org", None, display_name=name) for name in "AJ")
    Person.objects.filter(pk=player.pk).update(account=agnes)
    for account in (agnes, jorge):
        renew_feed(account=account)
    words = Words("Spring Open", "Round 1: board 5, White")
    notify(PAIRING_MAILS, [Note(agnes, "round-1", "1", "/events/1/my-board/", lambda: words)])
    game = annotated_game(pk=7)
    Game.objects.filter(pk=7).update(first_person=player, first_link=LinkKind.CONFIRMED)

    assert set(titles(own_address(agnes))) == {"Spring Open: Round 1: board 5, White", str(game)}
    assert titles(own_address(jorge)) == []
    for path in (reverse("site-feed"), reverse("club-feed", args=[make_event().club.slug])):
        assert "board 5" not in Client().get(path).content.decode()

    save_channel_choices(account=agnes, channel=Channel.FEED, wanted={PAIRING_MAILS.key: False})
    assert titles(own_address(agnes)) == [str(game)]
    save_channel_choices(account=agnes, channel=Channel.FEED, wanted={"own_games": False})
    assert titles(own_address(agnes)) == []


def test_ones_own_calendar_has_ones_tournaments_and_no_draft() -> None:
    section = make_section(make_event(name="May Cup"), players=1)
    hidden = make_section(make_event(name="Secret Cup", state=EventState.DRAFT), players=1)
    make_section(make_event(name="Other Cup"), players=1)
    agnes = User.objects.create_user("agnes@example.org", None, display_name="Agnes")
    person = section.entries.get().person
    Person.objects.filter(pk=person.pk).update(account=agnes, listed=False)
    hidden.entries.update(person=person)
    renew_feed(account=agnes)

    response = Client().get(own_address(agnes, "personal-calendar"))

    assert "SUMMARY:May Cup" in response.content.decode()
    assert "Secret Cup" not in response.content.decode()
    assert "Other Cup" not in response.content.decode()
    assert "private" in response["Cache-Control"]


def test_an_address_that_was_renewed_or_made_up_leads_nowhere() -> None:
    agnes = User.objects.create_user("agnes@example.org", None, display_name="Agnes")
    renew_feed(account=agnes)
    addresses = [own_address(agnes, name) for name in ("personal-feed", "personal-calendar")]
    assert [Client().get(path).status_code for path in addresses] == [200, 200]

    renew_feed(account=agnes)

    assert [Client().get(path).status_code for path in addresses] == [404, 404]
    assert Client().get(reverse("personal-feed", args=["x.y"])).status_code == 404
    now = own_address(agnes)
    User.objects.update(is_active=False)
    assert Client().get(now).status_code == 404

"""The list of events and an event's page, as everybody sees them."""

import datetime

import pytest
from django.test import Client

from players.clubs.services.members import add_member
from players.models import Role
from players.people.services.people import create_person
from tests.tournaments.builders import make_account, make_club, make_event, make_section
from tournaments.events.services.events import appoint_arbiter
from tournaments.models import Entry, EntryState, EventState
from tournaments.selectors import visible_events

pytestmark = pytest.mark.django_db


def names(client: Client, query: str = "") -> list[str]:
    page = client.get(f"/events/{query}").context["page"]
    return [event.name for event in page]


def test_the_list_has_the_latest_event_first_and_no_drafts(client: Client) -> None:
    make_event(name="Old", starts_on=datetime.date(2025, 5, 1))
    make_event(name="New")
    make_event(name="Secret", state=EventState.DRAFT)
    assert names(client) == ["New", "Old"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?game=stratego", ["Siege"]),
        ("?state=running", ["Siege"]),
        ("?year=2025", ["Old"]),
        ("?club=rooks", ["Old"]),
        ("?q=hambürg", ["Siege"]),
        ("?q=open+old", []),
        ("?game=stratego&year=2025", []),
    ],
)
def test_filters_narrow_the_list(client: Client, query: str, found: list[str]) -> None:
    make_event(name="Siege", game="stratego", state=EventState.RUNNING, place="Hamburg")
    make_event(
        name="Old",
        club=make_club("Rooks"),
        starts_on=datetime.date(2025, 5, 1),
        ends_on=datetime.date(2025, 5, 1),
    )
    assert names(client, query) == found


def offered_clubs(client: Client, query: str = "") -> list[str]:
    field = client.get(f"/events/{query}").context["form"].fields.get("club")
    return [slug for slug, _ in field.choices if slug] if field else []


def test_clubs_are_offered_while_there_are_few_of_them(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("players.clubs.selectors.clubs.MAX_CLUBS_TO_CHOOSE", 2)
    make_event(name="One", club=make_club("Rooks"))
    make_event(name="Two", club=make_club("Tiles"))
    make_event(name="Secret", club=make_club("Bombs"), state=EventState.DRAFT)
    assert offered_clubs(client) == ["rooks", "tiles"]

    make_event(name="Three", club=make_club("Dames"))
    assert offered_clubs(client) == []
    assert offered_clubs(client, "?club=tiles") == ["tiles"]
    assert names(client, "?club=tiles") == ["Two"]
    assert names(client, "?club=bombs") == []


def test_years_are_those_of_events_that_the_reader_may_see(client: Client) -> None:
    for year, state in [(2019, EventState.ARCHIVED), (2025, EventState.DRAFT), (2026, EventState.OPEN)]:
        day = datetime.date(year, 12, 31)
        make_event(name=f"Open {year}", state=state, starts_on=day, ends_on=day)
    years = client.get("/events/").context["form"].fields["year"].choices
    assert [year for year, _ in years] == ["", 2026, 2019]


def test_a_long_list_is_counted_and_turned_to_as_far_as_its_limit(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.web.pages.MAX_ROWS", 5)
    monkeypatch.setattr("core.web.pages.MANY_ROWS", 2)
    monkeypatch.setattr("tournaments.events.views.public.EVENTS_PER_PAGE", 2)
    days = [datetime.date(2026, 5, 1) + datetime.timedelta(days=number) for number in range(6)]
    for day in days:
        make_event(name=f"{day:%d}", starts_on=day, ends_on=day)

    assert names(client) == ["06", "05"]
    assert names(client, "?page=2") == ["04", "03"]
    last = client.get("/events/?page=99")
    assert [event.name for event in last.context["page"]] == ["02"]
    assert "More than 5 events" in last.content.decode()
    assert "Only the first 5" in last.content.decode()

    assert "Only the first" not in client.get("/events/?q=06").content.decode()


@pytest.mark.parametrize("query", ["?game=own-%00", "?club=%00", "?q=%00"])
def test_signs_that_no_database_takes_find_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    monkeypatch.setattr("players.clubs.selectors.clubs.MAX_CLUBS_TO_CHOOSE", 0)
    make_event()
    assert client.get(f"/events/{query}").status_code in (200, 400)


def test_a_filter_that_makes_no_sense_is_a_bad_request_with_the_page(client: Client) -> None:
    response = client.get("/events/?year=2999")
    assert response.status_code == 400
    assert "Select a valid choice" in response.content.decode()


def test_the_list_takes_as_many_queries_for_many_events_as_for_one(
    client: Client, django_assert_num_queries: object
) -> None:
    for number in range(30):
        make_section(make_event(name=f"Event {number}"), name="A")
    with django_assert_num_queries(4):  # type: ignore[operator]
        client.get("/events/")


def test_drafts_are_seen_by_arbiters_of_the_club_and_of_the_event_only() -> None:
    draft = make_event(state=EventState.DRAFT)
    seen = {}
    for name, role in (("Arbiter", Role.ARBITER), ("Member", Role.MEMBER), ("Named", None)):
        account = make_account(name)
        person = create_person(actor=None, name=name, account=account)
        if role:
            add_member(actor=None, club=draft.club, person=person, role=role)
        else:
            appoint_arbiter(actor=None, event=draft, person=person)
        seen[name] = list(visible_events(account)) == [draft]
    assert seen == {"Arbiter": True, "Member": False, "Named": True}


def test_the_event_page_tells_dates_place_regulations_sections_and_arbiters(client: Client) -> None:
    event = make_event(
        place="Old mill",
        first_express=1,
        time_zone="Europe/Berlin",
        entries_until=datetime.datetime(2026, 5, 1, 22, 30, tzinfo=datetime.UTC),
    )
    section = make_section(event, players=2, entry_limit=2)
    Entry.objects.create(
        section=section, person=create_person(actor=None, name="Late"), state=EntryState.WAITING
    )
    appoint_arbiter(actor=None, event=event, person=create_person(actor=None, name="Anna Arbiter"))
    page = " ".join(client.get(event.get_absolute_url()).content.decode().split())
    for text in (
        "Old mill",
        "Level 1 for White, level 0 for Brown.",
        "2 players of 2 places · 1 on the waiting list",
        "Swiss (FIDE Dutch), 5 rounds",
        "Anna Arbiter",
        "2026-05-02T00:30:00+02:00",
    ):
        assert text in page


def test_the_event_page_takes_as_many_queries_for_many_sections_as_for_one(
    client: Client, django_assert_num_queries: object
) -> None:
    event = make_event()
    for number in range(5):
        make_section(event, players=3, name=f"Section {number}")
    with django_assert_num_queries(9):  # type: ignore[operator]
        client.get(event.get_absolute_url())


def test_a_section_of_another_event_is_not_found(client: Client) -> None:
    section = make_section()
    other = make_event(name="Other")
    assert client.get(f"/events/{other.pk}/s/{section.pk}/").status_code == 404


def test_tabs_for_organisers_are_not_shown_to_visitors(client: Client) -> None:
    event = make_event()
    tabs = client.get(event.get_absolute_url()).context["event_page"].tabs
    assert "settings" not in [tab.key for tab in tabs]
    assert [tab.key for tab in tabs if tab.is_active] == ["overview"]

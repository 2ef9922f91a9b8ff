"""Counts agree everywhere: players and boards on pages, cards, lists, standings, files and in the API."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from players.clubs.services.members import add_member
from players.models import Role
from players.people.services.people import create_person
from tests.tournaments.builders import make_account, make_event, make_round, make_section
from tests.tournaments.rounds.builders import browser_of
from tournaments.documents.presenters.data_lists import entries
from tournaments.documents.presenters.pdf_lists import board_list, crosstable_list, standings_list
from tournaments.entries.services.places import withdraw_entry
from tournaments.models import Entry, EntryState, EventState, RoundState, Section

pytestmark = pytest.mark.django_db

PLAYERS = 7
LEFT = "Player 07"


@pytest.fixture
def section() -> Section:
    """Seven have begun, the last of them has left; one waits and one is not confirmed."""
    section = make_section(make_event(state=EventState.RUNNING), players=PLAYERS, entry_limit=8)
    make_round(section, 1, [(1, 4, "1-0"), (2, 5, "1/2-1/2"), (3, 6, "0-1")], state=RoundState.CLOSED)
    make_round(section, 2, [(2, 1, "1-0"), (4, 3, ""), (5, 6, "")])
    for state in (EntryState.WAITING, EntryState.ASKED):
        Entry.objects.create(section=section, person=create_person(actor=None, name=str(state)), state=state)
    withdraw_entry(actor=None, entry=section.entries.get(starting_rank=PLAYERS))
    return section


@pytest.fixture
def desk(section: Section) -> Client:
    account = make_account("Anna")
    person = create_person(actor=None, name="Anna", account=account)
    add_member(actor=None, club=section.event.club, person=person, role=Role.ORGANISER)
    return browser_of(account)


def said(browser: Client, name: str, *arguments: object) -> set[str]:
    """Every number of players that the page speaks of."""
    page = browser.get(reverse(name, args=arguments)).content.decode()
    return set(re.findall(r"(\d+)\s+players\b", page))


def test_pages_and_cards_say_one_number_of_players(section: Section, desk: Client) -> None:
    event = section.event
    pages = (
        ("home",),
        ("events",),
        ("club", event.club.slug),
        ("event", event.pk),
        ("section", event.pk, section.pk),
        ("event-entries", event.pk),
        ("manage-entries", event.pk),
    )
    numbers = {page[0]: said(desk, *page) for page in pages}
    assert {name for name, found in numbers.items() if not found} <= {"home"}
    assert set().union(*numbers.values()) == {str(PLAYERS)}


def test_lists_and_files_have_as_many_rows(section: Section, desk: Client) -> None:
    rows = re.compile(r"<tr[^>]* data-entry=")
    arguments = [section.event_id, section.pk]
    standings = desk.get(reverse("standings", args=arguments)).content.decode()
    assert len(rows.findall(standings)) == PLAYERS
    assert len(standings_list(section).rows) == PLAYERS
    assert len(crosstable_list(section).rows) == PLAYERS
    assert len(list(entries(section).rows)) == PLAYERS


def test_the_api_counts_the_same(section: Section, desk: Client) -> None:
    event = desk.get(f"/api/v1/events/{section.event_id}/").json()
    listed = desk.get("/api/v1/events/").json()["results"]
    shown = desk.get(f"/api/v1/sections/{section.pk}/").json()
    table = desk.get(f"/api/v1/sections/{section.pk}/standings/").json()
    assert {event["players"], listed[0]["players"], shown["players"], len(table["rows"])} == {PLAYERS}


def test_boards_and_results_agree(section: Section, desk: Client) -> None:
    event, last = section.event_id, section.rounds.get(number=2)
    strip = desk.get(reverse("rounds", args=[event, section.pk])).context["strip"]
    results = desk.get(reverse("round-results", args=[event, section.pk, 2]))
    counts = {
        (count.done, count.games)
        for count in desk.get(reverse("rounds", args=[event, section.pk])).context["rounds"]
        if count.round == last
    }
    assert counts == {(1, 3)}
    assert re.findall(r"\d+ of \d+", strip.state) == ["1 of 3"]
    assert (results.context["entered_count"], len(results.context["shown_lines"])) == (1, 3)
    assert len(board_list(section, 2).rows) == 3
    assert "2 results are missing" in desk.get(reverse("event", args=[event])).content.decode()


def test_who_has_left_is_marked_in_every_table(section: Section, desk: Client) -> None:
    arguments = [section.event_id, section.pk]
    for name in ("standings", "crosstable", "rating-report"):
        page = desk.get(reverse(name, args=arguments)).content.decode()
        row = next(row for row in page.split("<tr")[1:] if LEFT in row)
        assert "tag--red" in row, name
    for table in (standings_list(section), crosstable_list(section)):
        assert sum(f"{LEFT} (" in cell for row in table.rows for cell in row) == 1

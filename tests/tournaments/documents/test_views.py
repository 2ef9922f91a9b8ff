"""The page of files and every download on it."""

import csv
import io
import json

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from players.models import Membership, Role
from players.people.services.people import create_person
from tests.markup import compact
from tests.tournaments.builders import make_account, make_event, make_section
from tests.tournaments.documents.builders import swiss
from tournaments import trf
from tournaments.documents.presenters.catalogue import DOCUMENTS
from tournaments.models import Entry, EntryState, Event, EventState, PairingSystem, Section

# Files are made in Python of rows that tests/tournaments/tables reads from both databases.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
EVERY = [(file.key, kind) for file in DOCUMENTS.values() for kind in file.kinds]
FOR_EVERYBODY = [
    (file.key, kind) for file in DOCUMENTS.values() for kind in file.kinds if not file.for_arbiters
]


@pytest.fixture
def section() -> Section:
    return swiss()


@pytest.fixture
def arbiter(section: Section) -> Client:
    account = make_account("Agnes Brandt")
    person = create_person(actor=None, name="Agnes Brandt", account=account)
    Membership.objects.create(person=person, club=section.event.club, role=Role.ARBITER)
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(section: Section, what: str, kind: str) -> str:
    return reverse("section-file", args=[section.event_id, section.pk, what, kind])


def content(client: Client, section: Section, what: str, kind: str, query: str = "") -> bytes:
    response = client.get(address(section, what, kind) + query)
    assert response.status_code == 200
    assert f".{kind}" in response["Content-Disposition"]
    return response.getvalue()


def rows(client: Client, section: Section, what: str, query: str = "") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content(client, section, what, "csv", query).decode())))


def test_the_page_lists_the_files_with_what_they_are_for(client: Client, section: Section) -> None:
    page = compact(client.get(reverse("event-files", args=[section.event_id])))

    for what, kind in FOR_EVERYBODY:
        assert address(section, what, kind) in page
    assert "to find your own board, colour and opponent" in page
    assert "certificates" not in page
    assert '<option value="2">Round 2</option><option value="1">Round 1</option>' in page
    assert "Round 3" not in page


def test_arbiters_also_find_what_is_made_for_the_day(arbiter: Client, section: Section) -> None:
    def missing() -> set[tuple[str, str]]:
        page = compact(arbiter.get(reverse("event-files", args=[section.event_id])))
        return {(what, kind) for what, kind in EVERY if address(section, what, kind) not in page}

    assert missing() == {("certificates", "pdf")}
    assert arbiter.get(address(section, "certificates", "pdf")).status_code == 404

    Event.objects.filter(pk=section.event_id).update(state=EventState.FINISHED)
    assert missing() == set()


def test_score_sheets_cards_and_certificates_are_not_for_everybody(client: Client, section: Section) -> None:
    for what in ("score-sheets", "place-cards", "certificates"):
        assert client.get(address(section, what, "pdf")).status_code == 404


@pytest.mark.parametrize(("what", "kind"), EVERY)
def test_a_round_that_is_not_published_is_in_no_file(
    arbiter: Client, section: Section, what: str, kind: str
) -> None:
    """The unpublished round is taken away, and every file stays the same to the byte."""
    Event.objects.filter(pk=section.event_id).update(state=EventState.FINISHED)
    with_it = content(arbiter, section, what, kind)
    section.rounds.get(number=3).delete()

    assert content(arbiter, section, what, kind) == with_it


@pytest.mark.parametrize(("what", "kind"), EVERY)
def test_a_draft_has_no_files_for_visitors(client: Client, what: str, kind: str) -> None:
    section = make_section(make_event(state=EventState.DRAFT), players=2)

    assert client.get(address(section, what, kind)).status_code == 404
    assert client.get(reverse("event-files", args=[section.event_id])).status_code == 404


@pytest.mark.parametrize("query", ["?round=3", "?round=0", "?round=x", "?round=99999999", "?round=-1"])
def test_only_published_rounds_can_be_asked_for(client: Client, section: Section, query: str) -> None:
    for kind in ("pdf", "csv", "json"):
        assert client.get(address(section, "pairings", kind) + query).status_code == 404


@pytest.mark.parametrize(
    ("what", "kind"), [("nonsense", "csv"), ("entries", "pdf"), ("trf16", "csv"), ("standings", "exe")]
)
def test_what_there_is_not_is_not_found(client: Client, section: Section, what: str, kind: str) -> None:
    assert client.get(address(section, what, kind)).status_code == 404


def test_files_of_rounds_wait_for_the_first_round(client: Client) -> None:
    section = make_section(players=2)

    assert client.get(address(section, "pairings", "pdf")).status_code == 404
    assert "pairings" not in client.get(reverse("event-files", args=[section.event_id])).content.decode()


def test_a_knockout_has_no_crosstable(client: Client) -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=2, system=PairingSystem.KNOCKOUT)

    assert client.get(address(section, "crosstable", "pdf")).status_code == 404
    assert rows(client, section, "standings")[0]["rank"] == "1"


def test_entries_have_what_everybody_may_know(client: Client, section: Section) -> None:
    Entry.objects.filter(starting_rank=1).update(note="pays later", club_name="Herons", categories="U18")

    listed = rows(client, section, "entries")

    assert listed[0] == {
        "number": "1", "name": "Łukasz Żółkiewski", "rating": "2090", "club": "Herons",
        "categories": "U18", "state": "confirmed", "provisional": "False",
    }  # fmt: skip
    assert listed[5]["name"] == "'=HYPERLINK(1)"


def test_who_only_asked_to_play_is_not_in_the_list(client: Client) -> None:
    section = make_section(players=3)
    for entry, state in zip(
        section.entries.all(), (EntryState.ASKED, EntryState.WAITING, EntryState.CONFIRMED), strict=True
    ):
        entry.state = state
        entry.save()

    assert [row["name"] for row in rows(client, section, "entries")] == ["Player 03"]


def test_pairings_are_those_of_the_round_without_results(client: Client, section: Section) -> None:
    latest = rows(client, section, "pairings")
    first = rows(client, section, "pairings", "?round=1")

    assert [(row["round"], row["board"], row["first_number"], row["second_number"]) for row in latest] == [
        ("2", "1", "6", "1"),
        ("2", "2", "2", "7"),
        ("2", "3", "4", "3"),
        ("2", "", "5", ""),
    ]
    assert {row["result"] for row in latest} == {""}
    assert first[-1]["bye"] == "pairing"


def test_results_are_those_of_all_published_rounds(client: Client, section: Section) -> None:
    found = json.loads(content(client, section, "results", "json"))

    assert [
        (row["round"], row["first_number"], row["second_number"], row["result"], row["bye"]) for row in found
    ] == [
        (1, 1, 4, "1-0", ""),
        (1, 5, 2, "1/2-1/2", ""),
        (1, 3, 6, "0-1f", ""),
        (1, 7, None, "", "pairing"),
        (2, 6, 1, "0-1", ""),
        (2, 2, 7, "1-0", ""),
        (2, 4, 3, "", ""),
        (2, 5, None, "", "half"),
    ]


def test_standings_and_crosstable_are_those_of_the_pages(client: Client, section: Section) -> None:
    table = json.loads(content(client, section, "standings", "json"))
    cross = rows(client, section, "crosstable")

    assert table[0] == {
        "rank": 1, "number": 1, "name": "Łukasz Żółkiewski", "rating": 2090, "club": "", "points": "2",
        "BH-C1": table[0]["BH-C1"], "BH": table[0]["BH"], "SB": table[0]["SB"], "provisional": False,
    }  # fmt: skip
    assert cross[0]["round 1"] == "4w1"
    assert cross[0]["points"] == "2"


def test_reports_are_reports(client: Client, section: Section) -> None:
    for what in ("trf16", "trf26"):
        assert len(trf.read(content(client, section, what, "trf")).tournament.players) == 7


def test_a_report_that_cannot_be_written_says_why(client: Client) -> None:
    section = swiss(absent_points=1)

    response = client.get(address(section, "trf26", "trf"), follow=True)

    assert response.redirect_chain == [(reverse("event-files", args=[section.event_id]), 302)]
    assert "The report cannot be written: a report cannot give an absence" in response.content.decode()


@pytest.mark.parametrize(("what", "kind"), FOR_EVERYBODY)
def test_files_take_few_queries(
    client: Client,
    section: Section,
    what: str,
    kind: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_max_num_queries(9):
        content(client, section, what, kind)


def test_the_page_takes_few_queries(
    client: Client, section: Section, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(5):
        client.get(reverse("event-files", args=[section.event_id]))

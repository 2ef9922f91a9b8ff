"""An event of a third game: created by the form and the API, with regulations, score sheets, standings and ratings."""

import datetime
import io
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from core.errors import Conflict, Refused
from players.clubs.services.members import add_member
from players.models import Club, RatingPool, Role, Scope, User
from players.people.services.people import create_person
from players.rating_lists.services.pools import open_pool
from players.ratings import Glicko2, store_system
from tests.core.api.client import client_for
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_account, make_club, make_event, make_round, make_section
from tests.tournaments.events.sent_forms import fields_of
from tournaments.documents.presenters.score_sheets import score_sheets
from tournaments.events.presenters.regulations import event_regulations
from tournaments.events.services.events import change_event
from tournaments.events.services.lifecycle import finish_event
from tournaments.models import Event, EventState, Pairing, RoundState, Section
from tournaments.results.presenters import record_template

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def organiser(club: Club) -> User:
    account = make_account("Olga Ivanova")
    person = create_person(actor=None, name="Olga Ivanova", account=account, club=club)
    add_member(actor=None, club=club, person=person, role=Role.ORGANISER)
    return account


@pytest.fixture
def section(club: Club) -> Section:
    """Played to the end."""
    day = timezone.localdate() - datetime.timedelta(days=3)
    event = make_event(
        club=club, game="nim", options={"stones": 4}, state=EventState.RUNNING, starts_on=day, ends_on=day
    )
    section = make_section(event, players=4, planned_rounds=1)
    make_round(section, 1, [(1, 3, "1-0"), (4, 2, "0-1")], state=RoundState.CLOSED)
    return section


def test_the_form_of_an_event_has_its_options(club: Club, organiser: User, client: Client) -> None:
    client.force_login(organiser)
    path = f"/events/new/{club.slug}/"
    page = client.get(path)
    sent = fields_of(page.context["form"]) | fields_of(page.context["section_form"])
    sent |= {"name": "Open", "game": "nim", "stones": "3", "starts_on": "2026-12-01", "ends_on": "2026-12-01"}

    answer = client.post(path, sent)

    event = Event.objects.get()
    assert answer.headers["Location"] == event.get_absolute_url()
    assert (event.game, event.options) == ("nim", {"stones": 3})
    assert 'data-games="nim"' in page.content.decode()


def test_settings_change_an_option_and_the_history_tells_it(
    club: Club, organiser: User, client: Client
) -> None:
    event = make_event(club=club, game="nim", options={"stones": 3}, state=EventState.DRAFT)
    client.force_login(organiser)
    path = f"/events/{event.pk}/settings/"
    sent = fields_of(client.get(path).context["form"])
    assert sent["stones"] == "3"

    assert client.post(path, sent | {"stones": "4"}).status_code == 302

    event.refresh_from_db()
    assert event.options == {"stones": 4}


def test_regulations_and_records_say_the_options(section: Section, client: Client) -> None:
    event = section.event

    words = {str(each.subject): each.words for each in event_regulations(event)}
    assert words["Pile"] == "Four stones."
    assert not {"Set-up", "Express rule", "Two squares"} & set(words)
    head = record_template(Pairing.objects.get(board=1))
    assert '[Game "Nim"]' in head
    assert '[Left "Player 01"]' in head
    assert '[Stones "4"]' in head
    assert client.get(event.get_absolute_url()).status_code == 200


def test_score_sheets_have_its_sides_and_its_legend(section: Section) -> None:
    text = PdfReader(io.BytesIO(score_sheets(section, 1))).pages[0].extract_text()

    shown = [words for words in ("Left", "Right", "How many stones are taken", "take2") if words in text]
    assert shown == ["Left", "Right", "How many stones are taken", "take2"]


def test_it_has_standings_and_counts_for_a_rating_list(
    club: Club, organiser: User, section: Section, client: Client
) -> None:
    pool: RatingPool = open_pool(
        actor=organiser, name="Nim", game="nim", club=club, system=store_system(Glicko2())
    )
    assert client.get(f"/events/{section.event.pk}/s/{section.pk}/standings/").status_code == 200

    finish_event(actor=organiser, event=section.event)
    run_jobs()

    page = client.get(pool.get_absolute_url())
    assert "Player 01" in page.content.decode()
    assert client.get(f"/ratings/{pool.slug}/handicap/").status_code == 404
    assert client.get(f"/ratings/{pool.slug}/what-if/").context["levels"] == ()
    api = client.get(f"/api/v1/rating-pools/{pool.slug}/").json()
    assert api["game"] == "nim"


def test_the_api_finds_it_and_tells_its_options(section: Section, client: Client) -> None:
    found = client.get("/api/v1/events/?game=nim").json()["results"]
    whole = client.get(f"/api/v1/events/{section.event.pk}/").json()

    assert [each["id"] for each in found] == [section.event.pk]
    assert client.get("/api/v1/events/?game=stratego").json()["results"] == []
    assert (whole["options"], whole["setup"], whole["two_squares_limit"]) == ({"stones": 4}, "closed", None)


def test_options_of_other_games_do_not_stay(club: Club) -> None:
    event = make_event(club=club, game="nim", options={"stones": 3}, state=EventState.DRAFT)

    changed = change_event(actor=None, event=event, game="barragoon", setup="open")

    assert changed.options == {"setup": "open", "first_express": 0, "second_express": 0}


@pytest.mark.parametrize("options", [{"stones": 9}, {"stones": "four"}, {"stones": None}, {"pebbles": 3}])
def test_options_that_are_not_possible_are_refused(club: Club, options: dict[str, Any]) -> None:
    event = make_event(club=club, game="nim", state=EventState.DRAFT)

    with pytest.raises(Refused):
        change_event(actor=None, event=event, options=options)

    event.refresh_from_db()
    assert event.option_values == {"stones": 5}


def test_who_changed_the_same_option_is_told(club: Club) -> None:
    event = make_event(club=club, game="nim", options={"stones": 3}, state=EventState.DRAFT)
    change_event(actor=None, event=event, options={"stones": 4})

    with pytest.raises(Conflict):
        change_event(actor=None, event=event, options={"stones": 5}, seen={"options": {"stones": 3}})


def test_the_api_creates_and_changes_one(club: Club, organiser: User) -> None:
    program = client_for(organiser, Scope.READ, Scope.ORGANISE)
    new = {"club": club.slug, "name": "Open", "starts_on": "2026-12-01", "ends_on": "2026-12-01"}

    made = program.post("events/", {**new, "game": "nim", "options": {"stones": 3}})
    assert (made.status_code, made.json()["options"]) == (201, {"stones": 3})
    changed = program.patch(f"events/{made.json()['id']}/", {"options": {"stones": 4}})
    assert (changed.status_code, changed.json()["options"]) == (200, {"stones": 4})
    assert program.post("events/", {**new, "game": "halma"}).status_code == 400
    assert program.post("events/", {**new, "game": "nim", "options": {"stones": 7}}).status_code == 422

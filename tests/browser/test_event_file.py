"""An organiser takes an event along as one file, and imports it: from the button to the event."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from jobs import services
from jobs.kinds import kind_for
from jobs.models import WorkItem
from players.clubs.services.members import add_member
from players.models import Role, User
from players.people.services.people import create_person
from tests.browser.pages import sign_in
from tests.templates.inventory import create_agnes
from tests.tournaments.builders import make_club, make_event, make_section
from tests.tournaments.event_files.builders import play_round
from tournaments.models import Event, EventFile, EventFileImport, EventState


@pytest.fixture
def agnes(transactional_db: None) -> User:
    """Organiser of the club of the event, and of another one."""
    account = create_agnes()
    person = create_person(actor=None, name="Agnes Brandt", account=account)
    for name in ("Laptop", "Federation"):
        add_member(actor=None, club=make_club(name), person=person, role=Role.ORGANISER)
    section = make_section(make_event(club=make_club("Laptop"), state=EventState.RUNNING), players=4)
    play_round(section, account, "1-0", "1/2-1/2")
    return account


def work(item: WorkItem) -> None:
    services.perform(kind_name=kind_for(item).name, pk=item.pk, message_id="browser")


def test_an_event_is_downloaded_and_imported_on_a_phone(phone: Page, agnes: User, tmp_path: Path) -> None:
    event = Event.objects.get()
    sign_in(phone)
    phone.goto(f"/events/{event.pk}/settings/")
    with phone.expect_download() as downloading:
        phone.get_by_role("link", name="Download the event as one file").click()
    file = tmp_path / "spring-open.zip"
    downloading.value.save_as(file)
    assert downloading.value.suggested_filename == file.name

    phone.goto("/events/new/federation/")
    phone.get_by_role("link", name="Import an event file of Kiebitz instead").click()
    phone.get_by_label("Event file").set_input_files(file)
    phone.get_by_role("button", name="Preview").click()
    expect(phone.get_by_role("progressbar")).to_be_visible()
    work(EventFile.objects.get())
    expect(phone.get_by_role("heading", name="Spring Open")).to_be_visible()

    # It is here already: without a word of the organiser nothing happens.
    phone.get_by_role("button", name="Import", exact=True).click()
    expect(phone.get_by_role("alert").or_(phone.get_by_role("status")).first).to_be_visible()
    assert not EventFileImport.objects.exists()
    phone.get_by_label("Import it a second time").check()
    phone.get_by_role("button", name="Import", exact=True).click()
    expect(phone.get_by_role("progressbar")).to_be_visible()
    work(EventFileImport.objects.get())
    phone.get_by_role("link", name="Go to the event").click()

    expect(phone.get_by_role("heading", name="Spring Open", level=1)).to_be_visible()
    assert phone.url.endswith(Event.objects.get(club__slug="federation").get_absolute_url())

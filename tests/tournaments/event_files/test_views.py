"""The pages of an event's file: download, send, preview, confirm, follow."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from players.models import Club, Person, User
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_event, make_section
from tests.tournaments.event_files.builders import (
    comparable,
    exported,
    imported,
    organiser_of,
    play_round,
    sent,
    with_content,
)
from tests.tournaments.rounds.builders import browser_of, get_text
from tournaments.event_files.presenters import FileStage, file_progress
from tournaments.models import (
    Event,
    EventFile,
    EventFileImport,
    EventState,
    ImportedDecision,
    Pairing,
    Section,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(olga: User) -> Section:
    made = make_section(make_event(state=EventState.RUNNING), players=4)
    play_round(made, olga, "1-0", "1/2-1/2")
    return made


@pytest.fixture
def file(section: Section, olga: User) -> bytes:
    return exported(section.event, olga)


@pytest.fixture
def desk(frida: User) -> Client:
    return browser_of(frida)


def send(browser: Client, club: Club, data: bytes) -> HttpResponse:
    address = reverse("import-event-file", args=[club.slug])
    return browser.post(address, {"file": SimpleUploadedFile("event.zip", data)})  # type: ignore[return-value]


def stage_of(file: EventFile) -> FileStage:
    return file_progress(EventFile.objects.get(pk=file.pk)).stage


def test_the_organiser_downloads_what_is_exported(section: Section, olga: User) -> None:
    response = browser_of(olga).get(reverse("download-event", args=[section.event_id]))

    assert response["Content-Type"] == "application/zip"
    assert response["Content-Disposition"] == 'attachment; filename="spring-open.zip"'
    assert "no-store" in response["Cache-Control"]
    assert comparable(response.getvalue()) == comparable(exported(section.event, olga))


@pytest.mark.parametrize("name", ["event-settings", "event-files"])
def test_the_pages_of_organisers_lead_to_the_file(section: Section, olga: User, name: str) -> None:
    path = reverse(name, args=[section.event_id])
    link = reverse("download-event", args=[section.event_id])

    assert link in get_text(browser_of(olga), path)
    if name == "event-files":
        assert link not in get_text(Client(), path)


def test_a_file_is_sent_looked_at_confirmed_and_becomes_an_event(
    desk: Client, file: bytes, federation: Club
) -> None:
    answer = send(desk, federation, file)
    read = EventFile.objects.get()
    page = reverse("event-file", args=[federation.slug, read.pk])
    assert answer["Location"] == page
    assert stage_of(read) == FileStage.READING
    assert reverse("event-file-state", args=[federation.slug, read.pk]) in get_text(desk, page)
    run_jobs()
    assert stage_of(read) == FileStage.PREVIEW
    assert "Player 03" in get_text(desk, page)

    desk.post(reverse("confirm-event-file", args=[federation.slug, read.pk]), {"rated": "on", "again": "on"})
    assert stage_of(read) == FileStage.IMPORTING
    assert "progress" in get_text(desk, page)
    run_jobs()

    event = Event.objects.get(club=federation)
    assert stage_of(read) == FileStage.DONE
    assert event.get_absolute_url() in get_text(desk, page)
    assert event.sections.get().rated


def test_the_bar_asks_for_the_page_when_the_work_is_done(
    desk: Client, file: bytes, frida: User, federation: Club
) -> None:
    send(desk, federation, file)
    address = reverse("event-file-state", args=[federation.slug, EventFile.objects.get().pk])

    while_reading = desk.get(address, headers={"HX-Request": "true"})
    run_jobs()
    afterwards = desk.get(address, headers={"HX-Request": "true"})

    assert "HX-Refresh" not in while_reading
    assert afterwards["HX-Refresh"] == "true"
    assert desk.get(address).status_code == 302


def test_the_preview_of_an_event_that_is_here_says_so_and_asks(
    desk: Client, file: bytes, section: Section, frida: User, federation: Club
) -> None:
    read = sent(file, actor=frida, club=federation)
    page = get_text(desk, reverse("event-file", args=[federation.slug, read.pk]))

    desk.post(reverse("confirm-event-file", args=[federation.slug, read.pk]))

    assert section.event.get_absolute_url() in page
    assert 'name="again"' in page
    assert not EventFileImport.objects.exists()


def test_a_near_name_is_chosen_on_the_preview(
    desk: Client, file: bytes, frida: User, federation: Club
) -> None:
    Person.objects.filter(name="Player 02").update(listed=True)
    other = Person.objects.get(name="Player 02")
    read = sent(file, actor=frida, club=federation)
    page = get_text(desk, reverse("event-file", args=[federation.slug, read.pk]))

    choice = {"again": "on", "player-2": str(other.pk)}
    desk.post(reverse("confirm-event-file", args=[federation.slug, read.pk]), choice)
    run_jobs()

    assert f'value="{other.pk}"' in page
    assert Event.objects.get(club=federation).sections.get().entries.filter(person=other).exists()


def test_a_refused_file_shows_the_reason(desk: Client, file: bytes, frida: User, federation: Club) -> None:
    read = sent(with_content(file, lambda content: content.pop("people")), actor=frida, club=federation)
    page = reverse("event-file", args=[federation.slug, read.pk])

    desk.post(reverse("confirm-event-file", args=[federation.slug, read.pk]))

    assert stage_of(read) == FileStage.REFUSED
    assert read.summary["problems"][0] in get_text(desk, page)
    assert not EventFileImport.objects.exists()


def test_a_file_is_shown_to_its_sender_only(file: bytes, frida: User, federation: Club) -> None:
    read = sent(file, actor=frida, club=federation)
    colleague = browser_of(organiser_of(federation, "Fritz Fed"))

    assert colleague.get(reverse("event-file", args=[federation.slug, read.pk])).status_code == 404


def test_no_file_and_an_empty_file_are_told(desk: Client, federation: Club) -> None:
    address = reverse("import-event-file", args=[federation.slug])

    assert desk.post(address).status_code == 200
    assert send(desk, federation, b"").status_code == 200
    assert not EventFile.objects.exists()


def test_a_discarded_file_leads_back_to_the_form(
    desk: Client, file: bytes, frida: User, federation: Club
) -> None:
    read = sent(file, actor=frida, club=federation)

    answer = desk.post(reverse("discard-event-file", args=[federation.slug, read.pk]))

    assert answer["Location"] == reverse("import-event-file", args=[federation.slug])
    assert not EventFile.objects.exists()


def test_the_event_says_where_it_came_from_and_the_board_what_was_decided_there(
    desk: Client, section: Section, olga: User, frida: User, federation: Club
) -> None:
    ImportedDecision.objects.create(
        pairing=Pairing.objects.get(board=1),
        arbiter="Ari Arbiter",
        verdict="repetition",
        state="overruled",
        result="1-0",
        reason="The clock fell.",
        decided_at=section.event.created_at,
    )

    here = imported(exported(section.event, olga), actor=frida, club=federation, again=True)

    assert section.event.club.name in get_text(desk, here.get_absolute_url())
    board = Pairing.objects.get(round__section__event=here, board=1)
    page = get_text(desk, reverse("board", args=[here.pk, board.pk]))
    assert "The clock fell." in page
    assert "Ari Arbiter" in page

"""Phones in the room: QR codes that lead where phones can go."""

import pytest
from django.test import Client
from django.urls import reverse

from core.web import room
from core.web.room import RoomAddresses
from tests.tournaments.builders import make_event, make_section
from tests.tournaments.rounds.builders import get_text
from tournaments.models import Event, EventState

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def _organisers_screen() -> Client:
    return Client(SERVER_NAME="127.0.0.1", SERVER_PORT="8077")


@pytest.fixture
def event() -> Event:
    event = make_event(state=EventState.RUNNING)
    make_section(event, players=2)
    return event


@pytest.fixture
def addresses(monkeypatch: pytest.MonkeyPatch, settings: object) -> list[str]:
    found = ["192.168.1.20"]
    monkeypatch.setattr(room, "find_addresses", lambda: found)
    monkeypatch.setattr(room, "_kept", RoomAddresses((), float("-inf")))
    settings.ROOM_PORT = 8077  # type: ignore[attr-defined]
    settings.ALLOWED_HOSTS = ["127.0.0.1", "192.168.1.20", "club.example.org"]  # type: ignore[attr-defined]
    return found


def test_the_poster_of_the_organisers_own_screen_leads_to_the_room(
    event: Event, addresses: list[str]
) -> None:
    page = get_text(_organisers_screen(), reverse("poster", args=[event.pk]))

    assert f"http://192.168.1.20:8077/events/{event.pk}/find/" in page


def test_who_came_by_a_name_is_shown_that_name(event: Event, addresses: list[str]) -> None:
    page = get_text(Client(SERVER_NAME="club.example.org"), reverse("poster", args=[event.pk]))

    assert f"http://club.example.org/events/{event.pk}/find/" in page


def test_the_projector_has_the_code_in_the_room_alone(
    event: Event, addresses: list[str], settings: object
) -> None:
    address = reverse("projector", args=[event.pk, event.sections.get().pk])
    in_the_room = get_text(_organisers_screen(), address)
    settings.ROOM_PORT = None  # type: ignore[attr-defined]

    assert (
        "projector__phones" in in_the_room,
        "projector__phones" in get_text(_organisers_screen(), address),
    ) == (
        True,
        False,
    )

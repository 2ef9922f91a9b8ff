"""Pages of an event: 304 while nothing changed, and never a stale one."""

import pytest
from django.conf import LazySettings
from django.contrib import messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import transaction
from django.test import Client

from players.clubs.services.members import add_member
from players.models import Role
from players.people.services.people import create_person
from tests.tournaments.builders import make_account, make_event, make_section
from tournaments.locking import lock_event
from tournaments.models import Event, EventState

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = make_event()
    make_section(event)
    return event


@pytest.fixture(autouse=True)
def _has_been_here_before(client: Client) -> None:
    """The first page of the site brings the cookie that forms go with."""
    client.get("/events/")


def asked_again(client: Client, event: Event, **headers: str) -> int:
    first = client.get(event.get_absolute_url())
    again = client.get(event.get_absolute_url(), headers={"If-None-Match": first["ETag"], **headers})
    return again.status_code


def test_a_page_that_did_not_change_is_not_sent_again(event: Event, client: Client) -> None:
    assert asked_again(client, event) == 304


def test_an_unchanged_page_costs_the_event_alone(
    event: Event, client: Client, django_assert_num_queries: object
) -> None:
    tag = client.get(event.get_absolute_url())["ETag"]
    with django_assert_num_queries(1):  # type: ignore[operator]
        client.get(event.get_absolute_url(), headers={"If-None-Match": tag})


def test_any_change_in_the_event_brings_the_page_anew(event: Event, client: Client) -> None:
    first = client.get(event.get_absolute_url())
    with transaction.atomic():
        lock_event(event)
    again = client.get(event.get_absolute_url(), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert again["ETag"] != first["ETag"]


def test_browsers_ask_each_time_and_nobody_else_keeps_the_page(event: Event, client: Client) -> None:
    response = client.get(event.get_absolute_url())
    assert set(response["Cache-Control"].split(", ")) == {"private", "no-cache", "must-revalidate"}


@pytest.mark.parametrize("headers", [{"Accept-Language": "de"}, {"HX-Request": "true"}])
def test_another_language_or_a_part_of_the_page_is_another_page(
    event: Event, client: Client, headers: dict[str, str], settings: object
) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "German")]  # type: ignore[attr-defined]
    assert asked_again(client, event, **headers) == 200


def test_another_theme_is_another_page(event: Event, client: Client) -> None:
    first = client.get(event.get_absolute_url())
    client.cookies["theme"] = "dark"
    again = client.get(event.get_absolute_url(), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200


def test_whoever_becomes_organiser_sees_the_page_anew(event: Event, client: Client) -> None:
    account = make_account("Olga")
    person = create_person(actor=None, name="Olga", account=account)
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    first = client.get(event.get_absolute_url())
    add_member(actor=None, club=event.club, person=person, role=Role.ORGANISER)
    again = client.get(event.get_absolute_url(), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200


def test_a_new_release_brings_the_page_anew(event: Event, client: Client, settings: LazySettings) -> None:
    first = client.get(event.get_absolute_url())
    settings.VERSION = "next"
    again = client.get(event.get_absolute_url(), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_while_developing_every_page_is_sent_in_full(
    event: Event, client: Client, settings: LazySettings, headers: dict[str, str]
) -> None:
    """Templates change under a running site."""
    settings.DEBUG = True
    assert asked_again(client, event, **headers) == 200


def test_a_page_with_a_message_has_no_tag_for_the_message_is_shown_once(event: Event, client: Client) -> None:
    storage = CookieStorage(None)  # type: ignore[arg-type]
    client.cookies["messages"] = storage._encode([messages.storage.base.Message(20, "Saved.")])
    response = client.get(event.get_absolute_url())
    assert "Saved." in response.content.decode()
    assert not response.has_header("ETag")
    assert "no-store" in response["Cache-Control"]


def test_who_may_not_see_a_draft_does_not_find_it_whatever_tag_they_have(client: Client) -> None:
    draft = make_event(state=EventState.DRAFT)
    response = client.get(draft.get_absolute_url(), headers={"If-None-Match": "*"})
    assert response.status_code == 404

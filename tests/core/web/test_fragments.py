"""Cached fragments of pages, and the cache they are kept in."""

import pytest
from django.conf import LazySettings
from django.core.cache import caches
from django.core.handlers.base import BaseHandler
from django.core.signals import request_finished
from django.db import transaction
from django.test import Client

from core.web import fragments
from core.web.fragments import PageCache, cached_fragment
from tests.tournaments.builders import make_account, make_event, make_round, make_section
from tournaments.locking import lock_event
from tournaments.models import Event, EventState, Pairing, Round, RoundState


def test_it_remembers() -> None:
    caches["pages"].set("a", [1, 2])
    assert caches["pages"].get("a") == [1, 2]


def test_without_a_server_it_is_empty() -> None:
    away = PageCache("unix:///nowhere/at/all.sock", {})
    away.set("a", 1)
    assert away.get("a") is None
    assert away.get("a", "made anew") == "made anew"


@pytest.mark.django_db
def test_a_round_is_shown_while_the_cache_is_away(client: Client, settings: LazySettings) -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=2)
    made = make_round(section, 1, [(1, 2, "1-0")])
    settings.CACHES = settings.CACHES | {
        "pages": {"BACKEND": "core.web.fragments.PageCache", "LOCATION": "unix:///nowhere/at/all.sock"}
    }

    page = client.get(made.get_absolute_url()).content.decode()

    assert "Player 01" in page
    assert "<strong>1–0</strong>" in page


pytestmark = pytest.mark.django_db


class Maker:
    """Makes "1", "2", … and so tells how often it was asked."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> str:
        self.times += 1
        return str(self.times)


@pytest.fixture
def event() -> Event:
    return make_event(state=EventState.RUNNING)


def changed(event: Event) -> Event:
    with transaction.atomic():
        return lock_event(event)


def let_pass(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    now = fragments.time.time()
    monkeypatch.setattr(fragments.time, "time", lambda: now + seconds)


def followed(event: Event, place: str) -> tuple[Round, str, dict[str, str]]:
    """A round without results, and how a page that follows asks for its list or for the standings."""
    section = make_section(event, players=2)
    made = make_round(section, 1, [(1, 2, "")])
    if place == "round":
        return made, made.get_absolute_url(), {"HX-Request": "true", "HX-Target": "round-list"}
    address = f"/events/{event.pk}/s/{section.pk}/standings/"
    return made, address, {"HX-Request": "true", "HX-Target": "standings"}


def finish() -> None:
    """Do what was left for after the response."""
    request_finished.send(sender=BaseHandler)


def test_a_part_is_made_once_for_each_change(event: Event) -> None:
    make = Maker()
    assert [cached_fragment(event, "a", make).content for _ in range(3)] == ["1", "1", "1"]
    event = changed(event)
    assert [cached_fragment(event, "a", make).content for _ in range(3)] == ["2", "2", "2"]
    assert cached_fragment(event, "another", Maker()).content == "1"


def test_who_follows_is_given_what_there_is_until_the_pause_is_over(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = Maker()
    first = cached_fragment(event, "a", make, allow_stale=True)
    event = changed(event)

    assert cached_fragment(event, "a", make, allow_stale=True) == first
    let_pass(monkeypatch, fragments.BUSY_PAUSE)
    second = cached_fragment(event, "a", make, allow_stale=True)
    assert (second.content, second.change_number) == ("2", first.change_number + 1)


def test_where_many_follow_nobody_waits(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    make = Maker()
    first = cached_fragment(event, "a", make, allow_stale=True)
    event = changed(event)
    let_pass(monkeypatch, fragments.MIN_PAUSE)

    assert cached_fragment(event, "a", make, allow_stale=True) == first
    assert cached_fragment(event, "a", make, allow_stale=True) == first
    assert make.times == 1
    finish()
    assert make.times == 2
    finish()
    assert make.times == 2
    assert cached_fragment(event, "a", make, allow_stale=True).content == "2"
    assert make.times == 2


@pytest.mark.parametrize("place", ["round", "standings"])
def test_what_is_made_after_an_answer_is_in_the_next_one(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    made, address, headers = followed(event, place)
    first = client.get(address, headers=headers)
    played(made, "1-0")
    let_pass(monkeypatch, fragments.MIN_PAUSE)

    headers["If-None-Match"] = first["ETag"]
    assert client.get(address, headers=headers).status_code == 304
    second = client.get(address, headers=headers)
    assert second.status_code == 200
    assert second.content != first.content


def test_what_fails_after_an_answer_is_logged(
    event: Event, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cached_fragment(event, "a", Maker())
    event = changed(event)
    let_pass(monkeypatch, fragments.MIN_PAUSE)

    def fail() -> str:
        raise RuntimeError("no ink")

    cached_fragment(event, "a", fail, allow_stale=True)
    finish()

    assert [record.getMessage() for record in caplog.records] == ["Work after a response failed"]
    assert cached_fragment(event, "a", Maker()).content == "1"


def test_who_opens_the_page_sees_it_as_it_is(event: Event) -> None:
    make = Maker()
    cached_fragment(event, "a", make, allow_stale=True)
    assert cached_fragment(changed(event), "a", make).content == "2"


def test_while_one_makes_it_the_others_are_given_what_there_is(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = Maker()
    cached_fragment(event, "a", make)
    event = changed(event)
    let_pass(monkeypatch, fragments.BUSY_PAUSE)
    others: list[str] = []

    def make_and_be_asked_meanwhile() -> str:
        others.append(cached_fragment(event, "a", make, allow_stale=True).content)
        others.append(cached_fragment(event, "a", make).content)
        return "mine"

    assert cached_fragment(event, "a", make_and_be_asked_meanwhile, allow_stale=True).content == "mine"
    assert others == ["1", "2"]


@pytest.mark.parametrize("place", ["round", "standings"])
def test_the_tag_of_an_earlier_state_is_that_of_the_earlier_state(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    made, address, headers = followed(event, place)
    first = client.get(address, headers=headers)
    played(made, "1-0")

    soon = client.get(address, headers=headers)
    assert (soon.content, soon["ETag"]) == (first.content, first["ETag"])
    asked = client.get(address, headers=headers | {"If-None-Match": first["ETag"]})
    assert (asked.status_code, asked["ETag"], asked.content) == (304, first["ETag"], b"")

    let_pass(monkeypatch, fragments.BUSY_PAUSE)
    later = client.get(address, headers=headers | {"If-None-Match": first["ETag"]})
    assert later.status_code == 200
    assert later["ETag"] != first["ETag"]
    assert later.content != first.content


def test_the_whole_page_is_never_an_earlier_one(client: Client, event: Event) -> None:
    made = make_round(make_section(event, players=2), 1, [(1, 2, "")])
    client.get(made.get_absolute_url(), headers={"HX-Request": "true", "HX-Target": "round-list"})
    played(made, "0-1")
    assert "<strong>0–1</strong>" in client.get(made.get_absolute_url()).content.decode()


def test_without_a_cache_everything_is_made_each_time(event: Event, settings: object) -> None:
    settings.CACHES = settings.CACHES | {  # type: ignore[attr-defined]
        "pages": {"BACKEND": "core.web.fragments.PageCache", "LOCATION": "unix:///nowhere/at/all.sock"}
    }
    make = Maker()
    assert [cached_fragment(event, "a", make, allow_stale=True).content for _ in range(2)] == ["1", "2"]
    assert caches["pages"].add("a", 1) is True
    assert caches["pages"].delete("a") is False


def played(made: Round, result: str) -> None:
    Pairing.objects.filter(round=made).update(result=result, origin="arbiter")
    changed(made.section.event)


@pytest.mark.parametrize("part", ["rounds/1/", "standings/"])
def test_a_kept_part_is_found_only_where_it_belongs(client: Client, event: Event, part: str) -> None:
    """Under another event's address, or after the event has become a draft again, it is not there."""
    section = make_section(event, players=2)
    make_round(section, 1, [(1, 2, "")])
    headers = {"HX-Request": "true", "HX-Target": "round-list" if part.startswith("rounds") else "standings"}
    own = f"/events/{event.pk}/s/{section.pk}/{part}"
    assert client.get(own, headers=headers).status_code == 200

    other = make_event(state=EventState.RUNNING, name="Another")
    assert client.get(f"/events/{other.pk}/s/{section.pk}/{part}", headers=headers).status_code == 404

    Event.objects.filter(pk=event.pk).update(state=EventState.DRAFT)
    assert client.get(own, headers=headers).status_code == 404


def test_an_arbiter_who_follows_a_draft_shows_it_to_nobody(client: Client, event: Event) -> None:
    made = make_round(make_section(event, players=2), 1, [(1, 2, "")], state=RoundState.PAIRED)
    administrator = make_account("Adele")
    administrator.is_superuser = administrator.is_staff = True
    administrator.save()
    client.force_login(administrator, backend="django.contrib.auth.backends.ModelBackend")
    headers = {"HX-Request": "true", "HX-Target": "round-list"}

    assert client.get(made.get_absolute_url(), headers=headers).status_code == 404
    assert Client().get(made.get_absolute_url(), headers=headers).status_code == 404

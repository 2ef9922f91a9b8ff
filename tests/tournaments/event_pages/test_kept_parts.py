"""Parts that everybody sees alike: made once for each change, and at leisure for pages that follow by themselves."""

import pytest
from django.core.cache import caches
from django.db import transaction
from django.test import Client

from tests.tournaments.events import make_account, make_event, make_round, make_section
from tournaments.events import kept_parts
from tournaments.events.kept_parts import kept_part
from tournaments.holding import hold
from tournaments.models import Event, EventState, Pairing, Round, RoundState

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
        return hold(event)


def let_the_pause_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    now = kept_parts.time.time()
    monkeypatch.setattr(kept_parts.time, "time", lambda: now + kept_parts.PAUSE)


def test_a_part_is_made_once_for_each_change(event: Event) -> None:
    make = Maker()
    assert [kept_part(event, "a", make).content for _ in range(3)] == ["1", "1", "1"]
    event = changed(event)
    assert [kept_part(event, "a", make).content for _ in range(3)] == ["2", "2", "2"]
    assert kept_part(event, "another", Maker()).content == "1"


def test_who_follows_is_given_what_there_is_until_the_pause_is_over(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = Maker()
    first = kept_part(event, "a", make, calmly=True)
    event = changed(event)

    assert kept_part(event, "a", make, calmly=True) == first
    let_the_pause_pass(monkeypatch)
    second = kept_part(event, "a", make, calmly=True)
    assert (second.content, second.change_number) == ("2", first.change_number + 1)


def test_who_opens_the_page_sees_it_as_it_is(event: Event) -> None:
    make = Maker()
    kept_part(event, "a", make, calmly=True)
    assert kept_part(changed(event), "a", make).content == "2"


def test_while_one_makes_it_the_others_are_given_what_there_is(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = Maker()
    kept_part(event, "a", make)
    event = changed(event)
    let_the_pause_pass(monkeypatch)
    others: list[str] = []

    def make_and_be_asked_meanwhile() -> str:
        others.append(kept_part(event, "a", make, calmly=True).content)
        others.append(kept_part(event, "a", make).content)
        return "mine"

    assert kept_part(event, "a", make_and_be_asked_meanwhile, calmly=True).content == "mine"
    assert others == ["1", "2"]


@pytest.mark.parametrize("place", ["round", "standings"])
def test_the_tag_of_an_earlier_state_is_that_of_the_earlier_state(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    section = make_section(event, players=2)
    made = make_round(section, 1, [(1, 2, "")])
    address = made.get_absolute_url() if place == "round" else f"/events/{event.pk}/s/{section.pk}/standings/"
    headers = {"HX-Request": "true", "HX-Target": "round-list" if place == "round" else "standings"}
    first = client.get(address, headers=headers)
    played(made, "1-0")

    soon = client.get(address, headers=headers)
    assert (soon.content, soon["ETag"]) == (first.content, first["ETag"])
    asked = client.get(address, headers=headers | {"If-None-Match": first["ETag"]})
    assert (asked.status_code, asked["ETag"], asked.content) == (304, first["ETag"], b"")

    let_the_pause_pass(monkeypatch)
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
        "pages": {"BACKEND": "config.page_cache.PageCache", "LOCATION": "unix:///nowhere/at/all.sock"}
    }
    make = Maker()
    assert [kept_part(event, "a", make, calmly=True).content for _ in range(2)] == ["1", "2"]
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

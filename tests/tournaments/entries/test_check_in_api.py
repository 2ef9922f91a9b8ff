"""Check-in in the API: by the player's code, and whoever is not there."""

import datetime

import pytest
from django.utils import timezone

from players.models import Club
from tests.core.api.client import ApiClient
from tests.tournaments.builders import make_event, make_section
from tournaments.models import Absence, Entry, Event, Section


@pytest.fixture
def today(lapwing: Club) -> Section:
    """An event of today with two players."""
    day = timezone.localdate()
    return make_section(make_event(club=lapwing, starts_on=day, ends_on=day), players=2)


def test_whoever_has_the_code_is_the_player(visitor: ApiClient, today: Section) -> None:
    entry = today.entries.earliest("pk")

    whose = visitor.get(f"check-ins/{entry.code}/").json()
    response = visitor.post("check-ins/", {"code": entry.code})

    assert (whose["name"], whose["checked_in_at"]) == ("Player 01", None)
    assert (response.status_code, response.json()["id"]) == (200, entry.pk)
    assert Entry.objects.get(pk=entry.pk).checked_in_at is not None


def test_a_code_that_nobody_has_is_not_found(visitor: ApiClient, today: Section) -> None:
    assert visitor.get("check-ins/nonsense/").status_code == 404
    response = visitor.post("check-ins/", {"code": "nonsense"})
    assert (response.status_code, response.json()["errors"][0]["detail"]) == (400, "Nobody has this code.")


def test_nobody_checks_in_on_another_day(visitor: ApiClient, today: Section) -> None:
    day = timezone.localdate() + datetime.timedelta(days=7)
    Event.objects.update(starts_on=day, ends_on=day)

    response = visitor.post("check-ins/", {"code": today.entries.earliest("pk").code})

    assert (response.status_code, response.json()["detail"][:31]) == (422, "You can check in on the day its")


def test_the_code_is_told_to_organisers_and_to_nobody_else(
    visitor: ApiClient, arbiter_api: ApiClient, today: Section
) -> None:
    entry = today.entries.earliest("pk")
    codes = [program.get(f"entries/{entry.pk}/").json()["code"] for program in (visitor, arbiter_api)]

    assert codes == [None, entry.code]


def test_who_has_not_checked_in_is_marked_absent(arbiter_api: ApiClient, today: Section) -> None:
    here, away = today.entries.order_by("pk")
    arbiter_api.post(f"entries/{here.pk}/step/", {"step": "check_in"})

    response = arbiter_api.post(f"sections/{today.pk}/mark-absent/", {})

    assert (response.status_code, response.json()) == (200, {"count": 1})
    assert [(each.entry, each.round_number) for each in Absence.objects.all()] == [(away, 1)]

"""Events in the API."""

import datetime
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoAssertNumQueries

from players.models import Club
from tests.core.api.client import ApiClient
from tests.tournaments.builders import make_event, make_section
from tournaments.locking import lock_event
from tournaments.models import Event, EventState


def names(response: Any) -> list[str]:
    return [found["name"] for found in response.json()["results"]]


def test_the_list_tells_the_heads_of_events_the_latest_first(visitor: ApiClient, lapwing: Club) -> None:
    spring = make_event(club=lapwing, place="Golden Anchor")
    make_section(spring, players=3)
    make_event(
        club=lapwing,
        name="Autumn Open",
        starts_on=datetime.date(2026, 10, 3),
        ends_on=datetime.date(2026, 10, 4),
    )

    answer = visitor.get("events/").json()

    assert [found["name"] for found in answer["results"]] == ["Autumn Open", "Spring Open"]
    assert answer["results"][1] == {
        "id": spring.pk,
        "club": "lapwing",
        "name": "Spring Open",
        "game": "barragoon",
        "refereed": True,
        "state": "open",
        "place": "Golden Anchor",
        "starts_on": "2026-05-02",
        "ends_on": "2026-05-02",
        "time_zone": spring.time_zone,
        "players": 3,
        "url": f"/events/{spring.pk}/",
    }


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"q": "autumn"}, ["Autumn Open"]),
        ({"game": "stratego"}, ["Autumn Open"]),
        ({"club": "lapwing", "state": "open"}, ["Autumn Open", "Spring Open"]),
        ({"state": "running"}, []),
        ({"year": 2026}, ["Spring Open"]),
        ({"year": 1999}, []),
    ],
)
def test_the_filters_are_those_of_the_page(
    visitor: ApiClient, lapwing: Club, query: dict[str, Any], found: list[str]
) -> None:
    make_event(club=lapwing)
    day = datetime.date(2027, 10, 3)
    make_event(club=lapwing, name="Autumn Open", game="stratego", starts_on=day, ends_on=day)

    assert names(visitor.get("events/", **query)) == found


def test_a_club_that_does_not_exist_is_told(visitor: ApiClient, lapwing: Club) -> None:
    response = visitor.get("events/", club="nowhere")

    assert (response.status_code, response.json()["errors"][0]["parameter"]) == (400, "club")


def test_a_draft_is_seen_by_arbiters_only(
    visitor: ApiClient, stranger_api: ApiClient, arbiter_api: ApiClient, lapwing: Club
) -> None:
    draft = make_event(club=lapwing, state=EventState.DRAFT)

    assert [names(program.get("events/")) for program in (visitor, stranger_api, arbiter_api)] == [
        [],
        [],
        ["Spring Open"],
    ]
    statuses = [
        program.get(f"events/{draft.pk}/").status_code for program in (visitor, stranger_api, arbiter_api)
    ]
    assert statuses == [404, 404, 200]


def test_a_list_takes_one_query(
    visitor: ApiClient, lapwing: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(10):
        make_section(make_event(club=lapwing, name=f"Event {number}"), players=1)

    with django_assert_num_queries(1):
        assert len(visitor.get("events/").json()["results"]) == 10


def test_an_event_is_told_with_its_sections_in_four_queries(
    visitor: ApiClient, running_event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    section = make_section(running_event, players=5)

    with django_assert_num_queries(4):
        event = visitor.get(f"events/{running_event.pk}/").json()

    assert (event["state"], event["players"], event["arbiters"], event["setup"]) == (
        "running",
        5,
        [],
        "closed",
    )
    assert event["sections"] == [{"id": section.pk, "name": "Main", "system": "swiss", "players": 5}]


def test_an_event_that_has_not_changed_is_not_sent_again(
    visitor: ApiClient, running_event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = visitor.get(f"events/{running_event.pk}/")
    headers = {"If-None-Match": first["ETag"]}

    with django_assert_num_queries(1):
        again = visitor.client.get(f"/api/v1/events/{running_event.pk}/", headers=headers)

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    with transaction.atomic():
        lock_event(running_event)
    assert visitor.client.get(f"/api/v1/events/{running_event.pk}/", headers=headers).status_code == 200


def test_a_tag_is_good_for_one_account_only(
    visitor: ApiClient, arbiter_api: ApiClient, running_event: Event
) -> None:
    tag = visitor.get(f"events/{running_event.pk}/")["ETag"]

    again = arbiter_api.client.get(f"/api/v1/events/{running_event.pk}/", headers={"If-None-Match": tag})

    assert again.status_code == 200

"""The log of an event in the API."""

import pytest
from pytest_django import DjangoAssertNumQueries

from players.models import User
from tests.core.api.client import ApiClient
from tournaments.models import Event, Pairing, Section


@pytest.fixture
def log(organiser_api: ApiClient, arbiter_api: ApiClient, played_section: Section) -> str:
    """Arno has corrected a result, Olga has moved the event."""
    board = Pairing.objects.get(board=1)
    assert (
        arbiter_api.patch(f"pairings/{board.pk}/", {"result": "0-1", "reason": "Sheets"}).status_code == 200
    )
    assert organiser_api.patch(f"events/{played_section.event_id}/", {"place": "Ulm"}).status_code == 200
    return f"events/{played_section.event_id}/log/"


def test_arbiters_read_who_did_what_and_why(arbiter_api: ApiClient, log: str) -> None:
    moved, corrected = arbiter_api.get(log).json()["results"]

    assert (moved["name"], moved["action"]) == ("Olga", "event.changed")
    assert moved["changes"] == [{"label": "Place", "before": "", "after": "Ulm"}]
    assert (corrected["name"], corrected["reason"]) == ("Arno", "Sheets")
    assert {"label": "Result", "before": "1–0", "after": "0–1"} in corrected["changes"]
    assert (corrected["before"]["result"], corrected["after"]["result"]) == ("1-0", "0-1")
    assert corrected["sentence"].startswith("Arno ")


def test_the_filters_of_the_page_narrow_it(arbiter_api: ApiClient, log: str) -> None:
    def found(**query: str) -> list[str]:
        return [line["name"] for line in arbiter_api.get(log, **query).json()["results"]]

    actor = arbiter_api.get(log).json()["results"][1]["actor"]
    assert found(q="ulm") == ["Olga"]
    assert found(actor=str(actor)) == ["Arno"]
    assert found(action="event.changed") == ["Olga"]
    assert found(until="2020-01-01") == []
    assert found(since="2020-01-01") == ["Olga", "Arno"]


def test_a_filter_that_cannot_be_meant_is_refused(arbiter_api: ApiClient, log: str) -> None:
    response = arbiter_api.get(log, action="event.flown")

    assert (response.status_code, response.json()["errors"][0]["parameter"]) == (400, "action")


def test_it_comes_in_pages(
    arbiter_api: ApiClient, log: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page = arbiter_api.get(log, limit=1).json()

    assert [line["name"] for line in page["results"]] == ["Olga"]
    following = arbiter_api.client.get(page["next"]).json()
    assert ([line["name"] for line in following["results"]], following["next"]) == (["Arno"], None)


def test_others_do_not_read_it(visitor: ApiClient, stranger_api: ApiClient, running_event: Event) -> None:
    statuses = [
        program.get(f"events/{running_event.pk}/log/").status_code for program in (visitor, stranger_api)
    ]

    assert statuses == [401, 403]


@pytest.mark.parametrize(
    "query",
    [{"since": "0001-01-01"}, {"until": "9999-12-31"}, {"until": "0001-01-01"}, {"since": "9999-12-31"}],
)
def test_the_first_and_the_last_day_there_are_can_be_asked_for(
    arbiter_api: ApiClient, log: str, query: dict[str, str]
) -> None:
    User.objects.update(time_zone="Europe/Berlin")

    assert arbiter_api.get(log, **query).status_code == 200

"""Events as files through the API: downloaded on one site, sent to another, confirmed and followed."""

import base64
from typing import Any

import pytest

from players.models import Club, Scope, User
from tests.core.api.client import ApiClient, client_for
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_event, make_section
from tests.tournaments.event_files.builders import comparable, exported, organiser_of, play_round, sent
from tournaments.models import Event, EventFile, EventState, Section

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(olga: User) -> Section:
    made = make_section(make_event(state=EventState.RUNNING), players=4)
    play_round(made, olga, "1-0", "1/2-1/2")
    return made


@pytest.fixture
def server(frida: User) -> ApiClient:
    return client_for(frida)


def upload(data: bytes, **more: Any) -> dict[str, Any]:
    return {
        "club": "federation",
        "content": base64.b64encode(data).decode(),
        "file_name": "event.zip",
        **more,
    }


def test_a_program_moves_an_event(section: Section, olga: User, server: ApiClient, federation: Club) -> None:
    file = client_for(olga).get(f"events/{section.event_id}/event-file/")
    assert file["Content-Type"] == "application/zip"
    data = file.getvalue()
    made = server.post("event-files/", upload(data))
    assert (made.status_code, made.json()["stage"]) == (201, "reading")
    address = f"event-files/{made.json()['id']}/"
    run_jobs()

    preview = server.get(address).json()
    assert (preview["stage"], preview["name"], preview["here_already"]) == (
        "preview", "Spring Open", [section.event_id],
    )  # fmt: skip
    assert [person["name"] for person in preview["people"]] == [
        f"Player {number:02}" for number in range(1, 5)
    ]
    assert server.post(f"{address}import/", {}).status_code == 422
    begun = server.post(f"{address}import/", {"again": True, "choices": {"1": "new"}})
    assert (begun.status_code, begun.json()["stage"]) == (202, "importing")
    run_jobs()

    done = server.get(address).json()
    here = Event.objects.get(pk=done["event"])
    assert (done["stage"], here.club) == ("done", federation)
    again = server.get(f"events/{here.pk}/event-file/").getvalue()
    assert comparable(again) == comparable(data)


def test_a_damaged_file_is_answered_with_its_problems(server: ApiClient, federation: Club) -> None:
    made = server.post("event-files/", upload(b"no zip"))
    run_jobs()

    answer = server.get(f"event-files/{made.json()['id']}/").json()

    assert (answer["stage"], len(answer["problems"])) == ("refused", 1)


@pytest.mark.parametrize(
    "content",
    [{}, {"content": "%"}, {"content": "UEs=", "club": "nowhere"}, {"content": "UEs=", "rated": True}],
)
def test_what_is_sent_wrongly_is_refused(
    server: ApiClient, federation: Club, content: dict[str, Any]
) -> None:
    assert server.post("event-files/", {"club": "federation", **content}).status_code == 400


def test_a_file_is_its_senders_alone(section: Section, olga: User, frida: User, federation: Club) -> None:
    file = sent(exported(section.event, olga), actor=frida, club=federation)
    colleague = client_for(organiser_of(federation, "Fritz Fed"))
    address = f"event-files/{file.pk}/"

    assert colleague.get(address).status_code == 404
    assert colleague.post(f"{address}import/", {}).status_code == 404
    assert colleague.delete(address).status_code == 404


def test_a_file_is_discarded(
    section: Section, olga: User, frida: User, server: ApiClient, federation: Club
) -> None:
    file = sent(exported(section.event, olga), actor=frida, club=federation)

    assert server.delete(f"event-files/{file.pk}/").status_code == 204
    assert not EventFile.objects.exists()


def test_a_token_that_may_only_read_sends_no_file(frida: User, federation: Club) -> None:
    reader = client_for(frida, Scope.READ)

    assert reader.post("event-files/", upload(b"x")).status_code == 403

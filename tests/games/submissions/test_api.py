"""Submitting through the API: text and files, progress, errors with the referee's codes, corrections."""

import base64
import io
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Submission, Upload
from games.submissions.jobs import on_upload_failure
from jobs.models import WorkState
from jobs.services import perform
from players.models import Club, Scope, User
from tests.core.api.client import ApiClient, client_for, make_account
from tests.games.records import BARRAGOON, BROKEN, STRATEGO
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def agnes() -> User:
    return make_account("Agnes")


@pytest.fixture
def program(agnes: User) -> ApiClient:
    return client_for(agnes, Scope.READ, Scope.SUBMIT)


def test_text_is_stored_unchanged_and_answered_at_once(program: ApiClient, agnes: User) -> None:
    response = program.post("uploads/", {"text": BARRAGOON})

    assert response.status_code == 201
    assert response.json()["progress"] == {
        "records": 0, "accepted": 0, "duplicates": 0, "errors": 0, "finished": False,
    }  # fmt: skip
    upload = Upload.objects.get()
    assert (upload.account, upload.source) == (agnes, "api")
    assert b"".join(bytes(piece.data) for piece in upload.pieces.order_by("number")) == BARRAGOON.encode()


def test_a_file_is_sent_in_base64(program: ApiClient) -> None:
    content = base64.b64encode(f"{BARRAGOON}\n{STRATEGO}".encode()).decode()

    upload = program.post("uploads/", {"content": content, "file_name": "evening.pgn"}).json()
    run_jobs()

    assert program.get(f"uploads/{upload['id']}/").json()["progress"] == {
        "records": 2, "accepted": 2, "duplicates": 0, "errors": 0, "finished": True,
    }  # fmt: skip


def test_a_broken_record_tells_where_and_why(program: ApiClient) -> None:
    upload = program.post("uploads/", {"text": BROKEN}).json()
    run_jobs()

    (record,) = program.get("records/", upload=upload["id"]).json()["results"]

    assert (record["state"], record["game"]) == ("error", None)
    assert record["problem"] == {
        "type": "/api/v1/#problem-invalid",
        "title": "The record breaks a rule",
        "status": 400,
        "detail": "c2 is a 2-tile: it goes 2 or 1 steps, with one turn at most, not to c5.",
        "errors": [
            {
                "line": 6, "column": 4, "ply": 3, "move": "2. c2-c5", "code": "wrong-distance", "rule": "4.1",
                "message": "c2 is a 2-tile: it goes 2 or 1 steps, with one turn at most, not to c5.",
            }
        ],
    }  # fmt: skip


def test_a_record_is_corrected_and_becomes_a_game(program: ApiClient) -> None:
    program.post("uploads/", {"text": BROKEN})
    run_jobs()
    (wrong,) = program.get("records/").json()["results"]

    corrected = program.post(f"records/{wrong['id']}/correction/", {"text": BARRAGOON})
    run_jobs()
    again = program.post(f"records/{wrong['id']}/correction/", {"text": BARRAGOON})

    assert corrected.status_code == 201
    (record,) = program.get("records/").json()["results"]
    assert (record["id"], record["state"]) == (corrected.json()["id"], "accepted")
    assert record["game"] is not None
    assert again.status_code == 422


def test_a_record_and_its_correction_tell_of_each_other(program: ApiClient) -> None:
    program.post("uploads/", {"text": BROKEN})
    run_jobs()
    (wrong,) = program.get("records/").json()["results"]
    right = program.post(f"records/{wrong['id']}/correction/", {"text": BARRAGOON}).json()

    told = [program.get(f"records/{pk}/").json() for pk in (wrong["id"], right["id"])]

    assert [(record["corrects"], record["correction"]) for record in (right, *told)] == [
        (wrong["id"], None),
        (None, right["id"]),
        (wrong["id"], None),
    ]


def test_the_same_game_again_is_shown_as_known(program: ApiClient) -> None:
    program.post("uploads/", {"text": BARRAGOON})
    run_jobs()
    program.post("uploads/", {"text": BARRAGOON})
    run_jobs()

    newest, first = program.get("records/").json()["results"]

    assert (newest["state"], newest["game"]) == ("duplicate", first["game"])


@pytest.mark.parametrize(
    ("sent", "pointer"),
    [
        ({}, "#"),
        ({"text": "x", "content": "eA=="}, "#"),
        ({"content": "eA=="}, "#/file_name"),
        ({"content": "%%%", "file_name": "a.txt"}, "#/content"),
        ({"text": "x", "club": "nowhere"}, "#/club"),
        ({"text": "x", "visibility": "friends"}, "#/visibility"),
        ({"text": "x", "colour": "red"}, "#/colour"),
    ],
)
def test_what_makes_no_sense_is_a_problem_with_its_place(
    program: ApiClient, sent: dict[str, str], pointer: str
) -> None:
    response = program.post("uploads/", sent)

    assert response.status_code == 400
    assert [error["pointer"] for error in response.json()["errors"]] == [pointer]


@pytest.mark.parametrize(
    "sent", [{"text": "x", "visibility": "club"}, {"content": "eA==", "file_name": "virus.exe"}]
)
def test_what_is_refused_is_refused_with_a_sentence(program: ApiClient, sent: dict[str, str]) -> None:
    response = program.post("uploads/", sent)

    assert response.status_code == 422
    assert response.json()["detail"]


def test_too_many_uploads_in_an_hour_are_told_with_the_limit_and_the_time_to_wait(
    program: ApiClient, settings: object
) -> None:
    settings.GAMES_UPLOADS_PER_HOUR = 2  # type: ignore[attr-defined]

    answers = [program.post("uploads/", {"text": BARRAGOON}) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [201, 201, 429]
    problem = answers[2].json()
    assert problem["type"] == "/api/v1/#problem-too-many-requests"
    assert re.fullmatch(r"You may send 2 uploads an hour\. Please try again in .+\.", problem["detail"])
    assert 1 <= int(answers[2]["Retry-After"]) <= 3600
    assert Upload.objects.count() == 2


def test_a_club_of_others_is_forbidden(program: ApiClient) -> None:
    Club.objects.create(name="Rook", slug="rook")

    assert program.post("uploads/", {"text": BARRAGOON, "club": "rook"}).status_code == 403


def test_nobody_sees_what_others_sent(program: ApiClient) -> None:
    upload = program.post("uploads/", {"text": BROKEN}).json()
    run_jobs()
    record = Submission.objects.get()
    stranger = client_for(make_account("Stranger"))

    assert stranger.get(f"uploads/{upload['id']}/").status_code == 404
    assert stranger.get(f"records/{record.pk}/").status_code == 404
    assert stranger.get("uploads/").json()["results"] == []
    assert stranger.get("records/").json()["results"] == []
    assert ApiClient().get("uploads/").status_code == 401


def test_lists_take_the_same_queries_for_any_number(
    program: ApiClient, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(5):
        program.post("uploads/", {"text": BARRAGOON.replace("Agnes", f"Agnes{number}")})
    run_jobs()

    with django_assert_max_num_queries(5):
        assert len(program.get("uploads/").json()["results"]) == 5
    with django_assert_max_num_queries(7):
        assert len(program.get("records/").json()["results"]) == 5


class Unread(io.BytesIO):
    """What a program sends, and whether anybody has looked at it."""

    def read(self, size: int | None = -1) -> bytes:
        raise AssertionError("somebody reads what is too large")


def test_what_is_announced_as_too_large_is_refused_unread(
    agnes: User, settings: pytest.FixtureRequest
) -> None:
    settings.GAMES_MOST_UPLOAD_BYTES = 3 << 20  # type: ignore[attr-defined]
    program = client_for(agnes, Scope.SUBMIT)

    response = program.client.generic(
        "POST",
        "/api/v1/uploads/",
        content_type="application/json",
        **{"CONTENT_LENGTH": str((6 << 20) + 1), "wsgi.input": Unread()},
    )

    assert (response.status_code, response["Content-Type"]) == (413, "application/problem+json")
    assert response.json() == {
        "type": "/api/v1/#problem-too-large",
        "title": "That is too much at once",
        "status": 413,
        "detail": "At most 6 megabytes in one request. Please send it in parts.",
    }


def test_a_file_as_large_as_allowed_fits_into_a_request(
    program: ApiClient, settings: pytest.FixtureRequest
) -> None:
    settings.GAMES_MOST_UPLOAD_BYTES = 6 << 20  # type: ignore[attr-defined]
    content = base64.b64encode(b" " * (6 << 20)).decode()

    response = program.post("uploads/", {"content": content, "file_name": "blank.txt"})

    assert response.status_code == 201


@pytest.mark.parametrize(("odd", "code"), [("\0", "null-byte"), ("\ud800", "not-utf-8")])
def test_what_is_no_text_is_an_error_of_its_record_only(program: ApiClient, odd: str, code: str) -> None:
    damaged = BARRAGOON.replace("An open", f"An{odd}open")
    program.post("uploads/", {"text": f"{damaged}\n{STRATEGO}"})
    run_jobs()

    first, second = program.get("records/").json()["results"]
    assert (first["problem"]["errors"][0]["code"], second["state"]) == (code, "accepted")

    corrected = program.post(f"records/{first['id']}/correction/", {"text": damaged}).json()
    run_jobs()

    assert program.get(f"records/{corrected['id']}/").json()["problem"]["errors"][0]["code"] == code


def test_too_many_corrections_are_told_with_the_time_to_wait(
    program: ApiClient, settings: pytest.FixtureRequest
) -> None:
    settings.GAMES_CORRECTIONS_PER_HOUR = 1  # type: ignore[attr-defined]
    program.post("uploads/", {"text": f"{BROKEN}\n{BROKEN}"})
    run_jobs()
    first, second = program.get("records/").json()["results"]
    program.post(f"records/{first['id']}/correction/", {"text": BARRAGOON})

    answer = program.post(f"records/{second['id']}/correction/", {"text": STRATEGO})

    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 3600
    assert answer.json()["detail"].startswith("You may correct 1 record an hour. Please try again ")


def test_an_upload_that_breaks_off_is_finished_when_what_was_read_is_checked(
    program: ApiClient, client: Client, agnes: User
) -> None:
    number = program.post("uploads/", {"text": BARRAGOON}).json()["id"]
    perform(kind_name="cut upload into records", pk=number, message_id="cut")
    Upload.objects.filter(pk=number).update(state=WorkState.FAILED)
    on_upload_failure(Upload.objects.get(pk=number))
    client.force_login(agnes, backend="django.contrib.auth.backends.ModelBackend")

    while_it_is_checked = program.get(f"uploads/{number}/").json()["progress"]
    page = client.get(f"/games/uploads/{number}/").content.decode()
    run_jobs()
    afterwards = program.get(f"uploads/{number}/").json()["progress"]

    assert while_it_is_checked == {
        "records": 2, "accepted": 0, "duplicates": 0, "errors": 1, "finished": False,
    }  # fmt: skip
    assert 'hx-trigger="every 2s"' in page
    assert afterwards == {"records": 2, "accepted": 1, "duplicates": 0, "errors": 1, "finished": True}

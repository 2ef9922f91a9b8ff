"""Requests that carry a key are done once, however often they come."""

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from core.api import idempotency
from core.models import StoredAnswer
from core.tasks import delete_old_rows
from games.models import Upload
from players.models import Club, Scope, User
from tests.core.api.client import ApiClient, client_for, make_account

KEY = "8e03978e-40d5-43dd-bc93-6894a57f9324"
SENT = {"text": "1. a1 a2"}


@pytest.fixture
def agnes(db: None) -> User:
    return make_account("Agnes")


@pytest.fixture
def program(agnes: User) -> ApiClient:
    return client_for(agnes, Scope.READ, Scope.SUBMIT)


def test_an_upload_that_is_repeated_is_made_once_and_answered_alike(program: ApiClient) -> None:
    first = program.post("uploads/", SENT, key=KEY)

    again = program.post("uploads/", SENT, key=KEY)

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert Upload.objects.count() == 1
    assert ("Idempotency-Replayed" in first.headers, again["Idempotency-Replayed"]) == (False, "true")


def test_without_a_key_or_with_another_one_it_is_a_new_upload(program: ApiClient) -> None:
    for key in (None, None, KEY, f"{KEY}-2"):
        assert program.post("uploads/", SENT, key=key).status_code == 201

    assert Upload.objects.count() == 4


def test_a_key_belongs_to_one_account(program: ApiClient) -> None:
    program.post("uploads/", SENT, key=KEY)

    assert client_for(make_account("Jorge")).post("uploads/", SENT, key=KEY).status_code == 201
    assert Upload.objects.count() == 2


@pytest.mark.parametrize(
    ("path", "content"),
    [("uploads/", {"text": "1. b1 b2"}), ("uploads/?x=1", SENT), ("clubs/", {"name": "New"})],
)
def test_a_key_that_was_used_for_something_else_is_refused(
    agnes: User, path: str, content: dict[str, str]
) -> None:
    program = client_for(agnes)
    program.post("uploads/", SENT, key=KEY)

    refused = program.post(path, content, key=KEY)

    assert refused.status_code in (400, 422)
    assert (Upload.objects.count(), Club.objects.count()) == (1, 0)


def test_what_was_refused_is_tried_again(program: ApiClient) -> None:
    assert program.post("uploads/", {"text": "x", "club": "nowhere"}, key=KEY).status_code == 400
    assert not StoredAnswer.objects.exists()

    assert program.post("uploads/", SENT, key=KEY).status_code == 201


def test_an_error_of_ours_leaves_neither_the_change_nor_the_key(
    program: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the process had died between the two: there are both or none."""

    def break_down(self: object, *args: object, **kwargs: object) -> None:
        raise RuntimeError("the power is gone")

    program.client.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.setattr(StoredAnswer, "save", _unless_new(StoredAnswer.save, break_down))
        assert program.post("uploads/", SENT, key=KEY).status_code == 500
    assert (Upload.objects.count(), StoredAnswer.objects.count()) == (0, 0)

    assert program.post("uploads/", SENT, key=KEY).status_code == 201


def _unless_new(save: Callable[..., None], instead: Callable[..., None]) -> Callable[..., None]:
    def save_or_break(self: StoredAnswer, *args: Any, **kwargs: Any) -> None:
        (save if self.pk is None else instead)(self, *args, **kwargs)

    return save_or_break


def test_changes_and_deletions_may_be_repeated_as_well(owner: ApiClient, club: Club) -> None:
    first = owner.patch("clubs/lapwing/", {"place": "Bonn"}, key=KEY)
    Club.objects.update(place="Kiel")

    again = owner.patch("clubs/lapwing/", {"place": "Bonn"}, key=KEY)

    assert first.json() == again.json()
    assert Club.objects.get().place == "Kiel"


@pytest.mark.parametrize("key", ["", "two words", "Schlüssel", "x" * 256])
def test_a_key_that_is_none_is_told(program: ApiClient, key: str) -> None:
    refused = program.post("uploads/", SENT, key=key)

    assert (refused.status_code, Upload.objects.count()) == (400, 0)


def test_reading_takes_no_key(program: ApiClient) -> None:
    answers = [
        program.client.get("/api/v1/uploads/", headers={"Idempotency-Key": KEY}).status_code for _ in range(2)
    ]

    assert (answers, StoredAnswer.objects.count()) == ([200, 200], 0)


def test_visitors_have_no_keys(visitor: ApiClient) -> None:
    assert visitor.post("uploads/", SENT, key=KEY).status_code == 401
    assert not StoredAnswer.objects.exists()


def test_answers_are_kept_for_a_day(program: ApiClient) -> None:
    program.post("uploads/", SENT, key=KEY)
    program.post("uploads/", SENT, key="another")
    StoredAnswer.objects.filter(key=KEY).update(created_at=timezone.now() - timedelta(hours=25))

    assert "Idempotency-Replayed" not in program.post("uploads/", SENT, key=KEY).headers
    StoredAnswer.objects.filter(key=KEY).update(created_at=timezone.now() - timedelta(hours=25))
    delete_old_rows()

    assert [row.key for row in StoredAnswer.objects.all()] == ["another"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    """Real threads on PostgreSQL."""

    def test_of_requests_that_come_at_once_one_is_done(self) -> None:
        program = client_for(make_account("Agnes"), Scope.SUBMIT)
        secret = program.client.defaults["HTTP_AUTHORIZATION"].removeprefix("Bearer ")
        start, answers = Barrier(4), []

        def send() -> None:
            try:
                start.wait()
                answers.append(ApiClient(secret).post("uploads/", SENT, key=KEY))
            finally:
                connection.close()

        threads = [Thread(target=send) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert [answer.status_code for answer in answers] == [201] * 4
        assert len({answer.json()["id"] for answer in answers}) == 1
        assert Upload.objects.count() == 1

    def test_who_waits_too_long_is_told_to_come_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(idempotency, "SECONDS_TO_WAIT", 1)
        agnes = make_account("Agnes")
        program = client_for(agnes, Scope.SUBMIT)
        claimed, answered = Barrier(2), Barrier(2)

        def hold() -> None:
            try:
                with transaction.atomic():
                    StoredAnswer.objects.create(account=agnes, key=KEY, fingerprint="x")
                    claimed.wait()
                    answered.wait()
            finally:
                connection.close()

        holder = Thread(target=hold)
        holder.start()
        claimed.wait()
        try:
            answer = program.post("uploads/", SENT, key=KEY)
        finally:
            answered.wait()
            holder.join()

        assert (answer.status_code, answer["Retry-After"]) == (409, "1")
        assert not Upload.objects.exists()

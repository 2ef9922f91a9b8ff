"""Imports of people, data exports and attempts to sign in go after a time; what somebody still needs does not."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.retention import delete_due_rows
from jobs.models import WorkState
from players.models import Club, DataExport, PeopleImport, PeopleUpload, PeopleUploadRow, RowMatch, User

pytestmark = pytest.mark.django_db
LONG_AGO = timedelta(days=91)


def make_upload(
    club: Club, state: WorkState = WorkState.DONE, entered: WorkState | None = None
) -> PeopleUpload:
    at = timezone.now() - LONG_AGO
    times = {"created_at": at, "finished_at": None if state == WorkState.WAITING else at}
    upload = PeopleUpload.objects.create(club=club, content=b"Name\nAda", state=state, **times)
    PeopleUploadRow.objects.create(upload=upload, line=2, cells=["Ada"], name="Ada", finding=RowMatch.NEW)
    if entered:
        finished = None if entered == WorkState.WAITING else at
        PeopleImport.objects.create(upload=upload, state=entered, finished_at=finished)
    return upload


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Lapwing", slug="lapwing")


def test_imports_go_unless_they_are_being_worked_at_or_got_stuck(club: Club) -> None:
    for state, entered in (
        (WorkState.DONE, WorkState.DONE),
        (WorkState.DONE, None),
        (WorkState.FAILED, None),
    ):
        make_upload(club, state, entered)
    kept = [
        make_upload(club, WorkState.DONE, WorkState.FAILED),
        make_upload(club, WorkState.DONE, WorkState.WAITING),
        make_upload(club, WorkState.WAITING),
    ]
    lately = make_upload(club, WorkState.DONE, WorkState.DONE)
    PeopleImport.objects.filter(upload=lately).update(finished_at=timezone.now())

    assert delete_due_rows(seconds=60).deleted["people-imports"] == 3

    assert list(PeopleUpload.objects.order_by("pk")) == [*kept, lately]
    assert PeopleUploadRow.objects.count() == 4


def test_the_page_for_imports_says_how_long_they_are_kept(client: Client, club: Club) -> None:
    root = User.objects.create_superuser("root@example.org", None, display_name="Root")
    client.force_login(root, backend="django.contrib.auth.backends.ModelBackend")
    make_upload(club)

    page = client.get(reverse("import-people", args=[club.slug])).content.decode()

    assert "is deleted after 90 days" in page


def test_a_data_export_goes_after_a_month() -> None:
    user = User.objects.create_user("ada@example.org", None, display_name="Ada")
    for days in (29, 31):
        DataExport.objects.create(
            user=user, content={}, state=WorkState.DONE, finished_at=timezone.now() - timedelta(days=days)
        )

    assert delete_due_rows(seconds=60).deleted["data-exports"] == 1


def test_attempts_to_sign_in_go_after_a_week() -> None:
    for model, values in (
        (AccessAttempt, {"failures_since_start": 3}),
        (AccessFailureLog, {}),
        (AccessLog, {}),
    ):
        for days in (6, 8):
            row = model.objects.create(ip_address=f"192.0.2.{days}", username="ada", **values)
            model.objects.filter(pk=row.pk).update(attempt_time=timezone.now() - timedelta(days=days))

    delete_due_rows(seconds=60)

    for model in (AccessAttempt, AccessFailureLog, AccessLog):
        assert [row.ip_address for row in model.objects.all()] == ["192.0.2.6"]

"""Administrators see the work of the archive that failed, why it did, and can have it tried again."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import AdjudicationOrder, RatingOrder, SourceKind, Submission, SubmissionSlice, Upload
from games.submissions.services.uploads import submit_text
from jobs.models import WorkItem, WorkState
from players.models import User
from tests.games.records import BARRAGOON
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db

FAILED: dict[str, Any] = {
    "state": WorkState.FAILED,
    "attempts": 60,
    "finished_at": timezone.now(),
    "last_error": "OperationalError: the disk is full",
}


def an_upload() -> Upload:
    return Upload.objects.create(source=SourceKind.FILE, file_name="autumn.zip", size=7, **FAILED)


def a_slice() -> SubmissionSlice:
    return SubmissionSlice.objects.create(upload=an_upload(), **FAILED)


def an_order_to_adjudicate() -> AdjudicationOrder:
    return AdjudicationOrder.objects.create(games=[4, 5, 6], engine_version="1", **FAILED)


def an_order_to_rate() -> RatingOrder:
    return RatingOrder.objects.create(games=[4, 5, 6], **FAILED)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("upload", an_upload),
        ("submissionslice", a_slice),
        ("adjudicationorder", an_order_to_adjudicate),
        ("ratingorder", an_order_to_rate),
    ],
)
def test_failed_work_of_the_archive_stands_in_the_admin_with_its_error_and_is_tried_again(
    admin_client: Client, name: str, make: Callable[[], WorkItem]
) -> None:
    failed = make()
    address = f"/admin/games/{name}/"

    listed = admin_client.get(f"{address}?state__exact=failed").content.decode()
    alone = admin_client.get(f"{address}{failed.pk}/change/").content.decode()
    answer = admin_client.post(address, {"action": "try_again", "_selected_action": [failed.pk]}, follow=True)

    failed.refresh_from_db()
    assert "OperationalError: the disk is full" in listed
    assert "OperationalError: the disk is full" in alone
    assert "1 failed job is tried again." in answer.content.decode()
    assert (failed.state, failed.attempts) == (WorkState.WAITING, 0)
    assert admin_client.get(f"{address}add/").status_code == 403


def test_a_slice_that_is_tried_again_from_the_admin_gives_its_records_a_fate(
    admin_client: Client, submitter: User
) -> None:
    upload = submit_text(account=submitter, text=BARRAGOON)
    run_jobs()
    SubmissionSlice.objects.update(**FAILED)
    Submission.objects.update(state="received", game=None)

    admin_client.post(
        "/admin/games/submissionslice/",
        {"action": "try_again", "_selected_action": [upload.slices.get().pk]},
    )
    run_jobs()

    assert list(upload.submissions.values_list("state", "errors")) == [("duplicate", [])]
    assert upload.slices.get().state == WorkState.DONE

"""Files of uploads go when every record in them is stored; records, games and failed orders stay."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from core.retention import delete_due_rows
from games.models import AdjudicationOrder, Game, Submission, Upload, UploadPiece
from games.submissions.services.uploads import resubmit, submit_text
from jobs.models import WorkState
from players.models import User
from tests.games.records import BARRAGOON, BROKEN
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


def submitted(account: User, text: str, *, days: int = 91) -> Upload:
    """An upload whose records were looked at so many days ago."""
    upload = submit_text(account=account, text=text)
    run_jobs()
    Upload.objects.filter(pk=upload.pk).update(finished_at=timezone.now() - timedelta(days=days))
    return upload


def has_file(upload: Upload) -> bool:
    return UploadPiece.objects.filter(upload=upload).exists()


def test_the_file_goes_when_all_of_its_records_are_stored(submitter: User) -> None:
    upload = submitted(submitter, BARRAGOON)
    known = submitted(submitter, BARRAGOON)
    lately = submitted(submitter, BARRAGOON, days=89)

    assert delete_due_rows(seconds=60).deleted["uploaded-files"] == 2

    assert [has_file(each) for each in (upload, known, lately)] == [False, False, True]
    assert Game.objects.count() == 1
    kept = Submission.objects.get(upload=upload)
    assert (bytes(kept.raw), kept.state) == (BARRAGOON.encode(), "accepted")
    assert delete_due_rows(seconds=60).deleted["uploaded-files"] == 0
    call_command("verify", "--quiet")


def test_one_wrong_record_keeps_the_file_until_a_correction_is_stored(submitter: User) -> None:
    upload = submitted(submitter, f"{BARRAGOON}\n{BROKEN}")
    delete_due_rows(seconds=60)
    assert has_file(upload)

    wrong = upload.submissions.get(state="error")
    resubmit(submission=wrong, text=BROKEN.replace("2. c2-c5", "2. c2-c4"))
    delete_due_rows(seconds=60)
    assert has_file(upload)

    run_jobs()
    assert set(upload.submissions.filter(is_current=True).values_list("state", flat=True)) == {"accepted"}
    delete_due_rows(seconds=60)
    assert not has_file(upload)


def test_a_file_that_waits_or_could_not_be_read_stays(submitter: User) -> None:
    waiting = submit_text(account=submitter, text=BARRAGOON)
    failed = submit_text(account=submitter, text=BARRAGOON)
    Upload.objects.filter(pk=failed.pk).update(
        state=WorkState.FAILED, finished_at=timezone.now() - timedelta(days=500)
    )

    delete_due_rows(seconds=60)

    assert has_file(waiting)
    assert has_file(failed)


def test_a_lost_file_is_still_found_by_verify(submitter: User) -> None:
    upload = submitted(submitter, BARRAGOON)
    UploadPiece.objects.filter(upload=upload).delete()

    with pytest.raises(CommandError):
        call_command("verify", "--quiet")


def test_the_page_says_that_the_file_is_gone_and_the_records_are_kept(
    client: Client, submitter: User
) -> None:
    client.force_login(submitter, backend="django.contrib.auth.backends.ModelBackend")
    upload = submitted(submitter, BARRAGOON)
    before = client.get(upload.get_absolute_url()).content.decode()

    delete_due_rows(seconds=60)

    after = client.get(upload.get_absolute_url()).content.decode()
    sentence = "Every record in it is kept, as you sent it."
    assert (sentence in before, sentence in after) == (False, True)
    record = Submission.objects.get(upload=upload)
    assert client.get(record.get_absolute_url()).status_code == 200


def test_orders_that_are_done_go_and_those_that_failed_wait_for_somebody(settings: Settings) -> None:
    settings.KEEP_FINISHED_JOBS_DAYS = 10
    long_ago = timezone.now() - timedelta(days=11)
    kept = [
        AdjudicationOrder.objects.create(games=[], engine_version="1", created_at=long_ago, **state).pk
        for state in (
            {"state": WorkState.FAILED, "finished_at": long_ago},
            {"state": WorkState.WAITING},
            {"state": WorkState.DONE, "finished_at": timezone.now()},
        )
    ]
    AdjudicationOrder.objects.create(games=[], engine_version="1", state=WorkState.DONE, finished_at=long_ago)

    delete_due_rows(seconds=60)

    assert list(AdjudicationOrder.objects.order_by("pk").values_list("pk", flat=True)) == kept

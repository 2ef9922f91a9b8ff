"""Workers that are lost, run out of time or cannot write: what is to blame is an error, and nothing waits for ever."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError
from django.utils import timezone

from core.errors import Refused
from games.models import Game, Submission, SubmissionSlice, Upload
from games.models.submission import SourceKind
from games.submissions import jobs
from games.submissions.selectors import records
from games.submissions.selectors.records import FoundRecord
from games.submissions.selectors.uploads import progress_of
from games.submissions.services import small_uploads, validation
from games.submissions.services.uploads import resubmit, submit
from games.submissions.services.validation import CheckedSubmission
from jobs import services as job_services
from jobs.kinds import JOB_KINDS, JobKind
from jobs.services import perform, retry
from tests.games.records import BARRAGOON, BROKEN, STRATEGO
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db

GOOD, OTHER = BARRAGOON.encode(), STRATEGO.encode()
GIVEN_UP = "The referee tried again and again, and did not get to the end. The site’s operator can see why."
ACCEPTED, RECEIVED = ("accepted", ""), ("received", "")
HappensBefore = Callable[[Callable[[records.SentRecord], None]], None]


class Lost(BaseException):
    """As a killed process: nothing is caught, nothing is tidied up."""


def slice_of(*records: bytes) -> SubmissionSlice:
    """The records of an upload, cut and not yet validated."""
    data = b"\n".join(records)
    upload = submit(account=None, content=[data], size=len(data), source=SourceKind.PASTE)
    perform(kind_name="cut upload into records", pk=upload.pk, message_id="cut")
    return upload.slices.get()


def validate(part: SubmissionSlice) -> None:
    """One attempt, at once, as if the time of waiting had passed."""
    SubmissionSlice.objects.update(due_at=timezone.now())
    perform(kind_name="validate records", pk=part.pk, message_id="the same message")


def fates() -> list[tuple[str, str]]:
    rows = Submission.objects.filter(is_current=True).order_by("ordinal")
    return [(row.state, row.errors[0]["message"] if row.errors else "") for row in rows]


@pytest.fixture
def happens_before(monkeypatch: pytest.MonkeyPatch) -> HappensBefore:
    """Lets something happen before the referee looks at a record."""
    real = validation._check

    def use(happens: Callable[[records.SentRecord], None]) -> None:
        def checked(sent: records.SentRecord) -> validation.CheckResult:
            happens(sent)
            return real(sent)

        monkeypatch.setattr(validation, "_check", checked)

    return use


def allow_attempts(until_test_ends: ExitStack, kind: JobKind, number: int) -> None:
    until_test_ends.enter_context(JOB_KINDS.extended(kind.name, replace(kind, max_attempts=number)))


def test_records_that_stop_their_worker_are_found_and_the_others_are_not_lost(
    happens_before: HappensBefore, until_test_ends: ExitStack
) -> None:
    """The first attempt's worker never comes back; then each of two records is the last that two workers see."""

    def deadly(sent: records.SentRecord) -> None:
        if sent.ordinal in (2, 3):
            raise Lost

    happens_before(deadly)
    # Fewer than they cost together: what one record costs is not counted for the others.
    allow_attempts(until_test_ends, jobs.VALIDATE_SLICE, 4)
    part = slice_of(GOOD, BROKEN.encode(), GOOD.replace(b"2026", b"2025"), OTHER)
    for _ in range(5):
        with pytest.raises(Lost):
            validate(part)
    validate(part)

    lost = ("error", "The referee did not come back from this record, however often it was tried.")
    assert fates() == [ACCEPTED, lost, lost, ACCEPTED]
    part.refresh_from_db()
    assert (part.state, Game.objects.count()) == ("done", 2)


def test_only_a_record_that_used_up_the_time_alone_is_to_blame(
    happens_before: HappensBefore, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """The time is up in the second record twice: once after the first took most of it, once in itself."""
    settings.JOB_TIME_LIMIT = 300
    clock, seconds = [0.0], {1: 200.0, 2: 100.0}
    monkeypatch.setattr(job_services, "monotonic", lambda: clock[0])
    jobs_begin = [0.0]

    def slow(sent: records.SentRecord) -> None:
        clock[0] += seconds.get(sent.ordinal, 1.0)
        if clock[0] - jobs_begin[0] >= 300:
            jobs_begin[0] = clock[0]
            raise SoftTimeLimitExceeded

    happens_before(slow)
    part = slice_of(GOOD, BROKEN.encode(), OTHER)
    validate(part)  # all at once: nothing is settled
    validate(part)
    after_the_first_record = fates()
    seconds[2] = 300.0
    validate(part)
    validate(part)

    assert after_the_first_record == [ACCEPTED, RECEIVED, RECEIVED]
    slow_one = ("error", "The referee was not done with this record after 300 seconds.")
    assert fates() == [ACCEPTED, slow_one, ACCEPTED]


def test_a_database_that_is_away_while_a_record_is_settled_is_not_the_records_doing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, failures = jobs.save_results, iter([OperationalError("the server was shut down")] * 5)

    def settle(upload: Upload, fates: list[CheckedSubmission]) -> None:
        for failure in failures:
            raise failure
        real(upload, fates)

    monkeypatch.setattr(jobs, "save_results", settle)
    part = slice_of(GOOD, OTHER)
    for _ in range(6):
        validate(part)

    assert fates() == [ACCEPTED, ACCEPTED]


def test_a_record_that_cannot_be_settled_does_not_hold_up_the_others_and_is_an_error_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
    until_test_ends: ExitStack,
) -> None:
    real = jobs.save_results

    def settle(upload: Upload, fates: list[CheckedSubmission]) -> None:
        if any(fate.checked.digest and "Bo Lind" in fate.checked.digest.canonical for fate in fates):
            raise ZeroDivisionError
        real(upload, fates)

    monkeypatch.setattr(jobs, "save_results", settle)
    allow_attempts(until_test_ends, jobs.VALIDATE_SLICE, 3)
    part = slice_of(GOOD, OTHER)
    validate(part)
    validate(part)
    meanwhile = fates()
    validate(part)

    assert meanwhile == [RECEIVED, ACCEPTED]
    assert fates() == [("error", GIVEN_UP), ACCEPTED]
    part.refresh_from_db()
    assert (part.state, part.last_error) == ("failed", "ZeroDivisionError: ")
    assert progress_of(part.upload).is_finished


def test_a_slice_whose_workers_are_all_lost_ends_in_errors_and_can_be_tried_again(
    happens_before: HappensBefore, until_test_ends: ExitStack
) -> None:
    allow_attempts(until_test_ends, jobs.VALIDATE_SLICE, 1)
    mended = []

    def deadly(sent: records.SentRecord) -> None:
        if not mended:
            raise Lost

    happens_before(deadly)
    part = slice_of(GOOD, BROKEN.encode(), OTHER)
    with pytest.raises(Lost):
        validate(part)
    validate(part)

    assert fates() == [("error", GIVEN_UP)] * 3
    part.refresh_from_db()
    assert part.state == "failed"
    assert "lost" in part.last_error
    assert progress_of(part.upload).is_finished

    mended.append(True)
    resubmit(submission=part.submissions.get(ordinal=3), text=BROKEN)
    retry(item=part)
    run_jobs()

    assert [state for state, _ in fates()] == ["accepted", "error", "error"]
    assert [row.errors[0]["code"] for row in Submission.objects.filter(state="error").order_by("ordinal", "pk")] == [
        "wrong-distance",
        "cannot-be-checked",
        "wrong-distance",
    ]  # fmt: skip


def test_an_upload_that_cannot_be_read_ends_in_an_error_and_can_be_tried_again(
    monkeypatch: pytest.MonkeyPatch,
    until_test_ends: ExitStack,
) -> None:
    """After one slice was stored."""
    allow_attempts(until_test_ends, jobs.SPLIT_UPLOAD, 1)
    monkeypatch.setattr(jobs, "MAX_RECORDS_PER_SLICE", 1)
    monkeypatch.setattr(small_uploads, "MAX_SMALL_UPLOAD", 0)
    real, stored = jobs._store_batch, []

    def store_batch(upload: Upload, before: int, batch: list[FoundRecord]) -> None:
        if len(stored) == 1:
            raise ZeroDivisionError
        real(upload, before, batch)
        stored.append(batch)

    monkeypatch.setattr(jobs, "_store_batch", store_batch)
    data = GOOD + b"\n" + OTHER
    upload = submit(account=None, content=[data], size=len(data), source=SourceKind.PASTE)
    run_jobs()

    not_read = (
        "From here on the upload could not be read. The site’s operator can see why. "
        "What was read before is not lost."
    )
    assert fates() == [ACCEPTED, ("error", not_read)]
    upload.refresh_from_db()
    assert (upload.state, upload.received) == ("failed", 1)
    assert progress_of(upload)[:4] == (2, 1, 0, 1)
    with pytest.raises(Refused, match="not read"):
        resubmit(submission=upload.submissions.get(ordinal=2), text=STRATEGO)

    monkeypatch.setattr(jobs, "_store_batch", real)
    retry(item=upload)
    run_jobs()

    assert fates() == [ACCEPTED, ACCEPTED]
    assert SubmissionSlice.objects.count() == 2

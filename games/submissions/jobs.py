"""The two jobs of an upload: split it into records, and validate slices of the records."""

import io
import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F
from django.utils import timezone

from engine.texts import Sentence
from games.models import Submission, SubmissionSlice, SubmissionState, Upload
from games.submissions.selectors.records import (
    PIECE_SIZE,
    FoundRecord,
    SentRecord,
    SubmissionCode,
    UploadReader,
    make_error,
    records_by_slice,
    waiting_records,
)
from games.submissions.selectors.upload_files import records_of_upload
from games.submissions.services.small_uploads import (
    NewSubmission,
    count_small_uploads,
    read_small_uploads,
    store_small_uploads,
    store_submissions,
)
from games.submissions.services.validation import (
    CheckedSubmission,
    CheckResult,
    check_record,
    failed_check,
    save_results,
    upload_terms,
    warm_up,
)
from jobs import services, urgent
from jobs.kinds import Batch, BatchResult, JobKind
from jobs.models import WorkState

# A job takes as many records as are worth a message, and no more than fit into little memory.
MAX_RECORDS_PER_SLICE: Final = 500
MAX_BYTES_PER_SLICE: Final = 1 << 20

# Towards the end of an upload slices become smaller, so that no worker is left with much when the others are done.
MIN_RECORDS_PER_SLICE: Final = 150
SLICES_AT_THE_END: Final = 3

# A record that was begun with this often, alone, and never finished, is given up.
MAX_TRIES: Final = 2

# On SQLite nobody else writes meanwhile.
MAX_RECORDS_PER_WRITE: Final = 75

# So many are checked before a worker asks whether it may go on; what is checked is written then.
RECORDS_PER_LOOK: Final = 10

# Small slices are read together; if some of them are large after all, they still fit into little memory.
SLICES_PER_QUERY: Final = 20
logger = logging.getLogger(__name__)


def split_upload(upload: Upload) -> None:
    """Store the records found, slice by slice, each slice in a transaction of its own.

    `Upload.received` says how many there are already: a second attempt skips those.
    """
    ordinal = 0
    stream = io.BufferedReader(UploadReader(upload), PIECE_SIZE)
    for batch in _batches(records_of_upload(upload, stream), upload.size):
        _store_batch(upload, ordinal, batch)
        ordinal += len(batch)
        urgent.give_way()


def validate_slice(item: SubmissionSlice) -> list[CheckedSubmission]:
    """Ask the referee about every record of the slice.

    If that was tried before and the worker did not come back, the records are settled one by one: the one that is to
    blame is found, and the others are not lost with it.
    """
    if item.attempts > 1:
        _check_one_by_one(item)
        return []
    return [CheckedSubmission(sent.submission, check_record(sent)) for sent in waiting_records(item)]


class CheckedSlices(NamedTuple):
    """`complete` are the slices without a record that still waits."""

    checked: dict[int, list[CheckedSubmission]]
    complete: set[int]


def check_slices(items: Sequence[SubmissionSlice], go_on: Callable[[], bool]) -> CheckedSlices:
    """Ask the referee about slices that nobody has begun with. The last of them may be left in its middle."""
    found, count, may_go_on = CheckedSlices({}, set()), 0, True
    for start in range(0, len(items), SLICES_PER_QUERY):
        for pk, waiting in records_by_slice(items[start : start + SLICES_PER_QUERY]).items():
            checked = found.checked[pk] = []
            for place in range(0, len(waiting), RECORDS_PER_LOOK):
                some = waiting[place : place + RECORDS_PER_LOOK]
                checked += [CheckedSubmission(sent.submission, check_record(sent)) for sent in some]
                count += len(some)
                may_go_on = count < MAX_RECORDS_PER_WRITE and go_on()
                if len(checked) < len(waiting) and not may_go_on:
                    return found
            found.complete.add(pk)
            if not may_go_on:
                return found
    return found


def _save_slices(items: Sequence[SubmissionSlice], found: CheckedSlices) -> BatchResult:
    """Uploads that say the same of their games are written together."""
    uploads = Upload.objects.select_related("account").in_bulk({item.upload_id for item in items})
    alike: dict[object, list[SubmissionSlice]] = {}
    for item in items:
        alike.setdefault(upload_terms(uploads[item.upload_id]), []).append(item)
    for some in alike.values():
        sent_with = {
            checked.submission: item.upload_id for item in some for checked in found.checked.get(item.pk, [])
        }
        results = [checked for item in some for checked in found.checked.get(item.pk, [])]
        if results:
            save_results(uploads[some[0].upload_id], results, sent_with=sent_with)
    return BatchResult(done=found.complete & {item.pk for item in items})


def _slices_at_once(item: SubmissionSlice) -> int:
    records = Submission.objects.filter(slice=item).count()
    return max(1, MAX_RECORDS_PER_WRITE // max(1, records))


def _save_slice(item: SubmissionSlice, checked: list[CheckedSubmission]) -> None:
    save_results(item.upload, checked)


def _batches(found: Iterator[FoundRecord], size_of_all: int) -> Iterator[list[FoundRecord]]:
    batch: list[FoundRecord] = []
    size = records_before = size_before = 0
    most = MAX_RECORDS_PER_SLICE
    for record in found:
        if batch and (len(batch) >= most or size + len(record.raw) > MAX_BYTES_PER_SLICE):
            yield batch
            records_before += len(batch)
            size_before += size
            most = _next_slice_size(records_before, size_before, size_of_all)
            batch, size = [], 0
        batch.append(record)
        size += len(record.raw)
    if batch:
        yield batch


def _next_slice_size(records: int, size: int, size_of_all: int) -> int:
    """If the rest is like these records. Of what was packed nobody knows how much is left."""
    left = (size_of_all - size) * records // max(size, 1)
    if left <= 0:
        return MAX_RECORDS_PER_SLICE
    return min(MAX_RECORDS_PER_SLICE, max(MIN_RECORDS_PER_SLICE, left // SLICES_AT_THE_END))


@transaction.atomic
def _store_batch(upload: Upload, before: int, batch: list[FoundRecord]) -> None:
    """Those that are not there yet. The upload's row is locked, so that only one worker stores them."""
    rows = Upload.objects.select_for_update(no_key=True).filter(pk=upload.pk)
    there = max(0, rows.values_list("received", flat=True).get() - before)
    before, batch = before + there, batch[there:]
    if not batch:
        return
    part = SubmissionSlice.objects.create(upload=upload)
    store_submissions(
        NewSubmission(part, ordinal, record) for ordinal, record in enumerate(batch, start=before + 1)
    )
    Upload.objects.filter(pk=upload.pk).update(received=before + len(batch))
    services.enqueue(item=part)


def _check_one_by_one(item: SubmissionSlice) -> None:
    """What is to blame for the lost worker becomes an error; what only cannot be written now is tried again later."""
    problem: Exception | None = None
    SubmissionSlice.objects.filter(pk=item.pk).update(checked=0)  # from here on what is checked is settled
    for sent in waiting_records(item):
        urgent.give_way()
        begun = Submission.objects.filter(pk=sent.submission, tries__lt=MAX_TRIES).update(
            tries=F("tries") + 1
        )
        if not begun:
            _blame(item, sent, "The referee did not come back from this record, however often it was tried.")
            continue
        with services.watch_time(
            on_slow=partial(_blame_slow_record, item, sent), on_shared=partial(_forget_tries, sent)
        ):
            checked = check_record(sent)
        # The referee came back: whatever happens from here on is not the record's doing.
        _forget_tries(sent)
        try:
            _save_alone(item, sent, checked)
        except (SoftTimeLimitExceeded, OperationalError, InterfaceError):
            raise
        except Exception as error:
            logger.exception("The record %s cannot be settled", sent.submission)
            problem = error
    if problem:
        raise problem


def _forget_tries(sent: SentRecord) -> None:
    Submission.objects.filter(pk=sent.submission).update(tries=0)


def _blame_slow_record(item: SubmissionSlice, sent: SentRecord, seconds: float) -> None:
    message = Sentence(
        "The referee was not done with this record after %(seconds)s seconds.", seconds=round(seconds)
    )
    _blame(item, sent, message)


def _blame(item: SubmissionSlice, sent: SentRecord, message: str) -> None:
    """The attempts that led here were this record's: the others of the slice have all of theirs again."""
    _save_alone(item, sent, failed_check(message))
    services.restore_attempts(item=item)


@transaction.atomic
def _save_alone(item: SubmissionSlice, sent: SentRecord, checked: CheckResult) -> None:
    save_results(item.upload, [CheckedSubmission(sent.submission, checked)])


def on_upload_failure(upload: Upload) -> None:
    """One error stands for all that was not read. It is not counted as received: nobody has seen a record there."""
    part = SubmissionSlice.objects.create(upload=upload, state=WorkState.DONE, finished_at=timezone.now())
    Submission.objects.create(
        upload=upload,
        slice=part,
        ordinal=upload.received + 1,
        raw=b"",
        state=SubmissionState.ERROR,
        errors=[
            make_error(
                SubmissionCode.NOT_READ,
                Sentence(
                    "From here on the upload could not be read. The site’s operator can see why. What "
                    "was read before is not lost."
                ),
            )
        ],
    )


def on_upload_retry(upload: Upload) -> None:
    """The records themselves come into the place of the error that stood for them."""
    SubmissionSlice.objects.filter(
        upload=upload, submissions__errors__0__code=SubmissionCode.NOT_READ
    ).delete()


SPLIT_UPLOAD: Final = JobKind(
    name="cut upload into records",
    model=Upload,
    prepare=split_upload,
    on_failure=on_upload_failure,
    on_retry=on_upload_retry,
    batch=Batch(size=count_small_uploads, prepare=read_small_uploads, apply=store_small_uploads),
)


def on_slice_failure(item: SubmissionSlice) -> None:
    """The records without a result get this error."""
    error = make_error(
        SubmissionCode.CANNOT_BE_CHECKED,
        Sentence(
            "The referee tried again and again, and did not get to the end. The site’s operator can see why."
        ),
    )
    Submission.objects.filter(slice=item, state=SubmissionState.RECEIVED).update(
        state=SubmissionState.ERROR, errors=[error]
    )


def on_slice_retry(item: SubmissionSlice) -> None:
    """What could not be checked waits again, unless its submitter has corrected it since."""
    Submission.objects.filter(
        slice=item,
        state=SubmissionState.ERROR,
        is_current=True,
        errors__0__code=SubmissionCode.CANNOT_BE_CHECKED,
    ).update(state=SubmissionState.RECEIVED, errors=[], tries=0)


VALIDATE_SLICE: Final = JobKind(
    name="validate records",
    model=SubmissionSlice,
    prepare=validate_slice,
    apply=_save_slice,
    on_failure=on_slice_failure,
    on_retry=on_slice_retry,
    warm_up=warm_up,
    batch=Batch(size=_slices_at_once, prepare=check_slices, apply=_save_slices),
    # Two days: what cannot be written now, for a full disk perhaps, can be when somebody has looked.
    max_attempts=60,
)

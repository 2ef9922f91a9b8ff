"""The two jobs of an upload: cut it into records, and have slices of the records validated."""

import io
import logging
from collections.abc import Iterator
from time import monotonic
from typing import Final

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F

from audit.many_rows import insert_rows
from games.models import Submission, SubmissionSlice, SubmissionState, Upload
from games.submitting.checking import Checked, Sent, check, get_ready, impossible
from games.submitting.codes import SubmissionCode
from games.submitting.finding import Found, records_in, refusal
from games.submitting.giving_up import give_up_slice, give_up_upload, take_up_slice, take_up_upload
from games.submitting.settling import Fate, settle
from games.submitting.stored_bytes import PIECE_SIZE, StoredBytes
from jobs import services
from jobs.kinds import JobKind, register

# A job takes as many records as are worth a message, and no more than fit into little memory.
RECORDS_IN_A_SLICE: Final = 500
BYTES_IN_A_SLICE: Final = 1 << 20
# Towards the end of an upload slices become smaller, so that no worker is left with much when the others are done.
FEWEST_RECORDS_IN_A_SLICE: Final = 150
SLICES_IN_WHAT_IS_LEFT: Final = 3
# A record that was begun with this often, alone, and never finished, is given up.
TRIES: Final = 2
# Who follows an upload sees the bar move although nothing is settled yet. Most slices are done before.
RECORDS_BETWEEN_LOOKS_AT_THE_CLOCK: Final = 25
SECONDS_BETWEEN_NOTES: Final = 2
# A record is slow if it alone took this much of a job's time; the rest is for what a job does before.
MOST_OF_THE_TIME: Final = 0.9

logger = logging.getLogger(__name__)


def cut_into_records(upload: Upload) -> None:
    """Store the records found, slice by slice, each slice in a transaction of its own.

    `Upload.received` says how many there are already: whoever takes over, or does it a second time, skips those.
    """
    ordinal = 0
    for batch in _batches(_found(upload), upload.size):
        _store_batch(upload, ordinal, batch)
        ordinal += len(batch)


def validate_slice(item: SubmissionSlice) -> list[Fate]:
    """Ask the referee about every record of the slice.

    If that was tried before and the worker did not come back, the records are settled one by one: the one that is to
    blame is found, and the others are not lost with it.
    """
    if item.attempts > 1:
        _settle_one_by_one(item)
        return []
    waiting = _waiting_in(item)
    fates: list[Fate] = []
    noted = monotonic()
    for start in range(0, len(waiting), RECORDS_BETWEEN_LOOKS_AT_THE_CLOCK):
        some = waiting[start : start + RECORDS_BETWEEN_LOOKS_AT_THE_CLOCK]
        fates += [Fate(sent.submission, check(sent)) for sent in some]
        if monotonic() - noted > SECONDS_BETWEEN_NOTES:
            SubmissionSlice.objects.filter(pk=item.pk).update(checked=len(fates))
            noted = monotonic()
    return fates


def _settle_slice(item: SubmissionSlice, fates: list[Fate]) -> None:
    settle(item.upload, fates)


def _found(upload: Upload) -> Iterator[Found]:
    stream = io.BufferedReader(StoredBytes(upload), PIECE_SIZE)
    most = settings.GAMES_MOST_RECORDS
    for number, record in enumerate(
        records_in(
            stream,
            name=upload.file_name,
            most_unpacked=settings.GAMES_MOST_UNPACKED_BYTES,
            most_members=most,
        ),
        start=1,
    ):
        if number > most:
            yield refusal(
                SubmissionCode.TOO_MANY_RECORDS,
                f"An upload may have {most} records: the rest was not read. Please upload it on its own.",
                record.member,
            )
            return
        yield record


def _batches(found: Iterator[Found], size_of_all: int) -> Iterator[list[Found]]:
    batch: list[Found] = []
    size = records_before = size_before = 0
    most = RECORDS_IN_A_SLICE
    for record in found:
        if batch and (len(batch) >= most or size + len(record.raw) > BYTES_IN_A_SLICE):
            yield batch
            records_before += len(batch)
            size_before += size
            most = _most_in_next(records_before, size_before, size_of_all)
            batch, size = [], 0
        batch.append(record)
        size += len(record.raw)
    if batch:
        yield batch


def _most_in_next(records: int, size: int, size_of_all: int) -> int:
    """If the rest is like these records. Of what was packed nobody knows how much is left."""
    left = (size_of_all - size) * records // max(size, 1)
    if left <= 0:
        return RECORDS_IN_A_SLICE
    return min(RECORDS_IN_A_SLICE, max(FEWEST_RECORDS_IN_A_SLICE, left // SLICES_IN_WHAT_IS_LEFT))


@transaction.atomic
def _store_batch(upload: Upload, before: int, batch: list[Found]) -> None:
    """Those that are not there yet. The upload's row is locked, so that only one worker stores them."""
    rows = Upload.objects.select_for_update(no_key=True).filter(pk=upload.pk)
    there = max(0, rows.values_list("received", flat=True).get() - before)
    before, batch = before + there, batch[there:]
    if not batch:
        return
    part = SubmissionSlice.objects.create(upload=upload)
    insert_rows(
        Submission,
        [
            {
                "upload_id": upload.pk,
                "slice_id": part.pk,
                "ordinal": ordinal,
                "member": record.member,
                "line": record.line,
                "raw": record.raw,
                "cut": record.cut,
                "state": (SubmissionState.ERROR if record.error else SubmissionState.RECEIVED).value,
                "errors": [record.error] if record.error else [],
                "tries": 0,
                "game_id": None,
                "corrects_id": None,
                "is_current": True,
            }
            for ordinal, record in enumerate(batch, start=before + 1)
        ],
    )
    Upload.objects.filter(pk=upload.pk).update(received=before + len(batch))
    services.enqueue(item=part)


def _waiting_in(item: SubmissionSlice) -> list[Sent]:
    waiting = Submission.objects.filter(slice=item, state=SubmissionState.RECEIVED).order_by("ordinal")
    file_name = item.upload.file_name
    return [
        Sent(pk, ordinal, member, file_name, line, bytes(raw), cut, corrects)
        for pk, ordinal, member, line, raw, cut, corrects in waiting.values_list(
            "pk", "ordinal", "member", "line", "raw", "cut", "corrects"
        )
    ]


def _settle_one_by_one(item: SubmissionSlice) -> None:
    """What is to blame for the lost worker becomes an error; what only cannot be written now is tried again later."""
    problem: Exception | None = None
    SubmissionSlice.objects.filter(pk=item.pk).update(checked=0)  # from here on what is checked is settled
    for sent in _waiting_in(item):
        begun = Submission.objects.filter(pk=sent.submission, tries__lt=TRIES).update(tries=F("tries") + 1)
        if not begun:
            _blame(item, sent, "The referee did not come back from this record, however often it was tried.")
            continue
        checked = _checked_within_time(item, sent)
        # The referee came back: whatever happens from here on is not the record's doing.
        Submission.objects.filter(pk=sent.submission).update(tries=0)
        try:
            _settle_alone(item, sent, checked)
        except (SoftTimeLimitExceeded, OperationalError, InterfaceError):
            raise
        except Exception as error:
            logger.exception("The record %s cannot be settled", sent.submission)
            problem = error
    if problem:
        raise problem


def _checked_within_time(item: SubmissionSlice, sent: Sent) -> Checked:
    """The time is the whole job's: only a record that used it up alone is to blame."""
    began = monotonic()
    try:
        return check(sent)
    except SoftTimeLimitExceeded:
        seconds = monotonic() - began
        if seconds >= settings.JOB_TIME_LIMIT * MOST_OF_THE_TIME:
            _blame(item, sent, f"The referee was not done with this record after {seconds:.0f} seconds.")
        else:
            Submission.objects.filter(pk=sent.submission).update(tries=0)
        raise


def _blame(item: SubmissionSlice, sent: Sent, message: str) -> None:
    """The attempts that led here were this record's: the others of the slice have all of theirs again."""
    _settle_alone(item, sent, impossible(message))
    SubmissionSlice.objects.filter(pk=item.pk).update(attempts=1)


@transaction.atomic
def _settle_alone(item: SubmissionSlice, sent: Sent, checked: Checked) -> None:
    settle(item.upload, [Fate(sent.submission, checked)])


CUT_UPLOAD = register(
    JobKind(
        name="cut upload into records",
        model=Upload,
        prepare=cut_into_records,
        apply=lambda upload, nothing: None,
        give_up=give_up_upload,
        take_up=take_up_upload,
    )
)
VALIDATE_SLICE = register(
    JobKind(
        name="validate records",
        model=SubmissionSlice,
        prepare=validate_slice,
        apply=_settle_slice,
        give_up=give_up_slice,
        take_up=take_up_slice,
        get_ready=get_ready,
        # Two days: what cannot be written now, for a full disk perhaps, can be when somebody has looked.
        max_attempts=60,
    )
)

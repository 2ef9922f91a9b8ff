"""Small uploads, many at once: a record that somebody sends in is found and stored with those of others."""

import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Final, NamedTuple

from core.db.bulk import insert_rows
from games.models import Submission, SubmissionSlice, SubmissionState, Upload, UploadPiece
from games.submissions.selectors.records import PIECE_SIZE, ZIP_MAGIC, FoundRecord
from games.submissions.selectors.upload_files import records_of_upload
from jobs import services
from jobs.kinds import BatchResult

# Bytes. Larger ones are read piece by piece, each alone; so are zip files, for nobody knows what is in them.
MAX_SMALL_UPLOAD: Final = 64 * 1024
MAX_RECORDS_IN_SMALL_UPLOAD: Final = 100
UPLOADS_AT_ONCE: Final = 100
UPLOADS_PER_QUERY: Final = 50

assert MAX_SMALL_UPLOAD <= PIECE_SIZE  # noqa: S101  such an upload has one piece


class NewSubmission(NamedTuple):
    part: SubmissionSlice
    ordinal: int
    record: FoundRecord


class ReadUploads(NamedTuple):
    """The records of each small upload; `refused` are those that are better read alone."""

    records: dict[int, list[FoundRecord]]
    refused: set[int]


def count_small_uploads(upload: Upload) -> int:
    """How many like this one are done at once; none if it has to be read alone."""
    return UPLOADS_AT_ONCE if _is_small(upload) else 0


def read_small_uploads(uploads: Sequence[Upload], go_on: Callable[[], bool]) -> ReadUploads:
    found = ReadUploads({}, {upload.pk for upload in uploads if not _is_small(upload)})
    small = [upload for upload in uploads if upload.pk not in found.refused]
    for start in range(0, len(small), UPLOADS_PER_QUERY):
        some = small[start : start + UPLOADS_PER_QUERY]
        pieces = UploadPiece.objects.filter(upload__in=some, number=0).values_list("upload", "data")
        data = {upload: bytes(piece) for upload, piece in pieces}
        for upload in some:
            _read_small_upload(upload, data[upload.pk], found)
        if not go_on():
            break
    return found


def store_small_uploads(uploads: Sequence[Upload], found: ReadUploads) -> BatchResult:
    """One slice for each."""
    ready = [upload for upload in uploads if upload.pk in found.records]
    parts = SubmissionSlice.objects.bulk_create([SubmissionSlice(upload=upload) for upload in ready])
    by_count = defaultdict[int, list[int]](list)
    rows: list[NewSubmission] = []
    for part in parts:
        records = found.records[part.upload_id]
        by_count[len(records)].append(part.upload_id)
        rows += [NewSubmission(part, ordinal, record) for ordinal, record in enumerate(records, start=1)]
    store_submissions(rows)
    for count, pks in by_count.items():
        Upload.objects.filter(pk__in=pks).update(received=count)
    services.enqueue_all(items=parts)
    return BatchResult(done=[upload.pk for upload in ready], failed=found.refused)


def store_submissions(rows: Iterable[NewSubmission]) -> None:
    """Inside the caller's transaction."""
    insert_rows(
        Submission,
        [
            {
                "upload_id": part.upload_id,
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
            for part, ordinal, record in rows
        ],
    )


def _is_small(upload: Upload) -> bool:
    """One that was begun with before, as one that is tried again by hand, goes on where it stopped."""
    return upload.size <= MAX_SMALL_UPLOAD and not upload.received


def _read_small_upload(upload: Upload, data: bytes, found: ReadUploads) -> None:
    if data.startswith(ZIP_MAGIC) or upload.file_name.lower().endswith(".zip"):
        found.refused.add(upload.pk)
        return
    some = islice(records_of_upload(upload, io.BytesIO(data)), MAX_RECORDS_IN_SMALL_UPLOAD + 1)
    records = list(some)
    if len(records) > MAX_RECORDS_IN_SMALL_UPLOAD:
        found.refused.add(upload.pk)
    else:
        found.records[upload.pk] = records

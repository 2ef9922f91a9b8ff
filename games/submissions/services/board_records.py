"""Records of many boards at once, as the file of an event brings them: checked before, stored like all others."""

from collections.abc import Sequence
from typing import NamedTuple, Unpack

from django.db import transaction
from django.utils import timezone

from games.event_hooks import TargetBoard
from games.models import SourceKind, Submission, SubmissionSlice, Upload
from games.submissions.selectors.records import SentRecord
from games.submissions.services.uploads import UploadOptions, store_pieces
from games.submissions.services.validation import CheckedSubmission, CheckResult, check_record, store_results
from jobs.models import WorkState
from players.models import User


class BoardRecord(NamedTuple):
    """A record that the referee has accepted, and the board it is for, as `Upload.meant_for` names boards."""

    mark: str
    raw: bytes
    checked: CheckResult


def check_board_record(raw: bytes, *, name: str) -> CheckResult:
    """What the referee says to one record. Slow, and without the database."""
    return check_record(SentRecord(0, 1, name, "", 1, raw, cut=False, corrects=None))


@transaction.atomic
def store_board_records(
    *, account: User, records: Sequence[BoardRecord], file_name: str, **options: Unpack[UploadOptions]
) -> dict[str, int]:
    """Keep what was sent as an upload whose work is done; the ids of the games by the marks of their boards.

    Each is its board's own copy, whatever of the same game is in the archive. The caller makes it the board's record.
    """
    now = timezone.now()
    upload = Upload.objects.create(
        account=account,
        source=SourceKind.FILE,
        file_name=file_name,
        size=sum(len(record.raw) + 1 for record in records),
        received=len(records),
        state=WorkState.DONE,
        finished_at=now,
        **options,
    )
    store_pieces(upload, (record.raw + b"\n" for record in records))
    part = SubmissionSlice.objects.create(upload=upload, state=WorkState.DONE, finished_at=now)
    submissions = Submission.objects.bulk_create(
        Submission(upload=upload, slice=part, ordinal=ordinal, raw=record.raw)
        for ordinal, record in enumerate(records, start=1)
    )
    by_submission = {row.pk: record for row, record in zip(submissions, records, strict=True)}
    games = store_results(
        upload,
        [CheckedSubmission(pk, record.checked) for pk, record in by_submission.items()],
        {pk: TargetBoard(record.mark, None) for pk, record in by_submission.items()},
    )
    return {by_submission[pk].mark: game for pk, game in games.items()}

"""What of submitted records is deleted after a time. The records themselves, and games, are kept for ever."""

from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from core.retention import RetentionRule
from games.models import (
    AdjudicationOrder,
    ConfirmationMail,
    PositionMerge,
    PositionOrder,
    RatingOrder,
    Recording,
    Submission,
    SubmissionState,
    Upload,
    UploadPiece,
)
from jobs.models import WorkState
from jobs.retention import rule_for_jobs


def _stored_uploads(before: datetime) -> QuerySet[Upload]:
    """Uploads whose every record is a game of the archive: their bytes are not needed to cut or to check them again.

    What was wrong may have been cut wrongly, and is looked at with the file beside it: one record with errors, of which
    no correction was accepted, keeps the file. Each record's own text is kept with the record in any case.
    """
    current = Submission.objects.filter(upload=OuterRef("pk"), is_current=True)
    unsettled = current.exclude(state__in=[SubmissionState.ACCEPTED, SubmissionState.DUPLICATE])
    return Upload.objects.filter(
        ~Exists(unsettled),
        Exists(current),
        Exists(UploadPiece.objects.filter(upload=OuterRef("pk"))),
        state=WorkState.DONE,
        finished_at__lt=before,
        file_deleted_at=None,
    )


def _delete_files(uploads: QuerySet[Any]) -> None:
    """The pieces go, and the upload says since when."""
    UploadPiece.objects.filter(upload__in=uploads.values("pk")).delete()
    uploads.update(file_deleted_at=timezone.now())


UPLOADED_FILES: Final = RetentionRule(
    title="files of uploads whose records are all stored",
    setting="KEEP_UPLOADED_FILES_DAYS",
    rows=_stored_uploads,
    delete=_delete_files,
    # A file may have 50 megabytes.
    rows_at_a_time=20,
)


def _old_recordings(before: datetime) -> QuerySet[Recording]:
    """Drafts that nobody went on with. What was handed in is a record of its own."""
    return Recording.objects.filter(changed_at__lt=before)


RECORDINGS: Final = RetentionRule(
    title="recordings that nobody went on with, or that were handed in",
    setting="KEEP_RECORDINGS_DAYS",
    rows=_old_recordings,
    # Each may have thousands of steps.
    rows_at_a_time=20,
)
RULES: Final = {
    "uploaded-files": UPLOADED_FILES,
    "recordings": RECORDINGS,
    "adjudication-orders": rule_for_jobs(AdjudicationOrder, title="orders to adjudicate"),
    "rating-orders": rule_for_jobs(RatingOrder, title="orders to hand over free games"),
    "position-orders": rule_for_jobs(PositionOrder, title="orders to index positions"),
    "position-merges": rule_for_jobs(PositionMerge, title="orders to merge positions"),
    "confirmation-mails": rule_for_jobs(ConfirmationMail, title="orders to tell of games to confirm"),
}

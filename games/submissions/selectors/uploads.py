"""What a submitter reads: uploads with their progress, records with what became of them, all of it as exported data."""

import logging
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.db.models import Count, Q, QuerySet, Sum
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from core.permissions.actors import Actor
from engine.record import Record
from games.models import Submission, SubmissionState, Upload
from games.policies import may_see_all_of_game, may_see_submission, may_see_upload
from games.submissions.selectors.records import SubmissionCode, has_code, read_submission
from games.visibility.selectors import visible_game_ids
from jobs.models import WorkState
from players.models import Club, User
from players.policies import may_administer_site

MAX_BYTES_READ_AGAIN: Final = 64 * 1024

logger = logging.getLogger(__name__)


class UploadProgress(NamedTuple):
    """How far an upload is. `found` are the records so far; while `is_cutting`, there may be more."""

    found: int
    accepted: int
    duplicates: int
    errors: int
    is_cutting: bool
    is_broken: bool  # cutting failed for good: there may be records that nobody has seen

    @property
    def settled(self) -> int:
        return self.accepted + self.duplicates + self.errors

    @property
    def is_finished(self) -> bool:
        return not self.is_cutting and self.settled == self.found


def checked_by_now(upload: Upload, progress: UploadProgress) -> int:
    """How many records the referee has looked at, settled or not. One query while the work goes on."""
    if progress.is_finished:
        return progress.settled
    waiting = upload.slices.filter(state=WorkState.WAITING).aggregate(checked=Sum("checked"))
    return min(progress.settled + (waiting["checked"] or 0), progress.found)


def progress_of(upload: Upload) -> UploadProgress:
    """One query."""
    return progress_of_each([upload])[upload.pk]


def progress_of_each(uploads: Sequence[Upload]) -> dict[int, UploadProgress]:
    """By the uploads' ids. One query for all of them."""
    counts: dict[int, dict[str, int]] = {upload.pk: {} for upload in uploads}
    rows = (
        Submission.objects.filter(upload__in=uploads, is_current=True)
        .order_by()
        .values("upload", "state")
        .annotate(number=Count("pk"))
        .values_list("upload", "state", "number")
    )
    for pk, state, number in rows:
        counts[pk][state] = number
    return {upload.pk: _progress(upload, counts[upload.pk]) for upload in uploads}


def _progress(upload: Upload, counts: dict[str, int]) -> UploadProgress:
    return UploadProgress(
        found=sum(counts.values()),
        accepted=counts.get(SubmissionState.ACCEPTED, 0),
        duplicates=counts.get(SubmissionState.DUPLICATE, 0),
        errors=counts.get(SubmissionState.ERROR, 0),
        is_cutting=upload.state == WorkState.WAITING,
        is_broken=upload.state == WorkState.FAILED,
    )


def uploads_of(account: User) -> QuerySet[Upload]:
    """The newest first."""
    uploads = Upload.objects.filter(account=account).select_related("club")
    return uploads.order_by("-created_at", "-pk")


def uploads_with_counts(account: User) -> QuerySet[Upload]:
    """The same, each with how many of its records were accepted, already in the archive, and wrong."""
    current = Q(submissions__is_current=True)
    return uploads_of(account).annotate(
        accepted=Count("submissions", filter=current & Q(submissions__state="accepted")),
        duplicates=Count("submissions", filter=current & Q(submissions__state="duplicate")),
        with_errors=Count("submissions", filter=current & Q(submissions__state="error")),
    )


def records_sent_by(account: User, **wanted: Any) -> QuerySet[Submission]:
    """The current records of an account's uploads, without their texts; `wanted` by field."""
    return Submission.objects.filter(upload__account=account, is_current=True, **wanted).defer("raw")


def submissions_of(upload: Upload, state: str = "") -> QuerySet[Submission]:
    """The current records in the order of the file, without their texts; only those of one state if one is named."""
    found = upload.submissions.filter(is_current=True)
    if state in SubmissionState.values:
        found = found.filter(state=state)
    return found.select_related("game").defer("raw").order_by("ordinal")


def is_long(submission: Submission) -> bool:
    """Too long to be read again while somebody waits for a page, or to be corrected on one: no game is."""
    return len(submission.raw) > MAX_BYTES_READ_AGAIN


def valid_prefix(submission: Submission) -> Record | None:
    """The record up to its first error, to be replayed; None if not even its start can be read.

    What is very long, or the workers could not get to the end of, is not tried again while somebody waits for a page.
    """
    if is_long(submission) or has_code(submission.errors, SubmissionCode.CANNOT_BE_CHECKED):
        return None
    try:
        record = read_submission(submission)
    except Exception:
        logger.exception("The record %s cannot be read again", submission.pk)
        return None
    return record if record is not None and record.final is not None else None


def has_other_setups(submission: Submission, actor: Actor) -> bool:
    """Whether a record of a known game has other set-ups than the archive; never to those from whom it hides them."""
    game = submission.game
    if game is None or submission.state != SubmissionState.DUPLICATE or not may_see_all_of_game(actor, game):
        return False
    record = valid_prefix(submission)
    if record is None or record.rules is None:
        return False
    return record.rules.start_position(record.tags) != game.text.start_position


def clubs_to_submit_for(account: User) -> QuerySet[Club]:
    """The clubs in whose name somebody may submit; everybody's for the site's administrators."""
    if may_administer_site(account):
        return Club.objects.all()
    return Club.objects.filter(memberships__person__account=account).distinct()


def upload_or_404(actor: Actor, pk: int) -> Upload:
    upload = get_object_or_404(Upload.objects.select_related("club"), pk=pk)
    if not may_see_upload(actor, upload):
        raise Http404(_("There is no such upload."))
    return upload


def submission_or_404(actor: Actor, pk: int) -> Submission:
    game = ("game", "game__club", "game__first_person", "game__second_person")
    submission = get_object_or_404(
        Submission.objects.select_related("upload", "corrects", "correction", *game), pk=pk
    )
    if not may_see_submission(actor, submission):
        raise Http404(_("There is no such record."))
    return submission


def export_uploads(user: User) -> list[dict[str, Any]]:
    """Every upload with its records, as far as they were text, and what became of them.

    As on the page of the upload, a game that was there before is named to those who may see it.
    """
    known = Submission.objects.filter(upload__account=user, state=SubmissionState.DUPLICATE)
    visible = visible_game_ids(user, {pk for pk in known.values_list("game", flat=True) if pk})
    return [
        {
            "file_name": upload.file_name,
            "source": upload.source,
            "sent_at": upload.created_at.isoformat(),
            "club": upload.club.name if upload.club else None,
            "visibility": upload.visibility,
            "records": [
                _export_record(record, visible) for record in upload.submissions.order_by("ordinal", "pk")
            ],
        }
        for upload in Upload.objects.filter(account=user).select_related("club").order_by("pk")
    ]


def _export_record(record: Submission, visible: set[int]) -> dict[str, Any]:
    is_shown = record.state != SubmissionState.DUPLICATE or record.game_id in visible
    return {
        "number": record.ordinal,
        "state": record.state,
        "game": record.game_id if is_shown else None,
        "errors": record.errors,
        "text": bytes(record.raw).decode("utf-8", "replace").replace("\0", "�"),
    }

"""What a submitter reads: uploads with their counts, records with their fates, and how far a broken one was right."""

import logging
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet, Sum

from engine.record import Record
from games.models import Submission, SubmissionState, Upload
from games.policies import may_see_all_of_game
from games.submitting.checking import record_of
from games.submitting.codes import SubmissionCode, has_code
from jobs.work_item import WorkState
from players.models import Club, User
from players.permissions import Actor

logger = logging.getLogger(__name__)


class Progress(NamedTuple):
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


def checked_by_now(upload: Upload, progress: Progress) -> int:
    """How many records the referee has looked at, settled or not. One query while the work goes on."""
    if progress.is_finished:
        return progress.settled
    waiting = upload.slices.filter(state=WorkState.WAITING).aggregate(checked=Sum("checked"))
    return min(progress.settled + (waiting["checked"] or 0), progress.found)


def progress_of(upload: Upload) -> Progress:
    """One query."""
    return progress_of_each([upload])[upload.pk]


def progress_of_each(uploads: Sequence[Upload]) -> dict[int, Progress]:
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


def _progress(upload: Upload, counts: dict[str, int]) -> Progress:
    return Progress(
        found=sum(counts.values()),
        accepted=counts.get(SubmissionState.ACCEPTED, 0),
        duplicates=counts.get(SubmissionState.DUPLICATE, 0),
        errors=counts.get(SubmissionState.ERROR, 0),
        is_cutting=upload.state == WorkState.WAITING,
        is_broken=upload.state == WorkState.FAILED,
    )


def uploads_of(account: User) -> QuerySet[Upload]:
    """The newest first, each with how many records were accepted, known already and wrong."""
    current = Q(submissions__is_current=True)
    return (
        Upload.objects.filter(account=account)
        .select_related("club")
        .annotate(
            accepted=Count("submissions", filter=current & Q(submissions__state="accepted")),
            duplicates=Count("submissions", filter=current & Q(submissions__state="duplicate")),
            with_errors=Count("submissions", filter=current & Q(submissions__state="error")),
        )
        .order_by("-created_at", "-pk")
    )


def submissions_of(upload: Upload, state: str = "") -> QuerySet[Submission]:
    """The current records in the order of the file, without their texts; only those of one state if one is named."""
    found = upload.submissions.filter(is_current=True)
    if state in SubmissionState.values:
        found = found.filter(state=state)
    return found.select_related("game").defer("raw").order_by("ordinal")


def valid_prefix(submission: Submission) -> Record | None:
    """The record up to its first error, to be replayed; None if not even its start can be read.

    What the workers could not get to the end of is not tried again while somebody waits for a page.
    """
    if has_code(submission.errors, SubmissionCode.CANNOT_BE_CHECKED):
        return None
    try:
        record = record_of(submission)
    except Exception:
        logger.exception("The record %s cannot be read again", submission.pk)
        return None
    return record if record is not None and record.final is not None else None


def has_other_set_ups(submission: Submission, actor: Actor) -> bool:
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
    if account.is_staff:
        return Club.objects.all()
    return Club.objects.filter(memberships__person__account=account).distinct()

"""What an account's owner gets of their uploads, when they ask for their data."""

from typing import Any

from games.models import Submission, SubmissionState, Upload
from games.reading.visible import visible_games
from players.accounts.data_export import register_part
from players.models import User


def gather_uploads(user: User) -> list[dict[str, Any]]:
    """Every upload with its records, as far as they were text, and what became of them.

    As on the page of the upload, a game that was there before is told to those who may see it.
    """
    known = Submission.objects.filter(upload__account=user, state=SubmissionState.DUPLICATE).values("game")
    seen = set(visible_games(user).filter(pk__in=known).values_list("pk", flat=True))
    return [
        {
            "file_name": upload.file_name,
            "source": upload.source,
            "sent_at": upload.created_at.isoformat(),
            "club": upload.club.name if upload.club else None,
            "visibility": upload.visibility,
            "records": [_record(record, seen) for record in upload.submissions.order_by("ordinal", "pk")],
        }
        for upload in Upload.objects.filter(account=user).select_related("club").order_by("pk")
    ]


def _record(record: Submission, seen: set[int]) -> dict[str, Any]:
    is_told = record.state != SubmissionState.DUPLICATE or record.game_id in seen
    return {
        "number": record.ordinal,
        "state": record.state,
        "game": record.game_id if is_told else None,
        "errors": record.errors,
        "text": bytes(record.raw).decode("utf-8", "replace").replace("\0", "�"),
    }


register_part("uploads", gather_uploads)

"""Take what somebody sends, store it unchanged, and let the workers do the rest."""

from collections.abc import Iterable
from datetime import datetime
from typing import TypedDict, Unpack

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from engine.record import MAX_BYTES
from games.models import (
    SourceKind,
    Submission,
    SubmissionSlice,
    SubmissionState,
    Upload,
    Visibility,
)
from games.models.upload import LONGEST_FILE_NAME
from games.submitting.codes import is_one_record
from games.submitting.finding import importer_for
from games.submitting.limits import check_name, check_size, count_correction, count_upload
from games.submitting.stored_bytes import store
from jobs import services as jobs
from players.errors import Refused
from players.models import Club, User


class Wishes(TypedDict, total=False):
    """What the submitter says about all games of an upload."""

    club: Club | None
    visibility: Visibility
    embargo_until: datetime | None
    no_capture_limit: int | None
    meant_for: str


def submit(
    *,
    account: User | None,
    content: Iterable[bytes],
    size: int,
    source: SourceKind,
    file_name: str = "",
    **wishes: Unpack[Wishes],
) -> Upload:
    """Store the bytes as they are and answer at once. Without an account, the site itself submits, and is not limited.

    `content` comes in chunks, as Django's uploaded files give them; `size` is their sum.
    """
    file_name = _tidy(file_name)
    check_size(size)
    check_name(file_name)
    _check_wishes(wishes)
    if account is not None:
        count_upload(account)
    with transaction.atomic():
        upload = Upload.objects.create(
            account=account, source=source, file_name=file_name, size=size, **wishes
        )
        store(upload, content)
        jobs.enqueue(item=upload)
    return upload


def submit_text(
    *, account: User | None, text: str, source: SourceKind = SourceKind.PASTE, **wishes: Unpack[Wishes]
) -> Upload:
    """The same for a text that was pasted or made by a program."""
    data = text.encode("utf-8", "surrogatepass")
    return submit(account=account, content=[data], size=len(data), source=source, **wishes)


def resubmit(*, submission: Submission, text: str) -> Submission:
    """A corrected text for one record that had errors. The old one stays, and the new one points to it."""
    data = text.encode("utf-8", "surrogatepass")
    importer = importer_for(data)
    if importer:
        data = importer.as_data(text)
    if not data.strip():
        raise Refused(_("There is nothing in it. Please write the record."))
    if len(data) > MAX_BYTES:
        raise Refused(_("That is too long: a record may have %(most)d bytes.") % {"most": MAX_BYTES})
    if not is_one_record(submission.errors):
        raise Refused(_("This stands for all that was not read. Please upload it on its own."))
    if submission.upload.account is not None:
        count_correction(submission.upload.account)
    refusal = Refused(_("This record was corrected already, or has no errors any more."))
    try:
        with transaction.atomic():
            replaced = Submission.objects.filter(
                pk=submission.pk, state=SubmissionState.ERROR, is_current=True
            ).update(is_current=False)
            if not replaced:
                raise refusal
            part = SubmissionSlice.objects.create(upload_id=submission.upload_id)
            corrected = Submission.objects.create(
                upload_id=submission.upload_id,
                slice=part,
                ordinal=submission.ordinal,
                member=submission.member,
                raw=data,
                corrects=submission,
            )
            jobs.enqueue(item=part)
    except IntegrityError as error:  # two corrections at the same moment
        raise refusal from error
    return corrected


def _check_wishes(wishes: Wishes) -> None:
    visibility = wishes.get("visibility", Visibility.PUBLIC)
    if visibility == Visibility.CLUB and wishes.get("club") is None:
        raise Refused(_("Games that only a club sees need a club. Please choose one."))
    if visibility != Visibility.EMBARGOED and wishes.get("embargo_until") is not None:
        raise Refused(_("Only an embargo has an end. Please choose the embargo, or leave the time out."))
    limit = wishes.get("no_capture_limit")
    if limit is not None and limit < 1:
        raise Refused(_("A limit of plies without a capture is at least one."))


def _tidy(file_name: str) -> str:
    """The name for people: without folders, and without what cannot be seen."""
    name = "".join(letter for letter in file_name if letter.isprintable()).replace("\\", "/")
    return name.rpartition("/")[2][-LONGEST_FILE_NAME:]

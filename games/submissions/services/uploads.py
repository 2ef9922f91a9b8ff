"""Take what somebody sends: check the limits, store it unchanged, and let the workers do the rest."""

from collections.abc import Iterable
from datetime import datetime
from typing import TypedDict, Unpack

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.db.bulk import insert_rows
from core.errors import Refused, TooManyRequests
from core.web.rate_limits import RateLimit
from core.web.refusals import waiting_time
from engine.record import MAX_BYTES
from games.models import (
    SourceKind,
    Submission,
    SubmissionSlice,
    SubmissionState,
    Upload,
    UploadPiece,
    Visibility,
)
from games.models.submission import MAX_FILE_NAME_LENGTH
from games.submissions.selectors.records import PIECE_SIZE, SUFFIXES, importer_for, is_one_record, suffix_of
from jobs import services as jobs
from players.models import Club, User

MEGABYTE = 1 << 20


class UploadOptions(TypedDict, total=False):
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
    **options: Unpack[UploadOptions],
) -> Upload:
    """Store the bytes as they are and answer at once. Without an account, the site itself submits, and is not limited.

    `content` comes in chunks, as Django's uploaded files give them; `size` is their sum.
    """
    file_name = _tidy(file_name)
    check_size(size)
    check_name(file_name)
    _check_options(options)
    if account is not None:
        count_upload(account)
    with transaction.atomic():
        upload = Upload.objects.create(
            account=account, source=source, file_name=file_name, size=size, **options
        )
        store_pieces(upload, content)
        jobs.enqueue(item=upload)
    return upload


def submit_text(
    *,
    account: User | None,
    text: str,
    source: SourceKind = SourceKind.PASTE,
    **options: Unpack[UploadOptions],
) -> Upload:
    """The same for a text that was pasted or made by a program."""
    data = text.encode("utf-8", "surrogatepass")
    return submit(account=account, content=[data], size=len(data), source=source, **options)


def resubmit(*, submission: Submission, text: str) -> Submission:
    """A corrected text for one record that had errors. The old one stays, and the new one points to it."""
    data = text.encode("utf-8", "surrogatepass")
    importer = importer_for(data)
    if importer:
        data = importer.as_data(text)
    if not data.strip():
        raise Refused(_("The record is empty. Please enter it."))
    if len(data) > MAX_BYTES:
        raise Refused(_("The record is too long: at most %(max)d bytes.") % {"max": MAX_BYTES})
    if not is_one_record(submission.errors):
        raise Refused(_("The rest of the upload was not read. Please upload that part on its own."))
    if submission.upload.account is not None:
        count_correction(submission.upload.account)
    refusal = Refused(_("This record has already been corrected, or has no errors."))
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


def _check_options(options: UploadOptions) -> None:
    visibility = options.get("visibility", Visibility.PUBLIC)
    if visibility == Visibility.CLUB and options.get("club") is None:
        raise Refused(_("Please choose the club whose members may see the games."))
    if visibility != Visibility.EMBARGOED and options.get("embargo_until") is not None:
        raise Refused(_("Only an embargo has an end. Please choose an embargo, or leave the time empty."))
    limit = options.get("no_capture_limit")
    if limit is not None and limit < 1:
        raise Refused(_("The limit of plies without a capture has to be at least 1."))


def _tidy(file_name: str) -> str:
    """The name for people: without folders, and without what cannot be seen."""
    name = "".join(letter for letter in file_name if letter.isprintable()).replace("\\", "/")
    return name.rpartition("/")[2][-MAX_FILE_NAME_LENGTH:]


def check_size(size: int) -> None:
    if size == 0:
        raise Refused(_("The upload is empty. Please paste records or choose another file."))
    most = settings.GAMES_MOST_UPLOAD_BYTES
    if size > most:
        raise Refused(
            _("The upload is too large: at most %(max)d megabytes. Please send it in parts.")
            % {"max": most // MEGABYTE}
        )


def check_name(name: str) -> None:
    """An empty name is a pasted text's."""
    if name and suffix_of(name) not in SUFFIXES:
        raise Refused(
            _("Only files that end in .txt, .pgn, .xml, .gsn or .zip can be read, and “%(name)s” does not.")
            % {"name": name}
        )


def count_upload(account: User) -> None:
    """Count one more upload of this account, and refuse it if there were too many in this hour."""
    times = settings.GAMES_UPLOADS_PER_HOUR
    sentence = ngettext(
        "You may send %(times)d upload an hour. Please try again %(when)s.",
        "You may send %(times)d uploads an hour. Please try again %(when)s.",
        times,
    )
    _count(account, RateLimit("games-upload", times), sentence)


def count_correction(account: User) -> None:
    """The same for a corrected record. One upload may have many that need it, so there may be more of them."""
    times = settings.GAMES_CORRECTIONS_PER_HOUR
    sentence = ngettext(
        "You may correct %(times)d record an hour. Please try again %(when)s.",
        "You may correct %(times)d records an hour. Please try again %(when)s.",
        times,
    )
    _count(account, RateLimit("games-correction", times), sentence)


def _count(account: User, limit: RateLimit, sentence: str) -> None:
    if wait := limit.seconds_to_wait(str(account.pk)):
        raise TooManyRequests(sentence % {"times": limit.times, "when": waiting_time(wait)}, wait)


def store_pieces(upload: Upload, chunks: Iterable[bytes]) -> None:
    """Write the pieces of an upload, inside the caller's transaction."""
    for number, piece in enumerate(cut_into_pieces(chunks)):
        insert_rows(UploadPiece, [{"upload_id": upload.pk, "number": number, "data": piece}])


def cut_into_pieces(chunks: Iterable[bytes]) -> Iterable[bytes]:
    """Of one size, but for the last."""
    waiting = bytearray()
    for chunk in chunks:
        waiting += chunk
        while len(waiting) >= PIECE_SIZE:
            yield bytes(waiting[:PIECE_SIZE])
            del waiting[:PIECE_SIZE]
    if waiting:
        yield bytes(waiting)

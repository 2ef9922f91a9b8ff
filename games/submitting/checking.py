"""One submitted record: is it a game, and which; or what is wrong with it, and how far was it right."""

import io
import logging
from typing import Final, NamedTuple

from celery.exceptions import SoftTimeLimitExceeded

from engine.core import ImportRefused
from engine.record import RawRecord, Record, read_raw, readable, split, write
from games.digest import CannotBeStored, Digest, digest_of
from games.making import made_games
from games.models import Submission
from games.submitting.codes import ErrorData, SubmissionCode, error_data, error_of_import, errors_of
from games.submitting.finding import importer_for

# Of both kinds in turns. The tables are far from full by then, but most of what is common is there.
GAMES_TO_GET_READY: Final = 30

logger = logging.getLogger(__name__)


class Sent(NamedTuple):
    """A record as it was sent, and what has to be known to read it."""

    submission: int
    ordinal: int
    member: str
    file_name: str
    line: int
    raw: bytes
    cut: bool
    corrects: int | None

    @classmethod
    def of(cls, submission: Submission) -> "Sent":
        return cls(
            submission.pk,
            submission.ordinal,
            submission.member,
            submission.upload.file_name,
            submission.line,
            bytes(submission.raw),
            submission.cut,
            submission.corrects_id,
        )


class Checked(NamedTuple):
    """What became of a record: a digest of the game, or errors."""

    digest: Digest | None
    errors: list[ErrorData]


def check(sent: Sent) -> Checked:
    """Ask the referee. Slow, without the database, and never an exception for what the record says."""
    try:
        return _checked(sent)
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        # A mistake of ours in one record must not hold up the others of its file.
        logger.exception("The record %s cannot be checked", sent.submission)
        return impossible(
            "The referee could not get to the end of this record. The site’s operator can see why."
        )


def get_ready() -> None:
    """Load the rules of all games, and fill the tables of moves that they keep by checking a few."""
    for number, record in enumerate(made_games(GAMES_TO_GET_READY, seed=0), start=1):
        check(Sent(number, number, "", "", 1, write(record).encode(), cut=False, corrects=None))


def impossible(message: str) -> Checked:
    return Checked(None, [error_data(SubmissionCode.CANNOT_BE_CHECKED, message)])


def record_of(submission: Submission) -> Record | None:
    """The record with its valid plies, also of a broken one; None if there is nothing to be read."""
    sent = Sent.of(submission)
    importer = importer_for(sent.raw)
    if importer is None:
        return read_raw(_raw_record(sent))
    try:
        return importer.convert(sent.raw, sent.member or sent.file_name)
    except ImportRefused as refusal:
        return refusal.prefix


def _checked(sent: Sent) -> Checked:
    importer = importer_for(sent.raw)
    if importer is not None:
        try:
            record = importer.convert(sent.raw, sent.member or sent.file_name)
        except ImportRefused as refusal:
            return Checked(None, [error_of_import(refusal, lines_before=sent.line - 1)])
        return _stored_or_refused(record)
    if b"\0" in sent.raw:
        return Checked(None, [_null_byte(sent)])
    if sent.corrects is not None and (second := _second_record(sent.raw)):
        return Checked(None, [second])
    return _stored_or_refused(read_raw(_raw_record(sent)))


def _stored_or_refused(record: Record) -> Checked:
    if record.errors:
        return Checked(None, errors_of(record.errors))
    try:
        return Checked(digest_of(record), [])
    except CannotBeStored as error:
        return Checked(
            None,
            [error_data(SubmissionCode.CANNOT_BE_WRITTEN, f"The record cannot be written again: {error}.")],
        )


def _raw_record(sent: Sent) -> RawRecord:
    return RawRecord(sent.ordinal, sent.line, sent.raw.decode("utf-8", "surrogateescape"), sent.cut)


def _null_byte(sent: Sent) -> ErrorData:
    before = readable(sent.raw[: sent.raw.index(b"\0")].decode("utf-8", "surrogateescape"))
    return error_data(
        SubmissionCode.NULL_BYTE,
        "There is a null byte here, which no text has: save the file as plain text in UTF-8.",
        line=sent.line + before.count("\n"),
        column=len(before) - before.rfind("\n"),
    )


def _second_record(raw: bytes) -> ErrorData | None:
    """A correction is one record: a second one would have no place of its own."""
    records = split(io.StringIO(raw.decode("utf-8", "surrogateescape")))
    next(records, None)
    second = next(records, None)
    if second is None:
        return None
    return error_data(
        SubmissionCode.SEVERAL_RECORDS,
        "A second record begins here: correct one at a time, and submit others as an upload of their own.",
        line=second.line,
    )

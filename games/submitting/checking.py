"""One submitted record: is it a game, and which; or what is wrong with it, and how far was it right."""

import codecs
import io
import logging
from typing import NamedTuple

from celery.exceptions import SoftTimeLimitExceeded

from engine import registry
from engine.core import EngineError, Importer
from engine.record import RawRecord, Record, read_raw, split
from games.digest import CannotBeStored, Digest, digest_of
from games.models import Submission
from games.submitting.codes import ErrorData, SubmissionCode, error_data, error_of_import, errors_of
from games.submitting.finding import HEAD

logger = logging.getLogger(__name__)


class Checked(NamedTuple):
    """What became of a record: a digest of the game, or errors."""

    digest: Digest | None
    errors: list[ErrorData]


def check(submission: Submission) -> Checked:
    """Ask the referee. Slow, without the database, and never an exception for what the record says."""
    try:
        return _checked(submission)
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        # A mistake of ours in one record must not hold up the others of its file.
        logger.exception("The record %s cannot be checked", submission.pk)
        return impossible(
            "The referee could not get to the end of this record. The site’s operator can see why."
        )


def impossible(message: str) -> Checked:
    return Checked(None, [error_data(SubmissionCode.CANNOT_BE_CHECKED, message)])


def record_of(submission: Submission) -> Record | None:
    """The record with its valid plies, also of a broken one; None if there is nothing to be read."""
    raw = bytes(submission.raw)
    importer = importer_for(raw)
    if importer is None:
        return read_raw(_raw_record(submission, raw))
    try:
        return importer.convert(raw, submission.member or submission.upload.file_name)
    except EngineError:
        return None


def importer_for(raw: bytes) -> Importer | None:
    for name in registry.names():
        for importer in registry.rules(name).importers:
            if importer.recognises(raw[:HEAD]):
                return importer
    return None


def _checked(submission: Submission) -> Checked:
    raw = bytes(submission.raw)
    importer = importer_for(raw)
    if importer is not None:
        try:
            record = importer.convert(raw, submission.member or submission.upload.file_name)
        except EngineError as error:
            return Checked(None, [error_of_import(error)])
        return _stored_or_refused(record)
    if b"\0" in raw:
        return Checked(None, [_null_byte(submission, raw)])
    if submission.corrects_id is not None and (second := _second_record(raw)):
        return Checked(None, [second])
    return _stored_or_refused(read_raw(_raw_record(submission, raw)))


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


def _raw_record(submission: Submission, raw: bytes) -> RawRecord:
    text = raw.decode("utf-8", "surrogateescape")
    return RawRecord(submission.ordinal, submission.line, text, submission.cut)


def _null_byte(submission: Submission, raw: bytes) -> ErrorData:
    before = raw[: raw.index(b"\0")].removeprefix(codecs.BOM_UTF8)
    return error_data(
        SubmissionCode.NULL_BYTE,
        "There is a null byte here, which no text has: save the file as plain text in UTF-8.",
        line=submission.line + before.count(b"\n"),
        column=len(before) - before.rfind(b"\n"),
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

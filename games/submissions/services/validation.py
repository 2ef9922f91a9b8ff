"""Validate submitted records: ask the referee, then write games, duplicates and errors, each exactly once."""

import io
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.db import IntegrityError, connection, transaction

from core.db.bulk import PostgresArray
from core.db.violations import is_duplicate
from engine.core import ImportRefused
from engine.random_games import random_games
from engine.record import Record, read_raw, readable, split, write
from engine.texts import Sentence
from games.archive.selectors.copies import match_copies
from games.archive.services.digest import Digest, UnstorableRecord, digest_record
from games.archive.services.games import store_games
from games.event_hooks import TargetBoard, boards_of_records
from games.models import Submission, SubmissionState, Upload
from games.signals import games_arrived
from games.submissions.selectors.records import (
    ErrorData,
    SentRecord,
    SubmissionCode,
    error_from_import,
    errors_from_record,
    importer_for,
    make_error,
    raw_record,
)

# Of both kinds in turns. The tables are far from full by then, but most of what is common is there.
WARM_UP_GAMES: Final = 30
logger = logging.getLogger(__name__)

# Somebody else may store the same games in the moment between our look and our writing; not again and again.
_MAX_LOST_RACES: Final = 5


class CheckResult(NamedTuple):
    """What became of a record: a digest of the game, or errors."""

    digest: Digest | None
    errors: list[ErrorData]


def check_record(sent: SentRecord) -> CheckResult:
    """Ask the referee. Slow, without the database, and never an exception for what the record says."""
    try:
        return _check(sent)
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        # A mistake of ours in one record must not hold up the others of its file.
        logger.exception("The record %s cannot be checked", sent.submission)
        return failed_check(
            Sentence("The referee could not get to the end of this record. The site’s operator can see why.")
        )


def warm_up() -> None:
    """Load the rules of all games, and fill the tables of moves that they keep by checking a few."""
    for number, record in enumerate(random_games(WARM_UP_GAMES, seed=0), start=1):
        check_record(SentRecord(number, number, "", "", 1, write(record).encode(), cut=False, corrects=None))


def failed_check(message: str) -> CheckResult:
    return CheckResult(None, [make_error(SubmissionCode.CANNOT_BE_CHECKED, message)])


def _check(sent: SentRecord) -> CheckResult:
    importer = importer_for(sent.raw)
    if importer is not None:
        try:
            record = importer.convert(sent.raw, sent.member or sent.file_name)
        except ImportRefused as refusal:
            return CheckResult(None, [error_from_import(refusal, lines_before=sent.line - 1)])
        return _stored_or_refused(record)
    if b"\0" in sent.raw:
        return CheckResult(None, [_null_byte(sent)])
    if sent.corrects is not None and (second := _second_record(sent.raw)):
        return CheckResult(None, [second])
    return _stored_or_refused(read_raw(raw_record(sent)))


def _stored_or_refused(record: Record) -> CheckResult:
    if record.errors:
        return CheckResult(None, errors_from_record(record))
    try:
        return CheckResult(digest_record(record), [])
    except UnstorableRecord as error:
        return CheckResult(
            None,
            [
                make_error(
                    SubmissionCode.CANNOT_BE_WRITTEN,
                    Sentence("The record cannot be written again: %(error)s.", error=str(error)),
                )
            ],
        )


def _null_byte(sent: SentRecord) -> ErrorData:
    before = readable(sent.raw[: sent.raw.index(b"\0")].decode("utf-8", "surrogateescape"))
    return make_error(
        SubmissionCode.NULL_BYTE,
        Sentence("There is a null byte here, which no text has: save the file as plain text in UTF-8."),
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
    return make_error(
        SubmissionCode.SEVERAL_RECORDS,
        Sentence(
            "A second record begins here: correct one at a time, and submit others as an upload of their own."
        ),
        line=second.line,
    )


class CheckedSubmission(NamedTuple):
    submission: int
    checked: CheckResult


def upload_terms(upload: Upload) -> tuple[object, ...]:
    """Uploads that have these in common may be written together; what was sent for a board is written alone."""
    return (
        upload.account_id,
        upload.club_id,
        upload.visibility,
        upload.embargo_until,
        upload.no_capture_limit,
        (upload.meant_for, upload.pk) if upload.meant_for else None,
    )


def save_results(
    upload: Upload, results: Sequence[CheckedSubmission], *, sent_with: Mapping[int, int] | None = None
) -> None:
    """Write the results of those records that have none yet. The caller has opened the transaction.

    If they came with several uploads that have their terms in common, `sent_with` names the upload of each submission.
    """
    games = store_results(upload, results, sent_with=sent_with)
    if games:
        uploads = {upload.pk, *(sent_with or {}).values()}
        ids = [games[pk] for pk in sorted(games)]
        games_arrived.send(sender=Upload, upload=upload, uploads=uploads, games=ids)


def store_results(
    upload: Upload,
    results: Sequence[CheckedSubmission],
    boards: Mapping[int, TargetBoard] | None = None,
    *,
    sent_with: Mapping[int, int] | None = None,
) -> dict[int, int]:
    """The same without announcing them: the ids of the games by those of the submissions.

    `boards` if it is known for which boards the records are; else the higher apps are asked.
    """
    waiting = _still_waiting([result.submission for result in results])
    unsaved = [result for result in results if result.submission in waiting]
    _write_errors([result for result in unsaved if result.checked.digest is None])
    digests = {result.submission: result.checked.digest for result in unsaved if result.checked.digest}
    games = _store(upload, digests, boards, sent_with or {})
    _write_games(games)
    return {submission: stored.game for submission, stored in games.items()}


class _Stored(NamedTuple):
    game: int
    is_new: bool


def _still_waiting(pks: list[int]) -> set[int]:
    rows = (
        Submission.objects.select_for_update(no_key=True)
        .filter(pk__any_of=pks, state=SubmissionState.RECEIVED)
        .order_by("pk")
    )
    return set(rows.values_list("pk", flat=True))


def _store(
    upload: Upload,
    digests: dict[int, Digest],
    known_boards: Mapping[int, TargetBoard] | None,
    sent_with: Mapping[int, int],
) -> dict[int, _Stored]:
    """By submission: the game that stands for it now, and whether this submission brought it."""
    for _ in range(_MAX_LOST_RACES):
        boards = known_boards
        if boards is None:
            boards = boards_of_records(upload, {pk: digest.head for pk, digest in digests.items()})
        matches = match_copies(upload, digests, boards)
        new = {
            pk: replace(digest, copy_for=matches[pk].copy_for)
            for pk, digest in digests.items()
            if matches[pk].game is None
        }
        first_with: dict[tuple[str, ...], int] = {}
        for pk, digest in new.items():
            first_with.setdefault(digest.copy, pk)
        try:
            with transaction.atomic():
                created = store_games(
                    source=upload,
                    digests=[new[pk] for pk in first_with.values()],
                    sent_with={copy: sent_with.get(pk, upload.pk) for copy, pk in first_with.items()},
                )
        except IntegrityError as error:
            if not is_duplicate(error):
                raise
            continue  # the same game came in by another way just now: look again
        return {
            pk: _Stored(match.game, is_new=False)
            if match.game is not None
            else _Stored(created[new[pk].copy], is_new=first_with[new[pk].copy] == pk)
            for pk, match in matches.items()
        }
    raise IntegrityError("The same games are being stored by others again and again.")


def _write_errors(results: list[CheckedSubmission]) -> None:
    broken = [
        Submission(pk=result.submission, state=SubmissionState.ERROR, errors=result.checked.errors)
        for result in results
    ]
    if broken:
        Submission.objects.bulk_update(broken, ["state", "errors"])


def _write_games(games: dict[int, _Stored]) -> None:
    rows = [
        (
            pk,
            SubmissionState.ACCEPTED.value if stored.is_new else SubmissionState.DUPLICATE.value,
            stored.game,
        )
        for pk, stored in games.items()
    ]
    if not rows:
        return
    table = Submission._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                f"UPDATE {table} AS s SET state = v.state, game_id = v.game "  # noqa: S608  the table is ours
                "FROM unnest(%s::bigint[], %s::text[], %s::bigint[]) AS v (id, state, game) WHERE s.id = "
                "v.id",
                [PostgresArray.of(column).text for column in zip(*rows, strict=True)],
            )
        else:
            cursor.executemany(
                f"UPDATE {table} SET state = %s, game_id = %s WHERE id = %s",  # noqa: S608
                [(state, game, pk) for pk, state, game in rows],
            )

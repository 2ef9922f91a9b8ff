"""Compare what stands in the database with what was sent, and with what the referee says of it today."""

import io
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Length

from core.verification import Findings, Verification
from engine.record import read_stored, split
from games.adjudication.selectors import current_verdict, ending_by
from games.archive.selectors.copies import same_copies
from games.archive.services.digest import BYTES_PER_KEY, UnstorableRecord, digest_record
from games.models import Adjudication, Game, GameText, Submission, SubmissionState, Upload, UploadPiece
from jobs.models import WorkState

GAMES_PER_QUERY: Final = 200

# What is compared of each game; the head has the result, the final position, the duplicate key and what lists show.
CHECKS: Final = ("canonical text", "plies", "start position", "search text", "head", "position keys")
UPLOADS_PER_QUERY: Final = 500


@dataclass
class VerificationReport:
    """What was looked at; `tell` is called with each sentence about what is wrong as soon as it is found."""

    tell: Callable[[str], object]
    games: int = 0
    plies: int = 0
    positions: int = 0
    adjudications: int = 0
    uploads: int = 0
    bytes: int = 0
    records: int = 0
    problems: int = 0

    def tell_of(self, problem: str) -> None:
        self.problems += 1
        self.tell(problem)


def verify_archive(findings: Findings) -> Generator[None, None, str]:
    """Games, uploads and submitted records, for `manage.py verify`."""
    report = VerificationReport(findings.add)
    for _step in chain(verify_games(report), verify_uploads(report)):
        yield
    verify_submissions(report)
    return (
        f"{report.games} games with {report.plies} plies replayed; compared with the record: {', '.join(CHECKS)} "
        f"({report.positions} keys). {report.adjudications} adjudications, {report.uploads} uploads of {report.bytes} "
        f"bytes and {report.records} submitted records looked at."
    )


def count_archive() -> int:
    return Game.objects.count() + Upload.objects.count()


def verify_games(findings: VerificationReport) -> Iterator[int]:
    """Check every game, yielding how many have been checked; what is found goes into `findings`."""
    last = 0
    while games := list(
        Game.objects.filter(pk__gt=last).select_related("text").order_by("pk")[:GAMES_PER_QUERY]
    ):
        seen_with = _engine_versions(games)
        for game in games:
            findings.games += 1
            text = getattr(game, "text", None)
            if text is None:
                findings.tell_of(f"game {game.pk}: it has no text")
            else:
                for problem in _problems(game, text):
                    findings.tell_of(f"game {game.pk}: {problem}")
                findings.plies += game.ply_count
                findings.positions += len(text.position_keys) // BYTES_PER_KEY
            _verify_adjudication(findings, game, seen_with.get(game.pk, set()))
            yield findings.games
        last = games[-1].pk


def _engine_versions(games: list[Game]) -> dict[int, set[str]]:
    """The versions of the engine that have adjudicated each of the games. One query."""
    found: dict[int, set[str]] = {}
    said = Adjudication.objects.filter(game__in=games).values_list("game", "engine_version")
    for game, version in said:
        found.setdefault(game, set()).add(version)
    return found


def _verify_adjudication(findings: VerificationReport, game: Game, seen_with: set[str]) -> None:
    findings.adjudications += len(seen_with)
    if game.adjudicated_with and game.adjudicated_with not in seen_with:
        findings.tell_of(f"game {game.pk}: its adjudication by engine {game.adjudicated_with} is not there")


def _problems(game: Game, text: GameText) -> Iterator[str]:
    count = sum(1 for _ in split(io.StringIO(text.canonical)))
    if count != 1:
        yield f"its text holds {count} records"
        return
    record = read_stored(text.canonical)
    if record.errors:
        yield f"its text is not valid: {record.errors[0]}"
        return
    try:
        digest = digest_record(record)
    except UnstorableRecord as error:
        yield f"its text cannot be written again: {error}"
        return
    if digest.canonical != text.canonical:
        yield "its text is not canonical"
    if digest.plies != text.plies:
        yield "its plies are not those of its text"
    if digest.start_position != text.start_position:
        yield f"it starts from {digest.start_position}, not from {text.start_position}"
    counting = {"result": game.recorded_result, "termination": game.recorded_termination}
    if (game.result, game.termination) != (game.recorded_result, game.recorded_termination):
        counting = ending_by(game, current_verdict(game))._asdict()
    for name, value in (digest.head | counting).items():
        stored = getattr(game, name)
        if stored != value and not (name == "duplicate_key" and _is_taken(str(value), game)):
            yield f"{name} is {stored!r}, but the record says {value!r}"
    if bytes(text.position_keys) != digest.position_keys:
        yield "its position keys are not those of its plies"


def _is_taken(key: str, game: Game) -> bool:
    """Two games can become the same one, by a forgotten name or a newer key; the second keeps the one it had."""
    return same_copies(game, key).exists()


def verify_uploads(findings: VerificationReport) -> Iterator[int]:
    """Compare every upload with its pieces and records, yielding how many have been; three queries for 500 of them."""
    last = 0
    while uploads := list(Upload.objects.filter(pk__gt=last).order_by("pk")[:UPLOADS_PER_QUERY]):
        ids = [upload.pk for upload in uploads]
        sizes, records = _sizes_of(ids), _records_of(ids)
        for upload in uploads:
            size = sizes.get(upload.pk, 0)
            count, received = records.get(upload.pk, (0, upload.received))
            findings.uploads += 1
            findings.bytes += size
            if size != (0 if upload.file_deleted_at else upload.size):
                findings.tell_of(f"upload {upload.pk}: {size} of its {upload.size} bytes are there")
            if count != received:
                findings.tell_of(f"upload {upload.pk}: {count} of its {received} records are there")
            yield findings.uploads
        last = ids[-1]


def verify_submissions(findings: VerificationReport) -> None:
    """Every record was accepted, known or wrong, or waits for a job that will settle it."""
    findings.records += Submission.objects.count()
    odd = Submission.objects.filter(
        Q(state=SubmissionState.ERROR, errors=[])
        | (Q(state__in=[SubmissionState.ACCEPTED, SubmissionState.DUPLICATE]) & ~Q(errors=[]))
    )
    _report_each(findings, odd, "record {}: its errors do not go with its state")
    forgotten = Submission.objects.filter(state=SubmissionState.RECEIVED).exclude(
        slice__state=WorkState.WAITING
    )
    _report_each(findings, forgotten, "record {}: it waits, but nobody is going to check it")
    bereft = Submission.objects.filter(
        ~Exists(Game.objects.filter(pk=OuterRef("game_id"))),
        state__in=[SubmissionState.ACCEPTED, SubmissionState.DUPLICATE],
    )
    _report_each(findings, bereft, "record {}: its game is not there")
    brought = Game.objects.annotate(
        brought_by=Count("submissions", filter=Q(submissions__state=SubmissionState.ACCEPTED))
    ).filter(brought_by__gt=1)
    _report_each(findings, brought, "game {}: several records brought it")


def _sizes_of(uploads: list[int]) -> dict[int, int]:
    pieces = UploadPiece.objects.filter(upload__in=uploads).values("upload").order_by()
    return dict(pieces.annotate(size=Sum(Length("data"))).values_list("upload", "size"))


def _records_of(uploads: list[int]) -> dict[int, tuple[int, int]]:
    """How many of the places that were counted as received have a current record, and how many were counted.

    Both from one query: an upload may be cut into more records while we look at it.
    """
    counted = Submission.objects.filter(
        upload__in=uploads, is_current=True, ordinal__lte=F("upload__received")
    )
    grouped = counted.values("upload", "upload__received").order_by().annotate(number=Count("pk"))
    rows = grouped.values_list("upload", "number", "upload__received")
    return {upload: (number, received) for upload, number, received in rows}


def _report_each(
    findings: VerificationReport, rows: QuerySet[Submission] | QuerySet[Game], sentence: str
) -> None:
    for pk in rows.order_by("pk").values_list("pk", flat=True).iterator():
        findings.tell_of(sentence.format(pk))


ARCHIVE: Final = Verification(count=count_archive, run=verify_archive)

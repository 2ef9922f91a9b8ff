"""Looks whether everything that was sent is still there: the bytes, the records cut from them, and their fates."""

from collections.abc import Iterator
from typing import Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Length

from games.models import Game, Submission, SubmissionState, Upload, UploadPiece
from games.verifying import Findings
from jobs.work_item import WorkState

UPLOADS_AT_A_TIME: Final = 500


def verify_uploads(findings: Findings) -> Iterator[int]:
    """Compare every upload with its pieces and records, yielding how many have been; three queries for 500 of them."""
    last = 0
    while uploads := list(Upload.objects.filter(pk__gt=last).order_by("pk")[:UPLOADS_AT_A_TIME]):
        ids = [upload.pk for upload in uploads]
        sizes, records = _sizes_of(ids), _records_of(ids)
        for upload in uploads:
            size = sizes.get(upload.pk, 0)
            count, received = records.get(upload.pk, (0, upload.received))
            findings.uploads += 1
            findings.bytes += size
            if size != upload.size:
                findings.tell_of(f"upload {upload.pk}: {size} of its {upload.size} bytes are there")
            if count != received:
                findings.tell_of(f"upload {upload.pk}: {count} of its {received} records are there")
            yield findings.uploads
        last = ids[-1]


def verify_submissions(findings: Findings) -> None:
    """Every record has exactly one fate, or somebody will see to it."""
    findings.records += Submission.objects.count()
    odd = Submission.objects.filter(
        Q(state=SubmissionState.ERROR, errors=[])
        | (Q(state__in=[SubmissionState.ACCEPTED, SubmissionState.DUPLICATE]) & ~Q(errors=[]))
    )
    _tell_of_each(findings, odd, "record {}: its errors do not go with its state")
    forgotten = Submission.objects.filter(state=SubmissionState.RECEIVED).exclude(
        slice__state=WorkState.WAITING
    )
    _tell_of_each(findings, forgotten, "record {}: it waits, but nobody is going to check it")
    bereft = Submission.objects.filter(
        ~Exists(Game.objects.filter(pk=OuterRef("game_id"))),
        state__in=[SubmissionState.ACCEPTED, SubmissionState.DUPLICATE],
    )
    _tell_of_each(findings, bereft, "record {}: its game is not there")
    brought = Game.objects.annotate(
        brought_by=Count("submissions", filter=Q(submissions__state=SubmissionState.ACCEPTED))
    ).filter(brought_by__gt=1)
    _tell_of_each(findings, brought, "game {}: several records brought it")


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


def _tell_of_each(findings: Findings, rows: QuerySet[Submission] | QuerySet[Game], sentence: str) -> None:
    for pk in rows.order_by("pk").values_list("pk", flat=True).iterator():
        findings.tell_of(sentence.format(pk))

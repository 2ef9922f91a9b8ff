"""What the pages and jobs of an import of people read."""

import csv
from collections.abc import Iterator
from typing import Final, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from core.permissions.actors import Actor
from players.models import (
    Club,
    Membership,
    PeopleUpload,
    PeopleUploadRow,
    Person,
    RatingPool,
    RowMatch,
    RowOutcome,
)
from players.people.selectors.people import people_visible_to

ROWS_PER_PAGE: Final = 50
MAX_LATEST_UPLOADS: Final = 5
CHUNK_SIZE: Final = 2000
_FORMULA_STARTS: Final = ("=", "+", "-", "@")


class UploadCounts(NamedTuple):
    """How many rows of each finding; of those to decide about, how many are open; and what became of them."""

    new: int
    known: int
    near: int
    refused: int
    undecided: int
    to_enter: int
    entered: int
    added: int
    asked: int
    unchanged: int

    @property
    def in_all(self) -> int:
        return self.new + self.known + self.near + self.refused

    @property
    def left_out(self) -> int:
        return self.in_all - self.entered - self.added - self.asked - self.unchanged


class MatchCandidate(NamedTuple):
    person: Person
    clubs: str


class PreviewRow(NamedTuple):
    """`person` is whom it was entered as, if the viewer sees them still."""

    row: PeopleUploadRow
    candidates: list[MatchCandidate]
    person: Person | None


def pools_for_ratings(club: Club) -> QuerySet[RatingPool]:
    """In which the club may give starting ratings: its own, and those across clubs if it is recognised."""
    across = Q(club=None) if club.recognised_at else Q()
    return RatingPool.objects.filter(Q(club=club) | across).order_by("game", "name", "pk")


def latest_uploads(club: Club) -> QuerySet[PeopleUpload]:
    return (
        club.people_uploads.select_related("entering")
        .defer("content")
        .order_by("-created_at")[:MAX_LATEST_UPLOADS]
    )


def get_upload_or_404(club: Club, pk: int) -> PeopleUpload:
    """Without the table itself, which is large."""
    uploads = PeopleUpload.objects.select_related("entering").defer("content")
    return get_object_or_404(uploads, club=club, pk=pk)


def counts_of(upload: PeopleUpload) -> UploadCounts:
    """One query for the table, one for what would be entered."""
    numbers = upload.rows.aggregate(
        new=Count("pk", filter=Q(finding=RowMatch.NEW)),
        known=Count("pk", filter=Q(finding=RowMatch.KNOWN)),
        near=Count("pk", filter=Q(finding=RowMatch.NEAR)),
        refused=Count("pk", filter=Q(finding=RowMatch.REFUSED)),
        undecided=Count("pk", filter=Q(finding=RowMatch.NEAR, is_new=False, chosen=None)),
        entered=Count("pk", filter=Q(outcome=RowOutcome.ENTERED)),
        added=Count("pk", filter=Q(outcome=RowOutcome.ADDED)),
        asked=Count("pk", filter=Q(outcome=RowOutcome.ASKED)),
        unchanged=Count("pk", filter=Q(outcome=RowOutcome.UNCHANGED)),
    )
    return UploadCounts(to_enter=rows_to_enter(upload).count(), **numbers)


def page_of_rows(
    upload: PeopleUpload, *, actor: Actor, finding: str, page: str | None
) -> tuple[Page[PeopleUploadRow], list[PreviewRow]]:
    """A page of the rows with this finding, and whom each may be about, of those whom the actor sees. Four queries."""
    rows = upload.rows.filter(finding=finding) if finding in RowMatch.values else upload.rows.all()
    shown = Paginator(rows, ROWS_PER_PAGE).get_page(page)
    wanted = {pk for row in shown for pk in (*row.candidates, row.person_id) if pk is not None}
    people = people_visible_to(actor).in_bulk(wanted)
    clubs: dict[int, list[str]] = {pk: [] for pk in people}
    public = Q(person__listed=True) | Q(club=upload.club_id)
    for membership in Membership.objects.filter(public, person__in=people).select_related("club"):
        clubs[membership.person_id].append(membership.club.name)
    candidates = {pk: MatchCandidate(person, ", ".join(sorted(clubs[pk]))) for pk, person in people.items()}
    return shown, [
        PreviewRow(
            row,
            [candidates[pk] for pk in row.candidates if pk in candidates],
            people.get(row.person_id) if row.person_id else None,
        )
        for row in shown
    ]


def rows_left_out(upload: PeopleUpload) -> QuerySet[PeopleUploadRow]:
    """What was not entered, or would not be if it were confirmed now."""
    done = (RowOutcome.ENTERED, RowOutcome.ADDED, RowOutcome.ASKED, RowOutcome.UNCHANGED)
    entered = Q(outcome__in=done)
    if hasattr(upload, "entering"):
        return upload.rows.exclude(entered)
    return upload.rows.exclude(pk__in=rows_to_enter(upload).values("pk"))


class _Echo:
    def write(self, text: str) -> str:
        return text


def left_out_csv(upload: PeopleUpload) -> Iterator[str]:
    """The lines as they came, each with the reason, to be mended and sent again."""
    writer = csv.writer(_Echo(), delimiter=";")
    heading = upload.heading or [_("Name")]
    yield "\ufeff" + writer.writerow([*_escape_formulas(heading), _("Line"), _("Reason")])
    for row in rows_left_out(upload).order_by("line").iterator(chunk_size=CHUNK_SIZE):
        cells = [*row.cells, *[""] * (len(heading) - len(row.cells))]
        yield writer.writerow([*_escape_formulas(cells), row.line, _reason_left_out(row)])


def _escape_formulas(cells: list[str]) -> list[str]:
    """A spreadsheet runs what begins like a formula; reading the file again takes the apostrophe away."""
    return [f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell for cell in cells]


def _reason_left_out(row: PeopleUploadRow) -> str:
    if row.problem:
        return f"{row.column}: {row.problem}" if row.column else row.problem
    return _("It was not decided who this is.")


def rows_to_enter(upload: PeopleUpload) -> QuerySet[PeopleUploadRow]:
    """Those that are new, known or decided about. What is refused or undecided is never entered."""
    decided = Q(finding=RowMatch.NEAR) & (Q(is_new=True) | Q(chosen__isnull=False))
    return upload.rows.filter(Q(finding__in=[RowMatch.NEW, RowMatch.KNOWN]) | decided)

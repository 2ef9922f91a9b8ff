"""What the pages of an import read."""

import csv
from collections.abc import Iterator
from typing import Final, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from players.models import Club, Finding, Membership, Outcome, PeopleUpload, PeopleUploadRow, Person
from players.people.import_entering import rows_to_enter
from players.people.selectors import people_visible_to
from players.permissions import Actor

ROWS_ON_A_PAGE: Final = 50
LATEST: Final = 5
ROWS_AT_A_TIME: Final = 2000
_LOOKS_LIKE_A_FORMULA: Final = ("=", "+", "-", "@")


class Counts(NamedTuple):
    """How many rows of each finding; of those to decide about, how many are open; and what became of them."""

    new: int
    known: int
    near: int
    refused: int
    undecided: int
    to_enter: int
    entered: int
    added: int
    unchanged: int

    @property
    def in_all(self) -> int:
        return self.new + self.known + self.near + self.refused

    @property
    def left_out(self) -> int:
        return self.in_all - self.entered - self.added - self.unchanged


class Candidate(NamedTuple):
    person: Person
    clubs: str


class PreviewRow(NamedTuple):
    row: PeopleUploadRow
    candidates: list[Candidate]


def latest_uploads(club: Club) -> QuerySet[PeopleUpload]:
    return club.people_uploads.select_related("entering").defer("content").order_by("-created_at")[:LATEST]


def counts_of(upload: PeopleUpload) -> Counts:
    """One query for the table, one for what would be entered."""
    numbers = upload.rows.aggregate(
        new=Count("pk", filter=Q(finding=Finding.NEW)),
        known=Count("pk", filter=Q(finding=Finding.KNOWN)),
        near=Count("pk", filter=Q(finding=Finding.NEAR)),
        refused=Count("pk", filter=Q(finding=Finding.REFUSED)),
        undecided=Count("pk", filter=Q(finding=Finding.NEAR, is_new=False, chosen=None)),
        entered=Count("pk", filter=Q(outcome=Outcome.ENTERED)),
        added=Count("pk", filter=Q(outcome=Outcome.ADDED)),
        unchanged=Count("pk", filter=Q(outcome=Outcome.UNCHANGED)),
    )
    return Counts(to_enter=rows_to_enter(upload).count(), **numbers)


def page_of_rows(
    upload: PeopleUpload, *, actor: Actor, finding: str, page: str | None
) -> tuple[Page[PeopleUploadRow], list[PreviewRow]]:
    """A page of the rows with this finding, and whom each may be about, of those whom the actor sees. Four queries."""
    rows = upload.rows.filter(finding=finding) if finding in Finding.values else upload.rows.all()
    shown = Paginator(rows.select_related("person"), ROWS_ON_A_PAGE).get_page(page)
    wanted = {pk for row in shown for pk in row.candidates}
    people = people_visible_to(actor).in_bulk(wanted)
    clubs: dict[int, list[str]] = {pk: [] for pk in people}
    public = Q(person__listed=True) | Q(club=upload.club_id)
    for membership in Membership.objects.filter(public, person__in=people).select_related("club"):
        clubs[membership.person_id].append(membership.club.name)
    candidates = {pk: Candidate(person, ", ".join(sorted(clubs[pk]))) for pk, person in people.items()}
    return shown, [
        PreviewRow(row, [candidates[pk] for pk in row.candidates if pk in candidates]) for row in shown
    ]


def rows_left_out(upload: PeopleUpload) -> QuerySet[PeopleUploadRow]:
    """What was not entered, or would not be if it were confirmed now."""
    entered = Q(outcome__in=[Outcome.ENTERED, Outcome.ADDED, Outcome.UNCHANGED])
    if hasattr(upload, "entering"):
        return upload.rows.exclude(entered)
    return upload.rows.exclude(pk__in=rows_to_enter(upload).values("pk"))


class _Echo:
    def write(self, text: str) -> str:
        return text


def left_out_as_csv(upload: PeopleUpload) -> Iterator[str]:
    """The lines as they came, each with the reason, to be mended and sent again."""
    writer = csv.writer(_Echo(), delimiter=";")
    heading = upload.heading or [_("Name")]
    yield "\ufeff" + writer.writerow([*_disarmed(heading), _("Line"), _("Reason")])
    for row in rows_left_out(upload).order_by("line").iterator(chunk_size=ROWS_AT_A_TIME):
        cells = [*row.cells, *[""] * (len(heading) - len(row.cells))]
        yield writer.writerow([*_disarmed(cells), row.line, _reason(row)])


def _disarmed(cells: list[str]) -> list[str]:
    """A spreadsheet runs what begins like a formula; reading the file again takes the apostrophe away."""
    return [f"'{cell}" if cell.startswith(_LOOKS_LIKE_A_FORMULA) else cell for cell in cells]


def _reason(row: PeopleUploadRow) -> str:
    if row.problem:
        return f"{row.column}: {row.problem}" if row.column else row.problem
    return _("Nobody decided whether this is somebody known.")

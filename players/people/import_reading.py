"""The job that reads an uploaded table, some lines at a time: what each would do, compared with the people known.

What was read stays read if the worker is lost: whoever goes on begins at the first line that has no row.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from jobs.kinds import CannotBeDone, JobKind, register
from jobs.work_item import WorkState
from players.errors import Refused
from players.models import Finding, Membership, PeopleUpload, PeopleUploadRow, Person
from players.people.known_people import KnownPeople, KnownPerson
from players.people.selectors import people_visible_to
from players.people.table_reading import Table, read_table
from players.people.table_rows import ReadRow, read_row

ROWS_AT_A_TIME: Final = 500


def read_upload(upload: PeopleUpload) -> Table:
    """Each lot is one transaction that writes rows and how far they come; a line that has a row is not read again."""
    with override(upload.language):
        try:
            table = read_table(bytes(upload.content))
        except Refused as refusal:
            raise CannotBeDone(str(refusal)) from refusal
        _tell_how_many(upload, table)
        rows = _judged(upload, table)
        while lot := list(islice(rows, ROWS_AT_A_TIME)):
            _store_a_lot(upload, lot)
        return table


def known_to(upload: PeopleUpload) -> KnownPeople:
    """Those whom the uploader may see. A year of birth that is nobody's business is not compared."""
    visible = people_visible_to(upload.uploaded_by or AnonymousUser())
    members = set(Membership.objects.filter(club=upload.club).values_list("person", flat=True))
    columns = ("pk", "comparison_key", "year_of_birth", "shows_year_of_birth", "account")
    return KnownPeople(
        KnownPerson(
            pk,
            key,
            year if shown or (account is None and pk in members) else None,
            belongs=pk in members,
        )
        for pk, key, year, shown, account in visible.values_list(*columns).iterator()
    )


def _judged(upload: PeopleUpload, table: Table) -> Iterator[PeopleUploadRow]:
    """The rows that are not stored yet."""
    stored = set(upload.rows.values_list("line", flat=True))
    known = known_to(upload)
    seen: dict[str, dict[int | None, int]] = defaultdict(dict)  # the lines by name and year
    for line in table.lines:
        read = read_row(table, line)
        earlier = None
        if read.person is not None:
            lines = seen[read.person.comparison_key]
            earlier = _line_with_the_same(read.person, lines)
            if earlier is None:
                lines[read.person.year_of_birth] = line.number
        if line.number not in stored:
            yield _row(upload, read, earlier, known)


def _row(upload: PeopleUpload, read: ReadRow, earlier: int | None, known: KnownPeople) -> PeopleUploadRow:
    row = PeopleUploadRow(
        upload=upload,
        line=read.line.number,
        cells=[cell[:200] for cell in read.line.cells],
        finding=Finding.REFUSED,
    )
    if read.person is None:
        row.problem, row.column = read.problem, read.column[:200]
    elif earlier is not None:
        row.name = read.person.name
        row.problem = _(
            "The same name stands in line %(line)d. If they are two people, give both years of birth."
        ) % {"line": earlier}
    else:
        _fill(row, read.person)
        _compare(row, read.person, known)
    return row


def _line_with_the_same(person: Person, lines: dict[int | None, int]) -> int | None:
    """Two lines of one name are about two people only if both say when they were born, and differ."""
    if person.year_of_birth is None:
        return next(iter(lines.values()), None)
    return lines.get(person.year_of_birth) or lines.get(None)


def _fill(row: PeopleUploadRow, person: Person) -> None:
    row.name, row.sort_name, row.country = person.name, person.sort_name, person.country
    row.year_of_birth, row.listed = person.year_of_birth, person.listed


def _compare(row: PeopleUploadRow, read: Person, known: KnownPeople) -> None:
    key, year = read.comparison_key, read.year_of_birth
    same = [person for person in known.same(key) if _is_the_same(person, year)]
    if len(same) == 1:
        row.finding, row.candidates = Finding.KNOWN, [same[0].pk]
        return
    near = known.near(key)
    row.finding = Finding.NEAR if near else Finding.NEW
    row.candidates = [person.pk for person in near]


def _is_the_same(person: KnownPerson, year: int | None) -> bool:
    """Of the same name: a member of the club whose year does not differ, or anybody with the same year."""
    if person.year_of_birth is not None and year is not None:
        return person.year_of_birth == year
    return person.belongs


def _tell_how_many(upload: PeopleUpload, table: Table) -> None:
    PeopleUpload.objects.filter(pk=upload.pk).update(rows_in_all=len(table.lines))


@transaction.atomic
def _store_a_lot(upload: PeopleUpload, rows: Sequence[PeopleUploadRow]) -> None:
    """If two workers read the same lines, the first one's rows stay. A table that was discarded gets none."""
    waiting = PeopleUpload.objects.select_for_update().filter(pk=upload.pk, state=WorkState.WAITING)
    if not waiting.values_list("pk"):
        raise CannotBeDone(_("The table was discarded, or somebody else has read it."))
    PeopleUploadRow.objects.bulk_create(rows, ignore_conflicts=True)
    PeopleUpload.objects.filter(pk=upload.pk).update(rows_done=upload.rows.count())


def _describe(upload: PeopleUpload, table: Table) -> None:
    PeopleUpload.objects.filter(pk=upload.pk).update(
        heading=table.heading, unread_columns=[cell[:100] for cell in table.unread]
    )


READ_PEOPLE = register(
    JobKind(
        name="read people",
        model=PeopleUpload,
        prepare=read_upload,
        apply=_describe,
        max_attempts=5,
        priority=2,
    )
)

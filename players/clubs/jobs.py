"""The jobs that read an uploaded table and enter its people, some lines at a time.

What was done stays done if the worker is lost.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from audit import services as audit
from core.errors import Refused
from jobs.kinds import JobKind, PermanentFailure
from jobs.models import WorkState
from players import audit_actions
from players.clubs.selectors.imports import rows_to_enter
from players.clubs.services.members import lock_club
from players.clubs.services.offers import offer_to_many, people_who_agreed
from players.clubs.signals import people_entered
from players.models import (
    Club,
    Membership,
    PeopleImport,
    PeopleUpload,
    PeopleUploadRow,
    Person,
    Role,
    RowMatch,
    RowOutcome,
    User,
)
from players.models.starting_ratings import MAX_STARTING_RATING, MIN_STARTING_RATING
from players.people.selectors.known_people import KnownPeople, KnownPerson
from players.people.selectors.people import follow_merges, people_visible_to, visible_person_ids
from players.people.selectors.table_rows import TableRow, cell_of, read_row
from players.people.selectors.tables import RATING, RATING_COLUMNS, Table, read_table
from players.people.services.people import build_person, create_people

READ_BATCH_SIZE: Final = 500
ENTRY_BATCH_SIZE: Final = 100


def read_upload(upload: PeopleUpload) -> Table:
    """Each batch is one transaction that writes rows and progress; a line that has a row is not read again."""
    with override(upload.language):
        try:
            table = read_table(bytes(upload.content), also=RATING_COLUMNS if upload.pool_id else None)
        except Refused as refusal:
            raise PermanentFailure(str(refusal)) from refusal
        _report_total(upload, table)
        rows = _check_lines(upload, table)
        while batch := list(islice(rows, READ_BATCH_SIZE)):
            _store_batch(upload, batch)
        return table


def people_known_to(upload: PeopleUpload) -> KnownPeople:
    """Those whom the uploader may see. A year of birth that the uploader may not see is not compared."""
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


def _check_lines(upload: PeopleUpload, table: Table) -> Iterator[PeopleUploadRow]:
    """The rows that are not stored yet."""
    stored = set(upload.rows.values_list("line", flat=True))
    known = people_known_to(upload)
    seen: dict[str, dict[int | None, int]] = defaultdict(dict)  # the lines by name and year
    for line in table.lines:
        read = read_row(table, line)
        earlier = None
        if read.person is not None:
            lines = seen[read.person.comparison_key]
            earlier = _earlier_line(read.person, lines)
            if earlier is None:
                lines[read.person.year_of_birth] = line.number
        if line.number not in stored:
            row = _build_row(upload, read, earlier, known)
            if RATING in table.also:
                _read_rating(row, table.heading[table.also[RATING]], cell_of(line, table.also[RATING]))
            yield row


def _build_row(
    upload: PeopleUpload, read: TableRow, earlier: int | None, known: KnownPeople
) -> PeopleUploadRow:
    row = PeopleUploadRow(
        upload=upload,
        line=read.line.number,
        cells=[cell[:200] for cell in read.line.cells],
        finding=RowMatch.REFUSED,
    )
    if read.person is None:
        row.problem, row.column = read.problem, read.column[:200]
    elif earlier is not None:
        row.name = read.person.name
        row.problem = _(
            "The same name is in line %(line)d. If they are two people, give both years of birth."
        ) % {"line": earlier}
    else:
        _fill(row, read.person)
        _compare(row, read.person, known)
    return row


def _read_rating(row: PeopleUploadRow, heading: str, text: str) -> None:
    if not text or row.finding == RowMatch.REFUSED:
        return
    rating = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0
    if MIN_STARTING_RATING <= rating <= MAX_STARTING_RATING:
        row.rating = rating
        return
    row.finding, row.candidates, row.column = RowMatch.REFUSED, [], heading[:200]
    row.problem = _("“%(text)s” is not a rating between %(min)d and %(max)d.") % {
        "text": text[:40],
        "min": MIN_STARTING_RATING,
        "max": MAX_STARTING_RATING,
    }


def _earlier_line(person: Person, lines: dict[int | None, int]) -> int | None:
    """Two lines of one name are about two people only if both say when they were born, and differ."""
    if person.year_of_birth is None:
        return next(iter(lines.values()), None)
    return lines.get(person.year_of_birth) or lines.get(None)


def _fill(row: PeopleUploadRow, person: Person) -> None:
    row.name, row.sort_name, row.country = person.name, person.sort_name, person.country
    row.year_of_birth, row.listed = person.year_of_birth, person.listed


def _compare(row: PeopleUploadRow, read: Person, known: KnownPeople) -> None:
    key, year = read.comparison_key, read.year_of_birth
    if member := known.only_member(key, year):
        row.finding, row.candidates = RowMatch.KNOWN, [member.pk]
        return
    near = known.near(key)
    row.finding = RowMatch.NEAR if near else RowMatch.NEW
    row.candidates = [person.pk for person in near]


def _report_total(upload: PeopleUpload, table: Table) -> None:
    PeopleUpload.objects.filter(pk=upload.pk).update(rows_in_all=len(table.lines))


@transaction.atomic
def _store_batch(upload: PeopleUpload, rows: Sequence[PeopleUploadRow]) -> None:
    """If two workers read the same lines, the first one's rows stay. A table that was discarded gets none."""
    waiting = PeopleUpload.objects.select_for_update().filter(pk=upload.pk, state=WorkState.WAITING)
    if not waiting.values_list("pk"):
        raise PermanentFailure(_("The table was discarded, or somebody else has read it."))
    PeopleUploadRow.objects.bulk_create(rows, ignore_conflicts=True)
    PeopleUpload.objects.filter(pk=upload.pk).update(rows_done=upload.rows.count())


def _describe(upload: PeopleUpload, table: Table) -> None:
    PeopleUpload.objects.filter(pk=upload.pk).update(
        heading=table.heading, unread_columns=[cell[:100] for cell in table.unread]
    )


READ_PEOPLE = JobKind(
    name="read people",
    model=PeopleUpload,
    prepare=read_upload,
    apply=_describe,
    max_attempts=5,
    priority=2,
)


def enter_rows(item: PeopleImport) -> None:
    """Each batch is one transaction that enters rows and writes their outcomes: nothing is entered twice."""
    with override(item.upload.language):
        while _enter_batch(item):
            pass


@transaction.atomic
def _enter_batch(item: PeopleImport) -> bool:
    club = lock_club(item.upload.club)
    waiting = rows_to_enter(item.upload).filter(outcome="").order_by("line")
    rows = list(waiting[:ENTRY_BATCH_SIZE])
    if not rows:
        return False
    _enter_new(item.confirmed_by, club, [row for row in rows if _person_for(row) is None])
    _add_known(item.confirmed_by, club, [row for row in rows if _person_for(row) is not None])
    people_entered.send(sender=PeopleImport, item=item, rows=rows)
    _update_rows(rows)
    done = rows_to_enter(item.upload).exclude(outcome="").count()
    PeopleImport.objects.filter(pk=item.pk).update(rows_done=done)
    return True


def _update_rows(rows: Sequence[PeopleUploadRow]) -> None:
    """As `bulk_update` does, which is slower: it writes a condition for each row and field."""
    PeopleUploadRow.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=["outcome", "person", "problem"],
    )


def _person_for(row: PeopleUploadRow) -> int | None:
    if row.finding == RowMatch.KNOWN:
        return int(row.candidates[0])
    return None if row.finding == RowMatch.NEW or row.is_new else row.chosen_id


def _enter_new(actor: User | None, club: Club, rows: Sequence[PeopleUploadRow]) -> None:
    entered = []
    for row in rows:
        try:
            row.person = build_person(
                name=row.name,
                sort_name=row.sort_name,
                country=row.country,
                year_of_birth=row.year_of_birth,
                listed=row.listed,
            )
        except Refused as refusal:
            _leave_out(row, str(refusal))
        else:
            row.outcome = RowOutcome.ENTERED
            entered.append(row.person)
    create_people(actor=actor, people=entered, club=club)
    _make_members(actor, club, entered)


def _add_known(actor: User | None, club: Club, rows: Sequence[PeopleUploadRow]) -> None:
    people = Person.objects.select_related("merged_into").in_bulk([_person_for(row) for row in rows])
    kept = {pk: follow_merges(person) for pk, person in people.items()}
    ids = [person.pk for person in kept.values()]
    members = set(Membership.objects.filter(club=club, person__in=ids).values_list("person", flat=True))
    # Who is not listed any more is like nobody.
    known = members | visible_person_ids(actor or AnonymousUser(), ids)
    elsewhere = []
    for row in rows:
        person = kept.get(_person_for(row) or 0)
        if person is None or person.pk not in known:
            _leave_out(row, _("The person of this line no longer exists."))
            continue
        row.person = person
        if row.person.pk in members:
            row.outcome = RowOutcome.UNCHANGED
        else:
            members.add(row.person.pk)
            elsewhere.append(row)
    _ask_or_add(actor, club, elsewhere)


def _ask_or_add(actor: User | None, club: Club, rows: Sequence[PeopleUploadRow]) -> None:
    """Who exists elsewhere joins if the one who confirmed the table answers for them, and is asked otherwise."""
    people = [row.person for row in rows if row.person is not None]
    agreed, problems = set[int](), dict[int, str]()
    if actor is None:
        gone = _("Whoever confirmed this table has no account any more.")
        problems = {person.pk: gone for person in people}
    else:
        agreed = people_who_agreed(actor, club, people)
        asked = [person for person in people if person.pk not in agreed]
        problems = offer_to_many(actor=actor, club=club, people=asked)
    _make_members(actor, club, [person for person in people if person.pk in agreed])
    for row in rows:
        pk = row.person_id or 0
        if pk in problems:
            _leave_out(row, problems[pk])
        else:
            row.outcome = RowOutcome.ADDED if pk in agreed else RowOutcome.ASKED


def _make_members(actor: User | None, club: Club, people: Sequence[Person]) -> None:
    Membership.objects.bulk_create(Membership(club=club, person=person) for person in people)
    audit.record_creations(
        actor=actor,
        action=audit_actions.MEMBER_ADDED,
        created=[(person, {"role": Role.MEMBER.value}) for person in people],
        club=club.pk,
    )


def _leave_out(row: PeopleUploadRow, problem: str) -> None:
    row.outcome, row.problem = RowOutcome.LEFT_OUT, problem


def _finish_import(item: PeopleImport, _nothing: None) -> None:
    """The table itself is no longer needed; what was left out can still be read from its rows."""
    PeopleUpload.objects.filter(pk=item.upload_id).update(content=b"")


ENTER_PEOPLE = JobKind(
    name="enter people",
    model=PeopleImport,
    prepare=enter_rows,
    apply=_finish_import,
    max_attempts=20,
    priority=4,
)

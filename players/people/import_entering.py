"""The job that enters the rows of an upload, some at a time: what was entered stays entered if the worker is lost."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import override

from audit import services as audit
from jobs.kinds import JobKind, register
from players.clubs import actions as club_actions
from players.errors import Refused
from players.models import (
    Club,
    Finding,
    Membership,
    Outcome,
    PeopleImport,
    PeopleUpload,
    PeopleUploadRow,
    Person,
    Role,
    User,
)
from players.people.selectors import where_it_went
from players.people.services import checked_person, create_people

ROWS_AT_A_TIME: Final = 100


def enter_rows(item: PeopleImport) -> None:
    """Each lot is one transaction that enters rows and writes their outcomes: nothing is entered twice."""
    with override(item.upload.language):
        while _enter_a_lot(item):
            pass


def rows_to_enter(upload: PeopleUpload) -> QuerySet[PeopleUploadRow]:
    """Those that are new, known or decided about. What is refused or undecided is never entered."""
    decided = Q(finding=Finding.NEAR) & (Q(is_new=True) | Q(chosen__isnull=False))
    return upload.rows.filter(Q(finding__in=[Finding.NEW, Finding.KNOWN]) | decided)


@transaction.atomic
def _enter_a_lot(item: PeopleImport) -> bool:
    club = _locked_club(item.upload.club_id)
    waiting = rows_to_enter(item.upload).filter(outcome="").order_by("line")
    rows = list(waiting[:ROWS_AT_A_TIME])
    if not rows:
        return False
    _enter_new(item.confirmed_by, club, [row for row in rows if _whom(row) is None])
    _add_known(item.confirmed_by, club, [row for row in rows if _whom(row) is not None])
    _update(rows)
    done = rows_to_enter(item.upload).exclude(outcome="").count()
    PeopleImport.objects.filter(pk=item.pk).update(rows_done=done)
    return True


def _update(rows: Sequence[PeopleUploadRow]) -> None:
    """As `bulk_update` does, which is slower: it writes a condition for each row and field."""
    PeopleUploadRow.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=["outcome", "person", "problem"],
    )


def _whom(row: PeopleUploadRow) -> int | None:
    if row.finding == Finding.KNOWN:
        return int(row.candidates[0])
    return None if row.finding == Finding.NEW or row.is_new else row.chosen_id


def _enter_new(actor: User | None, club: Club, rows: Sequence[PeopleUploadRow]) -> None:
    entered = []
    for row in rows:
        try:
            row.person = checked_person(
                name=row.name,
                sort_name=row.sort_name,
                country=row.country,
                year_of_birth=row.year_of_birth,
                listed=row.listed,
            )
        except Refused as refusal:
            _leave_out(row, str(refusal))
        else:
            row.outcome = Outcome.ENTERED
            entered.append(row.person)
    create_people(actor=actor, people=entered, club=club)
    _make_members(actor, club, entered)


def _add_known(actor: User | None, club: Club, rows: Sequence[PeopleUploadRow]) -> None:
    people = Person.objects.select_related("merged_into").in_bulk([_whom(row) for row in rows])
    members = set(Membership.objects.filter(club=club, person__in=people).values_list("person", flat=True))
    joining = []
    for row in rows:
        known = people.get(_whom(row))
        if known is None:
            _leave_out(row, _("The person whom this line is about is gone."))
            continue
        row.person = where_it_went(known)
        if row.person.pk in members:
            row.outcome = Outcome.UNCHANGED
        else:
            row.outcome = Outcome.ADDED
            members.add(row.person.pk)
            joining.append(row.person)
    _make_members(actor, club, joining)


def _make_members(actor: User | None, club: Club, people: Sequence[Person]) -> None:
    Membership.objects.bulk_create(Membership(club=club, person=person) for person in people)
    audit.record_creations(
        actor=actor,
        action=club_actions.MEMBER_ADDED,
        created=[(person, {"role": Role.MEMBER.value}) for person in people],
        club=club.pk,
    )


def _leave_out(row: PeopleUploadRow, problem: str) -> None:
    row.outcome, row.problem = Outcome.LEFT_OUT, problem


def _locked_club(pk: int) -> Club:
    return Club.objects.select_for_update().get(pk=pk)


def _finish(item: PeopleImport, _nothing: None) -> None:
    """The table itself is no longer needed; what was left out can still be read from its rows."""
    PeopleUpload.objects.filter(pk=item.upload_id).update(content=b"")


ENTER_PEOPLE = register(
    JobKind(
        name="enter people",
        model=PeopleImport,
        prepare=enter_rows,
        apply=_finish,
        max_attempts=20,
        priority=4,
    )
)

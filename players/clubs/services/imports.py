"""Taking people over from a table: upload, decide, confirm. What is slow is done by jobs derived from the rows."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from core.errors import Refused
from jobs import services as jobs
from jobs.models import WorkState
from players.clubs.selectors.imports import rows_to_enter
from players.models import Club, PeopleImport, PeopleUpload, PeopleUploadRow, RatingPool, RowMatch, User
from players.people.selectors.tables import RATING, RATING_COLUMNS, read_table

NEW_CHOICE: Final = "new"


def upload_people(
    *,
    actor: User,
    club: Club,
    data: bytes,
    file_name: str = "",
    pool: RatingPool | None = None,
    rating_source: str = "",
    rated_on: date | None = None,
) -> PeopleUpload:
    """Keep the table for the job that reads it. What cannot be read at all is refused at once.

    With a pool, the column with ratings becomes starting ratings of this source and day.
    """
    table = read_table(data, also=RATING_COLUMNS)
    if pool is not None and RATING not in table.also:
        raise Refused(_("The table has no column called “Rating”."))
    if pool is not None and (not rating_source or rated_on is None):
        raise Refused(_("Please say where the ratings come from, and of which day they are."))
    with transaction.atomic():
        upload = PeopleUpload.objects.create(
            club=club,
            uploaded_by=actor,
            file_name=file_name[:120],
            language=get_language() or "en",
            content=data,
            pool=pool,
            rating_source=rating_source if pool else "",
            rated_on=rated_on if pool else None,
        )
        jobs.enqueue(item=upload)
    return upload


@transaction.atomic
def save_decisions(*, upload: PeopleUpload, choices: Mapping[int, str]) -> None:
    """Say of rows, by their ids, whom they are about: a candidate's id or NEW_CHOICE. Others are left out."""
    _refuse_if_confirmed(upload)
    rows = list(upload.rows.filter(pk__in=choices, finding=RowMatch.NEAR))
    for row in rows:
        choice = choices[row.pk]
        row.is_new = choice == NEW_CHOICE
        row.chosen_id = next((pk for pk in row.candidates if str(pk) == choice), None)
    PeopleUploadRow.objects.bulk_update(rows, ["is_new", "chosen"])


@transaction.atomic
def decide_all_new(*, upload: PeopleUpload) -> int:
    """Of every row that is still undecided."""
    _refuse_if_confirmed(upload)
    undecided = upload.rows.filter(finding=RowMatch.NEAR, is_new=False, chosen=None)
    return undecided.update(is_new=True)


def confirm_upload(*, actor: User, upload: PeopleUpload) -> PeopleImport:
    """Let a job enter what was read and decided. A second click finds the first one's work."""
    if upload.state != WorkState.DONE:
        raise Refused(_("The table has not been read yet. Please wait a moment."))
    in_all = rows_to_enter(upload).count()
    if not in_all:
        raise Refused(_("There is nothing to enter: correct the table, or decide about the near matches."))
    try:
        with transaction.atomic():
            item = PeopleImport.objects.create(upload=upload, confirmed_by=actor, rows_in_all=in_all)
            jobs.enqueue(item=item)
            return item
    except IntegrityError:
        return PeopleImport.objects.get(upload=upload)


@transaction.atomic
def discard_upload(*, upload: PeopleUpload) -> None:
    """Nothing of it was entered, and nothing is kept."""
    _refuse_if_confirmed(upload)
    upload.delete()


def _refuse_if_confirmed(upload: PeopleUpload) -> None:
    uploads = PeopleUpload.objects.select_for_update().filter(pk=upload.pk)
    list(uploads.values_list("pk"))
    if PeopleImport.objects.filter(upload=upload).exists():
        raise Refused(_("This table has already been confirmed."))

"""Sending an event's file, confirming what it would become, and discarding it. What is slow is done by jobs."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from core.errors import Refused, TooManyRequests
from core.web.rate_limits import RateLimit
from core.web.refusals import waiting_time
from games.models.submission import MAX_FILE_NAME_LENGTH
from games.submissions.services.uploads import cut_into_pieces
from jobs import services as jobs
from jobs.models import WorkState
from players.models import Club, User
from tournaments.event_files.selectors.summaries import FileSummary
from tournaments.event_files.services.imports import refuse_second_import
from tournaments.models import EventFile, EventFileImport, EventFilePiece

FILES_AN_HOUR: Final = RateLimit("event-files", 20)
DAYS_KEPT: Final = 7
_MEGABYTE: Final = 1 << 20


def upload_event_file(
    *, actor: User, club: Club, content: Iterable[bytes], size: int, file_name: str = ""
) -> EventFile:
    """Keep the bytes for the job that reads them, and answer at once."""
    if size == 0:
        raise Refused(_("The file is empty. Please choose another one."))
    if size > settings.GAMES_MOST_UPLOAD_BYTES:
        raise Refused(
            _("The file is too large: at most %(max)d megabytes.")
            % {"max": settings.GAMES_MOST_UPLOAD_BYTES // _MEGABYTE}
        )
    if wait := FILES_AN_HOUR.seconds_to_wait(str(actor.pk)):
        raise TooManyRequests(
            _("You may send %(times)d event files an hour. Please try again %(when)s.")
            % {"times": FILES_AN_HOUR.times, "when": waiting_time(wait)},
            wait,
        )
    with transaction.atomic():
        file = EventFile.objects.create(
            club=club,
            uploaded_by=actor,
            file_name=_tidy(file_name),
            size=size,
            language=get_language() or "en",
        )
        for number, data in enumerate(cut_into_pieces(content)):
            EventFilePiece.objects.create(file=file, number=number, data=data)
        jobs.enqueue(item=file)
    return file


def confirm_event_file(
    *, actor: User, file: EventFile, choices: Mapping[int, str], rated: bool = True, again: bool = False
) -> EventFileImport:
    """Let a job write the event. A second click finds the first one's work."""
    summary = FileSummary.of(file)
    if summary is None:
        raise Refused(_("The file has not been read yet. Please wait a moment."))
    if summary.problems:
        raise Refused(summary.problems[0])
    if not again and not EventFileImport.objects.filter(file=file).exists():
        refuse_second_import(actor, summary.file_id)
    try:
        with transaction.atomic():
            item = EventFileImport.objects.create(
                file=file,
                confirmed_by=actor,
                choices={str(number): choice for number, choice in choices.items()},
                rated=rated,
                again=again,
                records_in_all=summary.records,
            )
            jobs.enqueue(item=item)
            return item
    except IntegrityError:
        return EventFileImport.objects.get(file=file)


@transaction.atomic
def discard_event_file(*, file: EventFile) -> None:
    """Nothing of it was imported, and nothing is kept."""
    if not EventFile.objects.select_for_update().filter(pk=file.pk).exists():
        return
    if EventFileImport.objects.filter(file=file, state=WorkState.WAITING).exists():
        raise Refused(_("The event is being imported."))
    file.delete()


def delete_old_files() -> int:
    """Called by the schedule: what nobody has confirmed, and files whose import has ended. How many."""
    old = EventFile.objects.filter(created_at__lt=timezone.now() - timedelta(days=DAYS_KEPT))
    waiting = EventFileImport.objects.filter(state=WorkState.WAITING).values("file")
    return (
        old.exclude(pk__in=waiting)
        .exclude(state=WorkState.WAITING)
        .delete()[1]
        .get("tournaments.EventFile", 0)
    )


def _tidy(file_name: str) -> str:
    name = "".join(letter for letter in file_name if letter.isprintable()).replace("\\", "/")
    return name.rpartition("/")[2][-MAX_FILE_NAME_LENGTH:]

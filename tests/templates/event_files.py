"""Event files at every stage of their import, for the pages of the inventory."""

from dataclasses import replace
from typing import Any

from django.utils import timezone

from jobs.models import WorkState
from players.models import Club, User
from tests.games.records import BROKEN_MESSAGE
from tests.templates.people import LISTED
from tournaments.event_files.selectors.summaries import FileSummary, PersonSummary, SectionSummary
from tournaments.event_files.services.origins import ensure_origin
from tournaments.models import Event, EventFile, EventFileImport, EventOrigin

# Chosen ids, so that addresses can name them.
READING, PREVIEW, REFUSED, IMPORTING, DONE, UNREADABLE, STUCK = range(900001, 900008)


def furnish_event_files(account: User, club: Club) -> None:
    event = Event.objects.get(pk=900002)
    origin = ensure_origin(event)
    EventOrigin.objects.filter(pk=origin.pk).update(
        club_name="Rook Club", arbiters=["Ari Arbiter", "Ursula Umpire"], imported_at=timezone.now()
    )
    summary = FileSummary(
        file_id=origin.file_id,
        event={
            "name": "Spring Open",
            "game": "stratego",
            "place": "Old mill",
            "starts_on": "2026-05-02",
            "ends_on": "2026-05-03",
            "state": "running",
        },
        club="Rook Club",
        arbiters=["Ari Arbiter"],
        sections=[SectionSummary("Main", "swiss", 3, 2, 5), SectionSummary("Cup", "knockout", 4, 1, 5)],
        people=[
            PersonSummary(1, "Étienne Vauquelin", "FR", LISTED),
            PersonSummary(2, "Etienne Vauqelin", "", None, [LISTED]),
            PersonSummary(3, "Somebody with a name as long as names of people may become in lists", "DE"),
        ],
        records=2,
        records_left_out=3,
    )
    problem = f"records/section-1/round-1/board-third-place-12-game-2.txt, line 6: {BROKEN_MESSAGE}"
    _file(account, club, READING, records_done=3, records_in_all=20)
    _file(account, club, UNREADABLE, state=WorkState.FAILED)
    _file(account, club, PREVIEW, summary=summary.to_json(), state=WorkState.DONE)
    _file(account, club, REFUSED, summary=FileSummary(problems=[problem]).to_json(), state=WorkState.DONE)
    read = {"summary": replace(summary, file_id="other").to_json(), "state": WorkState.DONE}
    _import(_file(account, club, IMPORTING, **read), records_done=1, records_in_all=2)
    _import(_file(account, club, DONE, **read), state=WorkState.DONE, event=event)
    _import(_file(account, club, STUCK, **read), state=WorkState.FAILED)


def _file(account: User, club: Club, pk: int, **values: Any) -> EventFile:
    return EventFile.objects.create(
        pk=pk, club=club, uploaded_by=account, file_name="spring-open.zip", size=1, **_finished(values)
    )


def _import(file: EventFile, **values: Any) -> None:
    EventFileImport.objects.create(file=file, confirmed_by=file.uploaded_by, **_finished(values))


def _finished(values: dict[str, Any]) -> dict[str, Any]:
    return values | {"finished_at": timezone.now()} if "state" in values else values

"""What the pages of an event's file show: how far its import is, what it would become, and where an event came from."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.game_types import game_label
from core.web.panels import Panel
from jobs.models import WorkState
from players.models import User
from tournaments.event_files.selectors.summaries import FileSummary, people_of_summary
from tournaments.event_files.services.imports import events_known_to
from tournaments.events.presenters.imported_people import PreviewPerson
from tournaments.models import Event, EventFile, EventFileImport, EventOrigin, EventState, PairingSystem


class FileStage(StrEnum):
    """How far the import of a file is; each has its page."""

    READING = "reading"
    UNREADABLE = "unreadable"
    REFUSED = "refused"
    PREVIEW = "preview"
    IMPORTING = "importing"
    STUCK = "stuck"
    DONE = "done"

    @property
    def goes_on(self) -> bool:
        return self in (FileStage.READING, FileStage.IMPORTING)


@dataclass(frozen=True)
class FileProgress:
    stage: FileStage
    work: EventFile | EventFileImport
    problems: Sequence[str]
    event: Event | None = None


def file_progress(file: EventFile) -> FileProgress:
    item: EventFileImport | None = getattr(file, "confirmed", None)
    if item is not None:
        if item.state == WorkState.WAITING:
            return FileProgress(FileStage.IMPORTING, item, ())
        if item.state == WorkState.FAILED:
            return FileProgress(FileStage.STUCK, item, ())
        stage = FileStage.REFUSED if item.problem else FileStage.DONE
        return FileProgress(stage, item, [item.problem] if item.problem else (), item.event)
    summary = FileSummary.of(file)
    if summary is None:
        failed = file.state == WorkState.FAILED
        return FileProgress(FileStage.UNREADABLE if failed else FileStage.READING, file, ())
    stage = FileStage.REFUSED if summary.problems else FileStage.PREVIEW
    return FileProgress(stage, file, summary.problems)


def preview_context(actor: User, file: EventFile) -> dict[str, Any]:
    """Three queries."""
    summary = FileSummary.of(file)
    assert summary is not None, "a preview is shown of what was read"  # noqa: S101  for the type checker
    people = people_of_summary(actor, summary)
    rows = [
        PreviewPerson(
            number=each.number,
            name=each.name,
            known=people.get(each.known or 0),
            candidates=[people[pk] for pk in each.candidates if pk in people],
            country=each.country,
        )
        for each in summary.people
    ]
    event = summary.event
    return {
        "summary": summary,
        "people": rows,
        "dates": {name: datetime.date.fromisoformat(event[name]) for name in ("starts_on", "ends_on")},
        "game": game_label(event["game"]),
        "state": EventState(event["state"]).label,
        "sections": [(each, PairingSystem(each.system).label) for each in summary.sections],
        "counts": {
            "known": sum(row.known is not None for row in rows),
            "near": sum(row.known is None and bool(row.candidates) for row in rows),
            "new": sum(row.known is None and not row.candidates for row in rows),
        },
        "here": events_known_to(actor, summary.file_id),
    }


def origin_panel(request: HttpRequest, event: Event) -> Panel | None:
    """Of an event that came by a file: who held it, and who was arbiter there. One query."""
    origin = EventOrigin.objects.filter(event=event, imported_at__isnull=False).first()
    if origin is None:
        return None
    return Panel(_("Imported event"), "tournaments/event_files/parts/origin.html", {"origin": origin})

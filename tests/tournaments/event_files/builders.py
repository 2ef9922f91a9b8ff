"""Events that were held on one site and go on on another, for the tests."""

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

from games.models import Game, Submission, Upload
from players.clubs.services.members import add_member
from players.models import Club, Membership, Role, User
from players.people.services.people import create_person
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_account
from tests.tournaments.rounds.builders import board_ranks, byes, enter_results, publish_next_round
from tournaments.event_files.selectors.archive import archive_chunks
from tournaments.event_files.selectors.content import load_content
from tournaments.event_files.selectors.summaries import FileSummary
from tournaments.event_files.services.origins import ensure_origin
from tournaments.event_files.services.uploads import confirm_event_file, upload_event_file
from tournaments.models import Event, EventFile, EventFileImport, Round, Section
from tournaments.rounds.services.publication import close_round
from tournaments.tables.selectors.standings import load_table


def organiser_of(club: Club, name: str) -> User:
    account = make_account(name)
    person = create_person(actor=None, name=name, account=account)
    add_member(actor=None, club=club, person=person, role=Role.ORGANISER)
    return account


def exported(event: Event, viewer: User) -> bytes:
    """The file as the viewer downloads it."""
    return b"".join(archive_chunks(load_content(event, ensure_origin(event), viewer)))


def content_of(data: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        content: dict[str, Any] = json.loads(archive.read("event.json"))
    return content


def with_content(data: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The same file, with its JSON changed by a stranger."""
    content = content_of(data)
    change(content)
    return with_member(data, {"event.json": json.dumps(content).encode()})


def with_member(data: bytes, members: Mapping[str, bytes | None]) -> bytes:
    """The same zip file with other bytes in some of its files; None takes one out."""
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in dict.fromkeys([*old.namelist(), *members]):
            content = members[name] if name in members else old.read(name)
            if content is not None:
                new.writestr(name, content)
    return changed.getvalue()


def sent(data: bytes, *, actor: User, club: Club) -> EventFile:
    """Uploaded, and read by the job."""
    file = upload_event_file(actor=actor, club=club, content=[data], size=len(data), file_name="event.zip")
    run_jobs()
    file.refresh_from_db()
    return file


def problems_of(data: bytes, *, actor: User, club: Club) -> list[str]:
    summary = FileSummary.of(sent(data, actor=actor, club=club))
    assert summary is not None
    return list(summary.problems)


def imported(data: bytes, *, actor: User, club: Club, **more: Any) -> Event:
    item = confirmed(data, actor=actor, club=club, **more)
    assert item.problem == ""
    assert item.event is not None
    return item.event


def confirmed(data: bytes, *, actor: User, club: Club, **more: Any) -> EventFileImport:
    file = sent(data, actor=actor, club=club)
    item = confirm_event_file(actor=actor, file=file, **({"choices": {}} | more))
    run_jobs()
    return EventFileImport.objects.get(pk=item.pk)


def leave_site() -> None:
    """What was held here is gone: from now on this is another site, which knows people of the same names."""
    Round.objects.filter(section__event__isnull=False).delete()
    Event.objects.all().delete()
    Submission.objects.all().delete()
    Upload.objects.all().delete()
    Game.objects.all().delete()
    Membership.objects.all().delete()


def play_round(section: Section, actor: User, *results: str, close: bool = True) -> Round:
    """Paired, published, with results in the order of the boards, and closed if all are there."""
    round_ = publish_next_round(section, actor)
    enter_results(round_, *results)
    if close:
        close_round(actor=actor, round=Round.objects.get(pk=round_.pk))
    return Round.objects.get(pk=round_.pk)


def standings_of(event: Event) -> list[Any]:
    return [
        [(row.rank, row.number, str(row.entry), row.points, row.values) for row in load_table(section).rows]
        for section in event.sections.order_by("position")
    ]


def seats_of(round_: Round) -> tuple[Any, Any]:
    return board_ranks(round_), byes(round_)


def comparable(data: bytes) -> dict[str, Any]:
    """What two files of one event have in common, whenever they were written."""
    content = content_of(data)
    del content["written_at"]
    return content


def files_in(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}

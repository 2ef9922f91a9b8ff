"""The jobs that read an event's file and say what it would become, and that import it once that is confirmed."""

from time import monotonic
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from core.errors import Refused
from core.texts import translate_message
from games.submissions.services.board_records import check_board_record
from games.submissions.services.validation import warm_up
from jobs.kinds import JobKind
from players.models import User
from tournaments.event_files.selectors.file_parts import FileContent
from tournaments.event_files.selectors.nodes import FileProblem
from tournaments.event_files.selectors.reader import EventFileReader, open_event_file
from tournaments.event_files.selectors.summaries import FileSummary, PersonSummary, SectionSummary
from tournaments.event_files.services.imports import FileRecord, import_event, plan_people
from tournaments.events.services.imported_people import PlannedPlayer
from tournaments.models import EventFile, EventFileImport, EventFilePiece

MAX_PROBLEMS: Final = 20
SECONDS_PER_PROGRESS_UPDATE: Final = 2


class FileRefused(Refused):
    """The file cannot be imported; all the reasons that were found."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = problems


def read_file(file: EventFile) -> FileSummary:
    """Everything is tried that the import will do, and undone: what the preview shows can be imported."""
    with override(file.language):
        if file.uploaded_by is None:
            return FileSummary(problems=[_("Whoever sent this file has no account any more.")])
        try:
            with open_event_file(file) as reader:
                content = reader.content()
                players = plan_people(actor=file.uploaded_by, club=file.club, people=content.people)
                _try_import(file, file.uploaded_by, content, players)
                check_records(file, reader, content)
        except FileRefused as refusal:
            return FileSummary(problems=refusal.problems)
        except Refused as refusal:
            return FileSummary(problems=[str(refusal)])
        return _summary(content, players)


def _try_import(file: EventFile, actor: User, content: FileContent, players: list[PlannedPlayer]) -> None:
    with transaction.atomic():
        import_event(
            actor=actor,
            club=file.club,
            content=content,
            players=players,
            choices={},
            records={},
            file_name=file.file_name,
            again=True,
        )
        transaction.set_rollback(True)


def check_records(
    item: EventFile | EventFileImport, reader: EventFileReader, content: FileContent
) -> dict[str, FileRecord]:
    """What the referee says to each record, by the places of the boards. Refused with the first few that are wrong."""
    boards = [board for board in content.boards if board.record is not None]
    rows = type(item)._default_manager.filter(pk=item.pk)
    rows.update(records_in_all=len(boards), records_done=0)
    records, problems, noted = dict[str, FileRecord](), list[str](), monotonic()
    for done, board in enumerate(boards):
        name = board.record or ""
        try:
            records[board.place] = _checked(reader, name, content.event["game"])
        except FileProblem as problem:
            problems.append(str(problem))
            if len(problems) == MAX_PROBLEMS:
                break
        if monotonic() - noted > SECONDS_PER_PROGRESS_UPDATE:
            rows.update(records_done=done)
            noted = monotonic()
    if problems:
        raise FileRefused(problems)
    return records


def _checked(reader: EventFileReader, name: str, game: str) -> FileRecord:
    raw = reader.record(name)
    checked = check_board_record(raw, name=name)
    if checked.digest is None:
        first = checked.errors[0]
        place = _("%(file)s, line %(line)d") % {"file": name, "line": first["line"]}
        raise FileProblem(place, translate_message(first))
    if checked.digest.head["kind"] != game:
        raise FileProblem(name, _("this record is of another game than the event."))
    return FileRecord(raw, checked)


def _summary(content: FileContent, players: list[PlannedPlayer]) -> FileSummary:
    event = content.event
    return FileSummary(
        file_id=content.id,
        event={
            **{name: event[name] for name in ("name", "place")},
            # The words of a game without a referee: whether this site has it is seen at the import.
            "game": content.game_without_referee["name"] if content.game_without_referee else event["game"],
            **{name: event[name].isoformat() for name in ("starts_on", "ends_on")},
            "state": str(content.state),
        },
        club=content.club,
        arbiters=content.arbiters,
        sections=[
            SectionSummary(
                section.values["name"],
                section.values["system"],
                len(section.entries),
                len(section.rounds),
                section.values["planned_rounds"],
            )
            for section in content.sections
        ],
        people=[
            PersonSummary(
                player.number,
                player.name,
                person.country,
                player.known.pk if player.known else None,
                [candidate.pk for candidate in player.candidates],
            )
            for player, person in zip(players, content.people, strict=True)
        ],
        records=sum(board.record is not None for board in content.boards),
        records_left_out=content.records_left_out,
    )


def _keep_summary(file: EventFile, summary: FileSummary) -> None:
    EventFile.objects.filter(pk=file.pk).update(summary=summary.to_json())
    if summary.problems:
        EventFilePiece.objects.filter(file=file).delete()


class PreparedImport(NamedTuple):
    content: FileContent
    players: list[PlannedPlayer]
    records: dict[str, FileRecord]


def prepare_import(item: EventFileImport) -> PreparedImport | str:
    """The event with all that was checked, or a sentence why it cannot be imported."""
    file = item.file
    with override(file.language):
        if item.confirmed_by is None:
            return _("Whoever confirmed this file has no account any more.")
        try:
            with open_event_file(file) as reader:
                content = reader.content()
                players = plan_people(actor=item.confirmed_by, club=file.club, people=content.people)
                return PreparedImport(content, players, check_records(item, reader, content))
        except Refused as refusal:
            return str(refusal)


def apply_import(item: EventFileImport, prepared: PreparedImport | str) -> None:
    """All of the event, or none of it and the reason. The file is not needed any more."""
    changes: dict[str, Any] = {}
    with override(item.file.language):
        if isinstance(prepared, str) or item.confirmed_by is None:
            changes["problem"] = prepared if isinstance(prepared, str) else "–"
        else:
            try:
                changes["event"] = import_event(
                    actor=item.confirmed_by,
                    club=item.file.club,
                    content=prepared.content,
                    players=prepared.players,
                    choices={int(number): choice for number, choice in item.choices.items()},
                    records=prepared.records,
                    file_name=item.file.file_name,
                    rated=item.rated,
                    again=item.again,
                )
            except Refused as refusal:
                changes["problem"] = str(refusal)
    EventFileImport.objects.filter(pk=item.pk).update(**changes)
    EventFilePiece.objects.filter(file=item.file).delete()


READ_EVENT_FILE: Final = JobKind(
    name="read an event file",
    model=EventFile,
    prepare=read_file,
    apply=_keep_summary,
    warm_up=warm_up,
    max_attempts=3,
    priority=2,
)

IMPORT_EVENT_FILE: Final = JobKind(
    name="import an event file",
    model=EventFileImport,
    prepare=prepare_import,
    apply=apply_import,
    max_attempts=5,
    priority=2,
)

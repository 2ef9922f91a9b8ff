"""Writing what an event's file holds: the event, its sections, entries, rounds and results."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.db.folding import INVISIBLE_CHARACTERS
from core.errors import Refused
from players.club_games.services import find_or_add_game
from players.models import Club, Person, User
from players.people.services.people import create_people
from tournaments import audit_actions, history
from tournaments.event_files.selectors.consistency import table_difference
from tournaments.event_files.selectors.file_parts import (
    FileBoard,
    FileContent,
    FileRound,
    FileSection,
    FileTableRow,
)
from tournaments.event_files.selectors.nodes import FileProblem
from tournaments.events.services import events, lifecycle, sections
from tournaments.events.services.prizes import set_prizes
from tournaments.locking import lock_event
from tournaments.models import (
    Absence,
    Bye,
    Entry,
    Event,
    EventNews,
    EventOrigin,
    EventState,
    ImportedDecision,
    KeptApart,
    Pairing,
    PairingResult,
    ResultOrigin,
    ResultReport,
    Round,
    Section,
    TextRecord,
)
from tournaments.results.services.results import refuse_impossible_draw
from tournaments.results.services.text_records import digest_of
from tournaments.tables.selectors.standings import load_table
from tournaments.translation import translate_error

BoardRows = dict[str, Pairing]
"""The rows that the boards of the file have become, by their places in it."""


def write_rows(
    *, actor: User, club: Club, content: FileContent, people: Mapping[int, Person], rated: bool
) -> tuple[Event, BoardRows]:
    """Inside the caller's transaction: the event as far as it has come, but neither finished nor with its records.

    `people` by their numbers in the file; those who are new are not saved. The table that our own counting makes of
    the results has to be the file's.
    """
    create_people(actor=actor, people=[each for each in people.values() if each.pk is None], club=club)
    with _refusals_of_event():
        event = events.create_event(actor=actor, club=club, **_event_values(actor, club, content))
    for board in content.boards:
        with _refusals_of_board(board):
            refuse_impossible_draw(event, board.result)
    now = timezone.now()
    news = ((_visible(text), min(written_at, now)) for text, written_at in content.news)
    EventNews.objects.bulk_create(
        EventNews(event=event, text=text, written_at=written_at) for text, written_at in news if text
    )
    boards: BoardRows = {}
    written = [
        _write_section(actor, event, each, content, people, boards, rated=rated) for each in content.sections
    ]
    event = lock_event(event)
    if content.has_started:
        event.state = EventState.RUNNING
        event.save(update_fields=["state"])
        events.log_club_arbiters(actor=actor, event=event)
    elif content.state == EventState.OPEN:
        event = lifecycle.open_event(actor=actor, event=event)
    for section, row in zip(content.sections, written, strict=True):
        row.event = event
        if content.has_started and (difference := table_difference(section, _table(row))):
            raise difference
    EventOrigin.objects.create(
        event=event,
        file_id=content.id,
        club_name=content.club,
        arbiters=list(content.arbiters),
        imported_at=timezone.now(),
    )
    history.record_action(
        actor=actor,
        action=audit_actions.IMPORTED_FILE,
        event=event,
        after={
            "entries": sum(len(section.entries) for section in content.sections),
            "rounds": sum(len(section.rounds) for section in content.sections),
            "state": str(content.state),
        },
    )
    return event, boards


def _event_values(actor: User, club: Club, content: FileContent) -> dict[str, Any]:
    if content.game_without_referee is None:
        return content.event
    game = find_or_add_game(actor=actor, club=club, details=content.game_without_referee)
    return content.event | {"game": game.slug}


@transaction.atomic
def finish_as_in_file(*, actor: User, event: Event, content: FileContent) -> Event:
    """By the same steps as any event: the table is frozen, and results go where those of the club go."""
    ended = (EventState.FINISHED, EventState.RATED, EventState.ARCHIVED)
    if content.state not in ended:
        return event
    with _refusals_of_event():
        reason = _("It was finished already, as its file says.")
        event = lifecycle.finish_event(actor=actor, event=event, reason=reason)
    if content.state == EventState.ARCHIVED and not lifecycle.is_rating_pending(event):
        event = lifecycle.archive_event(actor=actor, event=event)
    return event


@contextmanager
def _refusals_of_event() -> Iterator[None]:
    """What our own services refuse of the event is told as a problem of the file."""
    try:
        yield
    except Refused as refusal:
        raise FileProblem(_("event.json, event"), str(refusal)) from refusal


@contextmanager
def _refusals_of_board(board: FileBoard) -> Iterator[None]:
    try:
        yield
    except Refused as refusal:
        raise FileProblem(board.place, str(refusal)) from refusal


def _table(section: Section) -> list[FileTableRow]:
    try:
        rows = load_table(section).rows
    except ValueError as error:
        raise FileProblem(section.name, translate_error(error)) from error
    return [FileTableRow(row.rank, row.number, row.points, tuple(map(str, row.values))) for row in rows]


def _write_section(
    actor: User,
    event: Event,
    section: FileSection,
    content: FileContent,
    people: Mapping[int, Person],
    boards: BoardRows,
    *,
    rated: bool,
) -> Section:
    values = section.values | {"rated": section.values["rated"] and rated}
    try:
        row = sections.add_section(actor=actor, event=event, **values)
        set_prizes(actor=actor, section=row, prizes=section.prizes)
    except Refused as refusal:
        raise FileProblem(section.place, str(refusal)) from refusal
    row.lots_seed = section.lots_seed
    row.save(update_fields=["lots_seed"])
    entries = _write_entries(actor, row, section, people, has_started=content.has_started)
    for round_ in section.rounds:
        _write_round(row, round_, entries, boards)
    return row


def _write_entries(
    actor: User, row: Section, section: FileSection, people: Mapping[int, Person], *, has_started: bool
) -> dict[int, Entry]:
    entries = {}
    for number, each in enumerate(section.entries, start=1):
        entry = Entry(section=row, person=people[each.person], entered_by=actor, **each.values)
        if not has_started:  # the start fixes the ranks
            entry.starting_rank = None
        entries[number] = entry
    Entry.objects.bulk_create(entries.values())
    Absence.objects.bulk_create(
        Absence(entry=entries[number], round_number=round_number, kind=kind)
        for number, each in enumerate(section.entries, start=1)
        for round_number, kind in each.absences
    )
    KeptApart.objects.bulk_create(
        KeptApart(section=row, one_id=one, other_id=other, strictly=strictly)
        for first, second, strictly in section.kept_apart
        for one, other in [sorted((entries[first].pk, entries[second].pk))]
    )
    return entries


def _write_round(
    section: Section, round_: FileRound, entries: Mapping[int, Entry], boards: BoardRows
) -> None:
    row = Round.objects.create(section=section, **round_.values)
    pairings = [
        (
            board,
            Pairing(
                round=row,
                board=board.board,
                leg=board.leg,
                third_place=board.third_place,
                first=entries[board.first],
                second=entries[board.second],
                result=board.result,
                origin=_origin(board),
                result_at=board.result_at if board.result else None,
                reason=board.reason,
            ),
        )
        for board in round_.boards
    ]
    Pairing.objects.bulk_create(pairing for _board, pairing in pairings)
    boards |= {board.place: pairing for board, pairing in pairings}
    Bye.objects.bulk_create(Bye(round=row, entry=entries[entry], kind=kind) for entry, kind in round_.byes)
    ResultReport.objects.bulk_create(
        ResultReport(
            pairing=pairing,
            entry=pairing.first if report.by_first else pairing.second,
            result=report.result,
            reported_at=report.reported_at,
        )
        for board, pairing in pairings
        for report in board.reports
    )
    TextRecord.objects.bulk_create(
        TextRecord(pairing=pairing, text=text, digest=digest_of(text), sent_at=sent_at)
        for board, pairing in pairings
        for text, sent_at in {each.text: each.sent_at for each in board.texts if each.text.strip()}.items()
    )
    ImportedDecision.objects.bulk_create(
        ImportedDecision(pairing=pairing, **decision)
        for board, pairing in pairings
        for decision in board.decisions
    )


def _origin(board: FileBoard) -> ResultOrigin:
    if board.result == PairingResult.NONE:
        return ResultOrigin.NONE
    return ResultOrigin.WITHDRAWAL if board.by_withdrawal else ResultOrigin.IMPORTED


def _visible(text: str) -> str:
    """As our own news are: nothing in it that nobody sees."""
    return "\n".join(INVISIBLE_CHARACTERS.sub("", line) for line in text.splitlines()).strip()

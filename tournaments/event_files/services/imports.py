"""An event's file becomes an event: all of it in one transaction, or nothing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import Refused
from games.models import Game
from games.submissions.services.board_records import BoardRecord, store_board_records
from games.submissions.services.validation import CheckResult
from players.clubs.services.members import lock_club
from players.models import Club, Person, User
from players.people.services.people import build_person
from tournaments.event_files.selectors.file_parts import FileContent, FilePerson
from tournaments.event_files.selectors.nodes import FileProblem
from tournaments.event_files.services.event_rows import BoardRows, finish_as_in_file, write_rows
from tournaments.event_files.services.origins import events_with_file_id
from tournaments.event_records import record_visibility, target_event, target_pairing
from tournaments.events.services.imported_people import (
    PeopleInReach,
    PlannedPlayer,
    match_person,
    resolve_people,
)
from tournaments.models import Event, Pairing
from tournaments.policies import may_create_event, may_see_event
from tournaments.results.services.records import attach_record


class FileRecord(NamedTuple):
    """The record of a board of the file, which the referee has accepted."""

    raw: bytes
    checked: CheckResult


def plan_people(*, actor: User, club: Club, people: Sequence[FilePerson]) -> list[PlannedPlayer]:
    """Who of the file's people is known here, by their numbers in the file. Nothing is written."""
    known = PeopleInReach(actor, club)
    built = [_build(person) for person in people]
    names = Counter(person.comparison_key for person in built)
    matches = [match_person(person, known) for person in built]
    ids = {pk for match in matches for pk in (match.same, *match.near) if pk is not None}
    rows = Person.objects.in_bulk(ids)
    players = []
    for number, (person, match) in enumerate(zip(built, matches, strict=True), start=1):
        # Two people of one name: nobody can tell which of them is the one who is known.
        is_clear = names[person.comparison_key] == 1
        others = match.near if is_clear or match.same is None else (match.same,)
        players.append(
            PlannedPlayer(
                number,
                person.name,
                0,
                person,
                known=rows.get(match.same or 0) if is_clear else None,
                candidates=[rows[pk] for pk in others if pk in rows],
            )
        )
    return players


def _build(person: FilePerson) -> Person:
    try:
        return build_person(name=person.name, sort_name=person.sort_name, country=person.country)
    except Refused as refusal:
        raise FileProblem(person.place, str(refusal)) from refusal


def events_known_to(actor: User, file_id: str) -> list[Event]:
    """The events of this site that came from such a file, or are its event, as far as the actor sees them."""
    return [event for event in events_with_file_id(file_id)[:20] if may_see_event(actor, event)]


def refuse_second_import(actor: User, file_id: str) -> None:
    if there := events_known_to(actor, file_id):
        raise Refused(_("This event is here already: %(event)s. Nothing was imported.") % {"event": there[0]})


@transaction.atomic
def import_event(
    *,
    actor: User,
    club: Club,
    content: FileContent,
    players: Sequence[PlannedPlayer],
    choices: Mapping[int, str],
    records: Mapping[str, FileRecord],
    file_name: str,
    rated: bool = True,
    again: bool = False,
) -> Event:
    """`records` by the places of their boards in the file. Refused, and nothing is written, where it does not fit."""
    # The same file twice at once: the second one waits, and finds the first.
    club = lock_club(club)
    if not may_create_event(actor, club):
        raise Refused(_("You may no longer create events of this club."))
    if not again:
        refuse_second_import(actor, content.id)
    people = resolve_people(players, choices)
    event, boards = write_rows(actor=actor, club=club, content=content, people=people, rated=rated)
    _attach_records(actor, event, content, boards, records, file_name)
    return finish_as_in_file(actor=actor, event=event, content=content)


def _attach_records(
    actor: User,
    event: Event,
    content: FileContent,
    boards: BoardRows,
    records: Mapping[str, FileRecord],
    file_name: str,
) -> None:
    """The referee has seen them; the event says who may see them, and a board that differs is flagged as ever."""
    if not records:
        return
    marks = {place: target_pairing(boards[place]) for place in records}
    stored = store_board_records(
        account=actor,
        records=[BoardRecord(marks[place], *record) for place, record in records.items()],
        file_name=file_name,
        club=event.club,
        visibility=record_visibility(event, None),
        no_capture_limit=event.no_capture_limit,
        meant_for=target_event(event.pk),
    )
    games = Game.objects.in_bulk(stored.values())
    settled = []
    for board in content.boards:
        if board.place not in records:
            continue
        pairing = boards[board.place]
        attach_record(actor=actor, event=event, pairing=pairing, game=games[stored[marks[board.place]]])
        if pairing.record_contradicts and not board.record_contradicts:
            # An arbiter has looked at it before, and stayed with the result.
            settled.append(pairing.pk)
    Pairing.objects.filter(pk__in=settled).update(record_contradicts=False)

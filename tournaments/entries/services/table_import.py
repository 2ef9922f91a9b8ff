"""Entering a pasted table of players: what each of its lines would do, and then all of it, or nothing.

The table is read like one of people (`players.people`), with columns that only entries have.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.db.folding import folded_words
from core.errors import Refused
from core.permissions.actors import Actor
from players.models import Membership, Person, RowMatch, User
from players.people.selectors.known_people import KnownPeople, KnownPerson
from players.people.selectors.table_rows import NO_WORDS, YES_WORDS, cell_of, read_row
from players.people.selectors.tables import Table, TableLine, read_table
from players.people.services.people import create_people
from tournaments import audit_actions
from tournaments.entries.selectors.candidates import selectable_people
from tournaments.entries.services.details import (
    EntryDetails,
    clean_categories,
    clean_club_name,
    clean_note,
    clean_rating,
)
from tournaments.entries.services.guards import lock_section, refuse_if_finished
from tournaments.entries.services.places import refuse_too_many
from tournaments.entries.services.registration import store_entry
from tournaments.history import record_action
from tournaments.models import Entry, EntryState, Section

NEW_PERSON: Final = "new"
SKIP_ROW: Final = "out"

# Columns besides those about people, as headings call them, folded: in English and in German.
ENTRY_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "rating": ("rating", "elo", "dwz", "rtg", "points", "wertung", "wertungszahl", "zahl"),
    "club_name": ("club", "team", "verein", "klub", "mannschaft"),
    "categories": (
        "category", "categories", "group", "groups", "class",
        "kategorie", "kategorien", "gruppe", "gruppen", "klasse", "wertungsgruppe",
    ),
    "note": ("note", "notes", "remark", "comment", "bemerkung", "notiz", "anmerkung"),
    "fee_paid": ("paid", "fee", "fee paid", "bezahlt", "startgeld", "gezahlt"),
}  # fmt: skip

_NUMBER: Final = re.compile(r"\d{1,5}")
MAX_TABLE_ROWS: Final = 500
MAX_TABLE_BYTES: Final = 200_000


@dataclass
class ImportRow:
    """One line: who it is about, what is noted, and what it would do.

    `person` is whom it is about, known or chosen; `new` a person who would be created. One of both, or a problem, or
    candidates of whom nobody has been chosen.
    """

    line: int
    name: str
    match: RowMatch
    details: EntryDetails = field(default_factory=EntryDetails)
    new: Person | None = None
    person: Person | None = None
    candidates: list[Person] = field(default_factory=list)
    choice: str = ""
    problem: str = ""

    @property
    def is_entered(self) -> bool:
        return not self.problem and (self.person is not None or self.new is not None)


@dataclass(frozen=True)
class ImportTable:
    rows: list[ImportRow]
    unread: list[str]

    def count(self, match: RowMatch) -> int:
        return sum(row.match == match for row in self.rows)

    @property
    def to_enter(self) -> int:
        return sum(row.is_entered for row in self.rows)

    @property
    def undecided(self) -> int:
        return sum(row.match == RowMatch.NEAR and not row.is_entered for row in self.rows)


def read_player_table(
    text: str, *, section: Section, actor: Actor, choices: Mapping[int, str] | None = None
) -> ImportTable:
    """`choices` say of lines, by their numbers, whom they are about: a candidate's id, NEW_PERSON or SKIP_ROW.

    Five queries, however long it is. Refused if it is no table.
    """
    data = text.encode(errors="replace")
    if len(data) > MAX_TABLE_BYTES:
        raise Refused(_("The table is too long. Please split it."))
    table = read_table(data, also=ENTRY_COLUMNS)
    if len(table.lines) > MAX_TABLE_ROWS:
        raise Refused(
            ngettext(
                "At most %(max)d line can be read at once. Please split the table.",
                "At most %(max)d lines can be read at once. Please split the table.",
                MAX_TABLE_ROWS,
            )
            % {"max": MAX_TABLE_ROWS}
        )
    rows = [_read_line(table, line) for line in table.lines]
    _match_people(rows, section, actor, choices or {})
    _refuse_duplicates(rows, section)
    return ImportTable(rows, table.unread)


def _read_line(table: Table, line: TableLine) -> ImportRow:
    read = read_row(table, line)
    if read.person is None:
        return _refused_row(
            line, " ".join(line.cells)[:80], f"{read.column}: {read.problem}" if read.column else read.problem
        )
    if not table.heading and _NUMBER.search(read.person.name):
        return _refused_row(
            line,
            read.person.name,
            _("There is a number in the name. The first line has to say what the columns are: Name; Rating."),
        )
    try:
        details = _read_details(table, line)
    except Refused as refusal:
        return _refused_row(line, read.person.name, str(refusal))
    return ImportRow(line.number, read.person.name, RowMatch.NEW, details, new=read.person)


def _refused_row(line: TableLine, name: str, problem: str) -> ImportRow:
    return ImportRow(line.number, name, RowMatch.REFUSED, problem=problem)


def _read_details(table: Table, line: TableLine) -> EntryDetails:
    """Empty cells say nothing."""
    cells = {key: cell_of(line, place) for key, place in table.also.items()}
    details = EntryDetails()
    if text := cells.get("rating"):
        if not _NUMBER.fullmatch(text):
            raise Refused(_("“%(text)s” is not a rating. Please give a whole number.") % {"text": text[:40]})
        details["rating"] = clean_rating(int(text))
    if text := cells.get("club_name"):
        details["club_name"] = clean_club_name(text)
    if text := cells.get("categories"):
        details["categories"] = clean_categories(text)
    if text := cells.get("note"):
        details["note"] = clean_note(text)
    if text := cells.get("fee_paid"):
        details["fee_paid"] = _read_paid(text)
    return details


def _read_paid(text: str) -> bool:
    word = " ".join(folded_words(text))
    if word not in YES_WORDS | NO_WORDS:
        raise Refused(_("“%(text)s” is neither yes nor no.") % {"text": text[:40]})
    return word in YES_WORDS


def _match_people(rows: list[ImportRow], section: Section, actor: Actor, choices: Mapping[int, str]) -> None:
    """Whom the lines are about, of those whom the actor may choose from.

    Only members of the event's club and those who are entered already are known by the name alone; others are offered.
    """
    known = _known_people(section, actor)
    wanted = set[int]()
    near: dict[int, list[int]] = {}
    for row in rows:
        if row.new is None:
            continue
        key, year = row.new.comparison_key, row.new.year_of_birth
        same = known.only_member(key, year)
        if same:
            row.match = RowMatch.KNOWN
        found = [same] if same else known.near(key)
        if found and row.match == RowMatch.NEW:
            row.match = RowMatch.NEAR
        near[row.line] = [person.pk for person in found]
        wanted.update(near[row.line])
    people = selectable_people(actor, section.event).in_bulk(wanted)
    for row in rows:
        row.candidates = [people[pk] for pk in near.get(row.line, ()) if pk in people]
        _apply_choice(row, choices.get(row.line, ""))


def _apply_choice(row: ImportRow, choice: str) -> None:
    if row.match == RowMatch.KNOWN:
        row.new, row.person = None, next(iter(row.candidates), None)
    elif row.match == RowMatch.NEAR:
        row.person = next((person for person in row.candidates if str(person.pk) == choice), None)
        row.choice = str(row.person.pk) if row.person else NEW_PERSON if choice == NEW_PERSON else SKIP_ROW
        if row.choice != NEW_PERSON:
            row.new = None


def _known_people(section: Section, actor: Actor) -> KnownPeople:
    """A year of birth that is nobody's business is not compared. Three queries."""
    members = set(Membership.objects.filter(club=section.event.club_id).values_list("person", flat=True))
    members.update(section.entries.values_list("person", flat=True))
    columns = ("pk", "comparison_key", "year_of_birth", "shows_year_of_birth")
    return KnownPeople(
        KnownPerson(pk, key, year if shown else None, belongs=pk in members)
        for pk, key, year, shown in selectable_people(actor, section.event).values_list(*columns).iterator()
    )


def _refuse_duplicates(rows: list[ImportRow], section: Section) -> None:
    """Nobody is entered who is entered already, nor by two lines. One query."""
    entered = dict(section.entries.values_list("person", "state"))
    lines: dict[object, int] = {}
    for row in rows:
        who: object = row.person.pk if row.person else row.new.comparison_key if row.new else None
        if who is None:
            continue
        state = entered.get(row.person.pk) if row.person else None
        if state is not None and (state != EntryState.WITHDRAWN or section.event.has_started):
            row.match, row.problem = RowMatch.REFUSED, _("Already entered.")
        elif who in lines:
            row.match = RowMatch.REFUSED
            row.problem = _("The same person is in line %(line)d.") % {"line": lines[who]}
        else:
            lines[who] = row.line


class ImportResult(NamedTuple):
    table: ImportTable
    entries: list[Entry]
    created: int

    @property
    def waiting(self) -> int:
        return sum(entry.state == EntryState.WAITING for entry in self.entries)


@transaction.atomic
def import_players(
    *, actor: User, section: Section, text: str, choices: Mapping[int, str], over_limit: bool = False
) -> ImportResult:
    """Read the table again, with the choices made, and enter what can be entered.

    What has changed since it was shown counts: who has been entered in the meantime is not entered again.
    """
    section = lock_section(section)
    refuse_if_finished(section.event)
    table = read_player_table(text, section=section, actor=actor, choices=choices)
    rows = [row for row in table.rows if row.is_entered]
    if not rows:
        raise Refused(_("There is nobody to enter: correct the table, or decide about the near matches."))
    refuse_too_many(section, more=len(rows))
    new = [row.new for row in rows if row.new is not None]
    create_people(actor=actor, people=new, club=section.event.club)
    entries = []
    for row in rows:
        person = row.person or row.new
        if person is not None:
            entries.append(store_entry(actor, section, person, row.details, over_limit=over_limit))
    record_action(
        actor=actor,
        action=audit_actions.ENTRIES_IMPORTED,
        event=section.event,
        after={"section": section.name, "players": [entry.person_id for entry in entries]},
    )
    return ImportResult(table, entries, created=len(new))

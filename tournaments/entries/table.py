"""Reading a pasted table of players, and what each of its lines would do. Nothing is written here.

The table is read like one of people (`players.people`), with columns that only entries have.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.errors import Refused
from players.models import Finding, Membership, Person
from players.names import folded_words
from players.people.known_people import KnownPeople, KnownPerson
from players.people.table_reading import Line, Table, read_table
from players.people.table_rows import NO, YES, cell_of, read_row
from players.permissions import Actor
from tournaments.entries.details import (
    Details,
    checked_categories,
    checked_club,
    checked_note,
    checked_rating,
)
from tournaments.entries.known import people_to_choose_from
from tournaments.entries.limits import MOST_BYTES_OF_A_TABLE, MOST_ROWS_OF_A_TABLE
from tournaments.models import EntryState, Section

NEW: Final = "new"
LEAVE_OUT: Final = "out"
# Columns besides those about people, as headings call them, folded: in English and in German.
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
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


@dataclass
class TableRow:
    """One line: who it is about, what is noted, and what it would do.

    `person` is whom it is about, known or chosen; `new` a person who would be created. One of both, or a problem, or
    candidates of whom nobody has been chosen.
    """

    line: int
    name: str
    finding: Finding
    details: Details = field(default_factory=Details)
    new: Person | None = None
    person: Person | None = None
    candidates: list[Person] = field(default_factory=list)
    choice: str = ""
    problem: str = ""

    @property
    def is_entered(self) -> bool:
        return not self.problem and (self.person is not None or self.new is not None)


@dataclass(frozen=True)
class ReadTable:
    rows: list[TableRow]
    unread: list[str]

    def count(self, finding: Finding) -> int:
        return sum(row.finding == finding for row in self.rows)

    @property
    def to_enter(self) -> int:
        return sum(row.is_entered for row in self.rows)

    @property
    def undecided(self) -> int:
        return sum(row.finding == Finding.NEAR and not row.is_entered for row in self.rows)


def read_entries(
    text: str, *, section: Section, actor: Actor, choices: Mapping[int, str] | None = None
) -> ReadTable:
    """`choices` say of lines, by their numbers, whom they are about: a candidate's id, NEW, or LEAVE_OUT.

    Five queries, however long it is. Refused if it is no table.
    """
    data = text.encode(errors="replace")
    if len(data) > MOST_BYTES_OF_A_TABLE:
        raise Refused(_("This is too long. Please split the table."))
    table = read_table(data, also=COLUMNS)
    if len(table.lines) > MOST_ROWS_OF_A_TABLE:
        raise Refused(
            ngettext(
                "At most %(most)d line can be read at once. Please split the table.",
                "At most %(most)d lines can be read at once. Please split the table.",
                MOST_ROWS_OF_A_TABLE,
            )
            % {"most": MOST_ROWS_OF_A_TABLE}
        )
    rows = [_read(table, line) for line in table.lines]
    _compare(rows, section, actor, choices or {})
    _refuse_twice(rows, section)
    return ReadTable(rows, table.unread)


def _read(table: Table, line: Line) -> TableRow:
    read = read_row(table, line)
    if read.person is None:
        return _refused(
            line, " ".join(line.cells)[:80], f"{read.column}: {read.problem}" if read.column else read.problem
        )
    if not table.heading and _NUMBER.search(read.person.name):
        return _refused(
            line,
            read.person.name,
            _("There is a number in the name. The first line has to say what the columns are: Name; Rating."),
        )
    try:
        details = _details(table, line)
    except Refused as refusal:
        return _refused(line, read.person.name, str(refusal))
    return TableRow(line.number, read.person.name, Finding.NEW, details, new=read.person)


def _refused(line: Line, name: str, problem: str) -> TableRow:
    return TableRow(line.number, name, Finding.REFUSED, problem=problem)


def _details(table: Table, line: Line) -> Details:
    """Empty cells say nothing."""
    cells = {key: cell_of(line, place) for key, place in table.also.items()}
    details = Details()
    if text := cells.get("rating"):
        if not _NUMBER.fullmatch(text):
            raise Refused(_("“%(text)s” is no rating. Please give a whole number.") % {"text": text[:40]})
        details["rating"] = checked_rating(int(text))
    if text := cells.get("club_name"):
        details["club_name"] = checked_club(text)
    if text := cells.get("categories"):
        details["categories"] = checked_categories(text)
    if text := cells.get("note"):
        details["note"] = checked_note(text)
    if text := cells.get("fee_paid"):
        details["fee_paid"] = _paid(text)
    return details


def _paid(text: str) -> bool:
    word = " ".join(folded_words(text))
    if word not in YES | NO:
        raise Refused(_("“%(text)s” is neither yes nor no.") % {"text": text[:40]})
    return word in YES


def _compare(rows: list[TableRow], section: Section, actor: Actor, choices: Mapping[int, str]) -> None:
    """Whom the lines are about, of those whom the actor may choose from.

    Only members of the event's club, those who are entered already, and people with the same year of birth are known by
    the name alone; others are offered.
    """
    known = _known_people(section, actor)
    wanted = set[int]()
    near: dict[int, list[int]] = {}
    for row in rows:
        if row.new is None:
            continue
        key, year = row.new.comparison_key, row.new.year_of_birth
        same = [person for person in known.same(key) if _is_the_same(person, year)]
        if len(same) == 1:
            row.finding = Finding.KNOWN
        found = same if len(same) == 1 else known.near(key)
        if found and row.finding == Finding.NEW:
            row.finding = Finding.NEAR
        near[row.line] = [person.pk for person in found]
        wanted.update(near[row.line])
    people = people_to_choose_from(actor, section.event).in_bulk(wanted)
    for row in rows:
        row.candidates = [people[pk] for pk in near.get(row.line, ()) if pk in people]
        _decide(row, choices.get(row.line, ""))


def _decide(row: TableRow, choice: str) -> None:
    if row.finding == Finding.KNOWN:
        row.new, row.person = None, next(iter(row.candidates), None)
    elif row.finding == Finding.NEAR:
        row.person = next((person for person in row.candidates if str(person.pk) == choice), None)
        row.choice = str(row.person.pk) if row.person else NEW if choice == NEW else LEAVE_OUT
        if row.choice != NEW:
            row.new = None


def _known_people(section: Section, actor: Actor) -> KnownPeople:
    """A year of birth that is nobody's business is not compared. Three queries."""
    members = set(Membership.objects.filter(club=section.event.club_id).values_list("person", flat=True))
    members.update(section.entries.values_list("person", flat=True))
    columns = ("pk", "comparison_key", "year_of_birth", "shows_year_of_birth")
    return KnownPeople(
        KnownPerson(pk, key, year if shown else None, belongs=pk in members)
        for pk, key, year, shown in people_to_choose_from(actor, section.event)
        .values_list(*columns)
        .iterator()
    )


def _is_the_same(person: KnownPerson, year: int | None) -> bool:
    if person.year_of_birth is not None and year is not None:
        return person.year_of_birth == year
    return person.belongs


def _refuse_twice(rows: list[TableRow], section: Section) -> None:
    """Nobody is entered who is entered already, nor by two lines. One query."""
    entered = dict(section.entries.values_list("person", "state"))
    lines: dict[object, int] = {}
    for row in rows:
        who: object = row.person.pk if row.person else row.new.comparison_key if row.new else None
        if who is None:
            continue
        state = entered.get(row.person.pk) if row.person else None
        if state is not None and (state != EntryState.WITHDRAWN or section.event.has_started):
            row.finding, row.problem = Finding.REFUSED, _("Is entered already.")
        elif who in lines:
            row.finding = Finding.REFUSED
            row.problem = _("The same person stands in line %(line)d.") % {"line": lines[who]}
        else:
            lines[who] = row.line

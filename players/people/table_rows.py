"""What a line of a table says about a person, or why it cannot be used. Pure code."""

import re
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from players.countries import country_from_text
from players.errors import Refused
from players.models import Person
from players.names import folded_words
from players.people.services import checked_person
from players.people.table_reading import LONGEST_CELL, Column, Line, Table

YES: Final = frozenset({"yes", "y", "ja", "j", "true", "wahr", "1", "x", "si", "oui"})
NO: Final = frozenset({"", "no", "n", "nein", "false", "falsch", "0"})
_YEAR: Final = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)")
# A spreadsheet would take these for formulas; whoever wrote the list for it put an apostrophe before them.
_DISARMED: Final = re.compile(r"^'(?=[=+\-@])")


class BadCell(Exception):
    """`column` is the heading under which it stands."""

    def __init__(self, column: Column, sentence: str) -> None:
        super().__init__(sentence)
        self.column = column


class ReadRow(NamedTuple):
    """A person who is not saved, or the problem with the line and the heading above it."""

    line: Line
    person: Person | None
    problem: str = ""
    column: str = ""


def read_row(table: Table, line: Line) -> ReadRow:
    if table.heading and any(cell for cell in line.cells[len(table.heading) :]):
        sentence = _(
            "The line has more cells than the heading. Is a name with a comma not in quotation marks?"
        )
        return ReadRow(line, None, sentence)
    if any(len(cell) > LONGEST_CELL for cell in line.cells):
        sentence = _("A cell has more than %(most)d characters.") % {"most": LONGEST_CELL}
        return ReadRow(line, None, sentence)
    try:
        return ReadRow(line, _person(table, line))
    except BadCell as problem:
        return ReadRow(line, None, str(problem), _heading_of(table, problem.column))
    except Refused as refusal:
        return ReadRow(line, None, str(refusal))


def _person(table: Table, line: Line) -> Person:
    cells = {column: cell_of(line, place) for column, place in table.places.items()}
    name = cells.get(Column.NAME, "")
    if not name:
        family, given = cells.get(Column.FAMILY_NAME, ""), cells.get(Column.GIVEN_NAME, "")
        name = f"{family}, {given}" if family and given else family or given
    if not name:
        raise BadCell(
            Column.NAME if Column.NAME in table.places else Column.FAMILY_NAME, _("There is no name.")
        )
    return checked_person(
        name=name,
        sort_name=cells.get(Column.SORT_NAME, ""),
        country=_country(cells.get(Column.COUNTRY, "")),
        year_of_birth=_year(cells.get(Column.YEAR_OF_BIRTH, "")),
        listed=_listed(cells.get(Column.LISTED, "")),
    )


def cell_of(line: Line, place: int) -> str:
    return _DISARMED.sub("", line.cells[place].strip()) if place < len(line.cells) else ""


def _country(text: str) -> str:
    if not text:
        return ""
    code = country_from_text(text)
    if code is None:
        raise BadCell(
            Column.COUNTRY,
            _("“%(text)s” is no country we know. Please give its code of two letters, such as DE.")
            % {"text": text[:40]},
        )
    return code


def _year(text: str) -> int | None:
    """A year, or the year of a date."""
    years = _YEAR.findall(text)
    if not text:
        return None
    if len(years) != 1:
        raise BadCell(
            Column.YEAR_OF_BIRTH,
            _("“%(text)s” is no year of birth. Please give four digits.") % {"text": text[:40]},
        )
    return int(years[0])


def _listed(text: str) -> bool:
    word = " ".join(folded_words(text))
    if word in YES:
        return True
    if word in NO:
        return False
    raise BadCell(Column.LISTED, _("“%(text)s” is neither yes nor no.") % {"text": text[:40]})


def _heading_of(table: Table, column: Column) -> str:
    place = table.places.get(column)
    return table.heading[place] if place is not None and place < len(table.heading) else ""

"""What a line of a table says about a person, or why it cannot be used. Pure code."""

import re
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from core.db.folding import folded_words
from core.errors import Refused
from players.countries import country_from_text
from players.models import Person
from players.people.selectors.tables import MAX_CELL_LENGTH, Column, Table, TableLine
from players.people.services.people import build_person

YES_WORDS: Final = frozenset({"yes", "y", "ja", "j", "true", "wahr", "1", "x", "si", "oui"})
NO_WORDS: Final = frozenset({"", "no", "n", "nein", "false", "falsch", "0"})
_YEAR: Final = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)")
# A spreadsheet would take these for formulas; whoever wrote the list for it put an apostrophe before them.
_ESCAPED_FORMULA: Final = re.compile(r"^'(?=[=+\-@])")


class BadCell(Exception):
    """`column` is its heading."""

    def __init__(self, column: Column, sentence: str) -> None:
        super().__init__(sentence)
        self.column = column


class TableRow(NamedTuple):
    """A person who is not saved, or the problem with the line and the heading above it."""

    line: TableLine
    person: Person | None
    problem: str = ""
    column: str = ""


def read_row(table: Table, line: TableLine) -> TableRow:
    if table.heading and any(cell for cell in line.cells[len(table.heading) :]):
        sentence = _(
            "The line has more cells than the heading. Is a name with a comma not in quotation marks?"
        )
        return TableRow(line, None, sentence)
    if any(len(cell) > MAX_CELL_LENGTH for cell in line.cells):
        sentence = _("At most %(max)d characters in a cell.") % {"max": MAX_CELL_LENGTH}
        return TableRow(line, None, sentence)
    try:
        return TableRow(line, _build_row_person(table, line))
    except BadCell as problem:
        return TableRow(line, None, str(problem), _heading_of(table, problem.column))
    except Refused as refusal:
        return TableRow(line, None, str(refusal))


def _build_row_person(table: Table, line: TableLine) -> Person:
    cells = {column: cell_of(line, place) for column, place in table.places.items()}
    name = cells.get(Column.NAME, "")
    if not name:
        family, given = cells.get(Column.FAMILY_NAME, ""), cells.get(Column.GIVEN_NAME, "")
        name = f"{family}, {given}" if family and given else family or given
    if not name:
        raise BadCell(
            Column.NAME if Column.NAME in table.places else Column.FAMILY_NAME, _("There is no name.")
        )
    return build_person(
        name=name,
        sort_name=cells.get(Column.SORT_NAME, ""),
        country=_read_country(cells.get(Column.COUNTRY, "")),
        year_of_birth=_read_year(cells.get(Column.YEAR_OF_BIRTH, "")),
        listed=_read_listed(cells.get(Column.LISTED, "")),
    )


def cell_of(line: TableLine, place: int) -> str:
    return _ESCAPED_FORMULA.sub("", line.cells[place].strip()) if place < len(line.cells) else ""


def _read_country(text: str) -> str:
    if not text:
        return ""
    code = country_from_text(text)
    if code is None:
        raise BadCell(
            Column.COUNTRY,
            _("“%(text)s” is not a country we know. Please give its two-letter code, such as DE.")
            % {"text": text[:40]},
        )
    return code


def _read_year(text: str) -> int | None:
    """A year, or the year of a date."""
    years = _YEAR.findall(text)
    if not text:
        return None
    if len(years) != 1:
        raise BadCell(
            Column.YEAR_OF_BIRTH,
            _("“%(text)s” is not a year of birth. Please give four digits.") % {"text": text[:40]},
        )
    return int(years[0])


def _read_listed(text: str) -> bool:
    word = " ".join(folded_words(text))
    if word in YES_WORDS:
        return True
    if word in NO_WORDS:
        return False
    raise BadCell(Column.LISTED, _("“%(text)s” is neither yes nor no.") % {"text": text[:40]})


def _heading_of(table: Table, column: Column) -> str:
    place = table.places.get(column)
    return table.heading[place] if place is not None and place < len(table.heading) else ""

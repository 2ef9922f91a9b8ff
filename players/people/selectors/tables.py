"""Reading a table of people: its encoding, its separators, its heading, its lines. Pure code.

Forgiving about how a table is written, strict about what cannot be meant: a table that cannot be read is refused with
one sentence that says what to do.
"""

import csv
import io
from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from core.db.folding import folded_words
from core.errors import Refused

MAX_TABLE_BYTES: Final = 4 * 1024 * 1024
MAX_TABLE_ROWS: Final = 20_000
MAX_COLUMNS: Final = 60
MAX_CELL_LENGTH: Final = 500
SEPARATORS: Final = (";", ",", "\t")


class Column(StrEnum):
    NAME = "name"
    GIVEN_NAME = "given name"
    FAMILY_NAME = "family name"
    SORT_NAME = "sort name"
    COUNTRY = "country"
    YEAR_OF_BIRTH = "year of birth"
    LISTED = "listed"


# How headings call them, folded: in English and in German.
_HEADINGS: Final = {
    Column.NAME: (
        "name", "full name", "player", "person", "member", "participant",
        "spieler", "spielerin", "mitglied", "teilnehmer", "vollstandiger name",
    ),
    Column.GIVEN_NAME: (
        "first name", "given name", "given names", "forename", "firstname", "vorname", "vornamen", "rufname",
    ),
    Column.FAMILY_NAME: (
        "last name", "surname", "family name", "lastname", "nachname", "familienname", "zuname",
    ),
    Column.SORT_NAME: ("sort name", "name in lists", "sortiername", "sortname", "name in listen"),
    Column.COUNTRY: (
        "country", "federation", "nation", "nationality", "land", "staat", "nationalitat", "foderation", "fed",
    ),
    Column.YEAR_OF_BIRTH: (
        "year of birth", "birth year", "year", "born", "date of birth", "birthday", "birth date", "birthdate", "dob",
        "geburtsjahr", "jahrgang", "jahr", "geboren", "geburtsdatum", "geb", "geb datum", "geburtstag",
    ),
    Column.LISTED: (
        "listed", "public", "consent", "agreed to be listed",
        "gelistet", "offentlich", "einwilligung", "einverstanden", "zustimmung",
    ),
}  # fmt: skip
# For those who ask for it.
RATING: Final = "rating"
RATING_COLUMNS: Final = {
    RATING: (
        "rating",
        "starting rating",
        "elo",
        "dwz",
        "wertung",
        "wertungszahl",
        "startwertung",
        "spielstarke",
    ),
}
_COLUMN_BY_HEADING: Final = {
    heading: column for column, headings in _HEADINGS.items() for heading in headings
}


class TableLine(NamedTuple):
    """`number` as an editor counts; a quoted cell may run over several."""

    number: int
    cells: list[str]


class Table(NamedTuple):
    """`places` says in which cell a column is; `unread` are unknown headings.

    `also` are the places of columns that only the caller knows.
    """

    heading: list[str]
    places: dict[Column, int]
    unread: list[str]
    lines: list[TableLine]
    also: Mapping[str, int] = {}


def read_table(data: bytes, *, also: Mapping[str, Collection[str]] | None = None) -> Table:
    """`also` are more columns than those about people: their keys, and how headings call them, folded."""
    more = {heading: key for key, headings in (also or {}).items() for heading in headings}
    text = decode_table(data)
    separator, heading = _find_heading(text, more)
    if separator == "":
        lines = [
            TableLine(number, [line]) for number, line in enumerate(text.splitlines(), 1) if line.strip()
        ]
        return _check_size(Table([], {Column.NAME: 0}, [], lines))
    lines = list(_read_lines(text, separator))
    places, unread, also_there = _find_columns(heading, more)
    if Column.NAME not in places and not {Column.GIVEN_NAME, Column.FAMILY_NAME} <= set(places):
        raise Refused(
            _("No column is called “Name”, or “First name” and “Last name”. The columns are: %(headings)s.")
            % {"headings": ", ".join(cell[:40] for cell in heading if cell)}
        )
    return _check_size(Table(heading, places, unread, lines[1:], also_there))


def decode_table(data: bytes) -> str:
    """As UTF-8, with or without its mark, as UTF-16 with one, or as Windows writes it in the west."""
    if len(data) > MAX_TABLE_BYTES:
        raise Refused(
            _("At most %(max)d MB. Please split the table into smaller files.")
            % {"max": MAX_TABLE_BYTES // 1024 // 1024}
        )
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise Refused(_("This is a workbook. Please save it as CSV, or copy its cells and paste them."))
    text = _decode(data)
    if any(ord(character) < 32 and character not in "\t\r\n" for character in set(text)):
        raise Refused(_("This is not a table as text. Please save it as CSV and try again."))
    if not text.strip():
        raise Refused(_("The table is empty. Please paste another one, or choose another file."))
    return text


def _decode(data: bytes) -> str:
    has_mark_of_utf_16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if has_mark_of_utf_16 else ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Refused(_("The table’s encoding is not supported. Please save it as “CSV UTF-8”."))


def _find_heading(text: str, more: Mapping[str, str]) -> tuple[str, list[str]]:
    """The separator by which most headings are known. A plain list of names has neither heading nor separator."""
    first = next(line for line in text.splitlines() if line.strip())
    tried = {separator: _split_line(first, separator) for separator in SEPARATORS}
    known = {separator: _find_columns(cells, more).known for separator, cells in tried.items()}
    best = max(SEPARATORS, key=lambda separator: (known[separator], len(tried[separator])))
    if known[best]:
        return best, tried[best]
    if not any(separator in text for separator in (";", "\t")) and all(
        line.count(",") <= 1 for line in text.splitlines()
    ):
        return "", []
    raise Refused(_("The first line has to say what the columns are, such as: Name; Country; Year of birth."))


def _split_line(line: str, separator: str) -> list[str]:
    try:
        cells = next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []
    return [" ".join(cell.split()) for cell in cells[:MAX_COLUMNS]]


class _ColumnPlaces(NamedTuple):
    places: dict[Column, int]
    unread: list[str]
    also: dict[str, int]

    @property
    def known(self) -> int:
        return len(self.places) + len(self.also)


def _find_columns(heading: list[str], more: Mapping[str, str]) -> _ColumnPlaces:
    places: dict[Column, int] = {}
    also: dict[str, int] = {}
    unread = []
    for place, cell in enumerate(heading):
        folded = " ".join(folded_words(cell))
        column, other = _COLUMN_BY_HEADING.get(folded), more.get(folded)
        if column is not None and column not in places:
            places[column] = place
        elif other is not None and other not in also:
            also[other] = place
        else:
            unread += [cell] if cell else []
    if Column.GIVEN_NAME in places and Column.FAMILY_NAME not in places and Column.NAME in places:
        places[Column.FAMILY_NAME] = places.pop(Column.NAME)  # “Name, Vorname” means the family's
    return _ColumnPlaces(places, unread, also)


def _read_lines(text: str, separator: str) -> Iterator[TableLine]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    number = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield TableLine(number, [cell.strip() for cell in cells])
            number = reader.line_num + 1
    except csv.Error as error:
        raise Refused(
            _("Line %(line)d cannot be read: a quotation mark is not closed, or a cell is far too long.")
            % {"line": number}
        ) from error


def _check_size(table: Table) -> Table:
    if not table.lines:
        raise Refused(_("There is a heading, but nobody below it. Please add the people."))
    if len(table.lines) > MAX_TABLE_ROWS:
        raise Refused(
            _("These are %(rows)d lines; at most %(max)d can be read at once. Please split the table.")
            % {"rows": len(table.lines), "max": MAX_TABLE_ROWS}
        )
    return table

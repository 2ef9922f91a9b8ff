"""Reading tables of people: however they are written, and what cannot be meant."""

from typing import Any

import pytest

from core.errors import Refused
from players.people.selectors.table_rows import read_row
from players.people.selectors.tables import MAX_TABLE_BYTES, Column, read_table
from players.people.services.people import create_person

PLAIN = "Name;Country;Year of birth\nJürgen Müller;DE;1987\n"


def people(data: bytes) -> list[tuple[str, str, int | None, bool]]:
    """What the lines say, all of them without a problem."""
    table = read_table(data)
    rows = [read_row(table, line) for line in table.lines]
    assert [row.problem for row in rows if row.person is None] == []
    return [
        (row.person.name, row.person.country, row.person.year_of_birth, row.person.listed)
        for row in rows
        if row.person
    ]


def problems(text: str) -> list[tuple[int, str, str]]:
    table = read_table(text.encode())
    rows = [read_row(table, line) for line in table.lines]
    return [(row.line.number, row.column, row.problem) for row in rows if row.person is None]


@pytest.mark.parametrize(
    "data",
    [
        PLAIN.encode(),
        PLAIN.encode("utf-8-sig"),
        PLAIN.encode("cp1252"),
        PLAIN.encode("utf-16"),
        PLAIN.replace(";", ",").encode(),
        PLAIN.replace(";", "\t").encode(),
        PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace("\n", "\r").encode(),
        b"\n\n" + PLAIN.encode() + b"\n;;\n \n",
        '"Name","Land","Geburtsjahr"\n"Müller, Jürgen","Germany","1987"'.encode(),
        "NAME ; LAND ; Jahrgang\n  Jürgen   Müller ; de ; 1987 ".encode(),
        "Vorname;Nachname;Nationalität;Geburtsdatum\nJürgen;Müller;DE;24.12.1987".encode(),
        "Name,Vorname,Land,Geburtsdatum\nMüller,Jürgen,DE,1987-12-24".encode(),
        "First name,Surname,Federation,Date of birth\nJürgen,Müller,germany,12/24/1987".encode(),
        "Ort;Name;Country;Year\nUlm;Jürgen Müller;DE;1987".encode(),
    ],
)
def test_a_table_is_read_however_it_is_written(data: bytes) -> None:
    assert people(data) == [("Jürgen Müller", "DE", 1987, False)]


def test_a_list_of_names_needs_no_heading() -> None:
    assert people("Brandt, Agnes\nJan Pijl\n\nPelé\n".encode()) == [
        ("Agnes Brandt", "", None, False),
        ("Jan Pijl", "", None, False),
        ("Pelé", "", None, False),
    ]


@pytest.mark.parametrize(
    ("word", "listed"), [("yes", True), ("Ja", True), ("x", True), ("1", True), ("", False), ("nein", False)]
)
def test_a_consent_is_yes_or_no(word: str, listed: bool) -> None:
    assert people(f"Name;Öffentlich\nPelé;{word}".encode()) == [("Pelé", "", None, listed)]


def test_columns_that_say_nothing_to_us_are_named() -> None:
    table = read_table(b"Name;Shoe size;Name;\nPele;43;x;")

    assert (table.unread, table.places) == (["Shoe size", "Name"], {Column.NAME: 0})


def test_lines_are_counted_as_an_editor_counts() -> None:
    table = read_table(b'\nName;Country\n"Jan\nPijl";NL\n\nUte Zorn;DE\n')

    assert [(line.number, line.cells[0]) for line in table.lines] == [(3, "Jan\nPijl"), (6, "Ute Zorn")]


@pytest.mark.django_db
def test_every_problem_says_where_it_is() -> None:
    text = (
        "Name;Land;Jahr;Gelistet\n"
        ";DE;1987;ja\n"
        "Jan Pijl;Holland;;\n"
        "Jan Pijl;;87;\n"
        "Jan Pijl;;;vielleicht\n"
        "…;;;\n"
        "Jan Pijl;;1066;\n"
        "Jan Pijl;;2099;\n"
        "Jan;Pijl;NL;1987;ja\n" + "x" * 501 + ";;;\n" + "y" * 121 + ";;;"
    )

    assert problems(text) == [
        (2, "Name", "There is no name."),
        (3, "Land", "“Holland” is not a country we know. Please give its two-letter code, such as DE."),
        (4, "Jahr", "“87” is not a year of birth. Please give four digits."),
        (5, "Gelistet", "“vielleicht” is neither yes nor no."),
        (6, "", _refusal(name="…")),
        (7, "Jahr", "“1066” is not a year of birth. Please give four digits."),
        (8, "", _refusal(name="Jan Pijl", year_of_birth=2099)),
        (9, "", "The line has more cells than the heading. Is a name with a comma not in quotation marks?"),
        (10, "", "At most 500 characters in a cell."),
        (11, "", _refusal(name="y" * 121)),
    ]


def _refusal(**details: Any) -> str:
    """What is said to whoever enters such a person by hand."""
    with pytest.raises(Refused) as refused:
        create_person(actor=None, **details)
    return str(refused.value)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The table is empty."),
        (b" \n\t\n", "The table is empty."),
        (b"\xef\xbb\xbf", "The table is empty."),
        (b"Name;Country\n", "There is a heading, but nobody below it."),
        (b"Name\0;Country\nx;y", "This is not a table as text."),
        (b"\x7fELF\x02\x01\x01", "This is not a table as text."),
        (b"\x89PNG\r\n\x1a\n\x00\x81", "The table’s encoding is not supported."),
        (b"PK\x03\x04rest of a workbook", "This is a workbook. Please save it as CSV"),
        (b"\xd0\xcf\x11\xe0old workbook", "This is a workbook."),
        (b"\x81\x8d;\x8f", "The table’s encoding is not supported. Please save it as “CSV UTF-8”."),
        (b"\xff\xfeN", "The table’s encoding is not supported."),
        (b"Ort;Alter\nUlm;7", "The first line has to say what the columns are"),
        (b"Country;Year\nDE;1987", "No column is called “Name”"),
        (b"Country;First name\nDE;Jan", "No column is called “Name”"),
        (b"x" * (MAX_TABLE_BYTES + 1), "At most 4 MB."),
        (b'Name;Country\n"' + b"x" * 200_000 + b'";DE', "Line 2 cannot be read"),
        (b"Name\n" + b"a\n" * 20_001, "These are 20001 lines; at most 20000 can be read at once."),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        read_table(data)

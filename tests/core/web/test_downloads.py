"""Rows as files."""

import json
from collections.abc import Iterator

from core.web.downloads import ROWS_PER_CHUNK, csv_chunks, json_chunks, table_response

ROWS = [
    {"name": "Agnes, “Aggie”", "points": -1},
    {"name": "=1+1", "points": None},
    {"name": "a\nb", "points": {"x": "é"}},
]


def test_csv_quotes_what_spreadsheets_would_misread() -> None:
    text = "".join(csv_chunks(["name", "points"], ROWS))

    assert text == ('name,points\r\n"Agnes, “Aggie”",-1\r\n\'=1+1,\r\n"a\nb","{""x"": ""é""}"\r\n')


def test_json_is_one_array_with_a_row_a_line() -> None:
    text = "".join(json_chunks(ROWS))

    assert json.loads(text) == ROWS
    assert len(text.splitlines()) == len(ROWS) + 2


def test_no_rows_are_an_empty_table() -> None:
    assert "".join(csv_chunks(["name"], [])) == "name\r\n"
    assert json.loads("".join(json_chunks([]))) == []


def test_a_file_is_written_while_its_rows_are_read() -> None:
    taken = []

    def rows() -> Iterator[dict[str, int]]:
        for number in range(10 * ROWS_PER_CHUNK):
            taken.append(number)
            yield {"number": number}

    text = csv_chunks(["number"], rows())
    next(text)
    next(text)

    assert len(taken) == ROWS_PER_CHUNK


def test_the_file_has_a_name_that_every_system_takes() -> None:
    response = table_response(["name"], [], kind="csv", name="Käfer & Co: Spring 2026")

    assert response["Content-Disposition"] == 'attachment; filename="kafer-co-spring-2026.csv"'
    assert response["Content-Type"] == "text/csv; charset=utf-8"

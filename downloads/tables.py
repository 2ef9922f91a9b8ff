"""Rows as a file: CSV for spreadsheets, JSON for programs, in pieces of a few hundred rows."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from django.http import StreamingHttpResponse
from django.utils.text import slugify

ROWS_A_PIECE: Final = 200
# A spreadsheet takes a cell that begins with one of these for a formula.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_CONTENT_TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
}


def table_file(
    columns: Sequence[str], rows: Iterable[Mapping[str, Any]], *, kind: str, name: str
) -> StreamingHttpResponse:
    """The rows as `csv` (the columns, in their order) or as `json` (all that the rows hold)."""
    text = csv_text(columns, rows) if kind == "csv" else json_text(rows)
    return file_of(text, kind=kind, name=name)


def file_of(text: Iterable[str], *, kind: str, name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(text, content_type=_CONTENT_TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or "kiebitz"}.{kind}"'
    return response


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield _lines([columns])
    source = iter(rows)
    while piece := list(islice(source, ROWS_A_PIECE)):
        yield _lines([[_cell(row[column]) for column in columns] for row in piece])


def json_text(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """An array, one row a line."""
    yield "["
    separator = "\n"
    source = iter(rows)
    while piece := list(islice(source, ROWS_A_PIECE)):
        yield separator + ",\n".join(json.dumps(row, ensure_ascii=False) for row in piece)
        separator = ",\n"
    yield "\n]\n"


def _lines(rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, int | float):  # a negative number is no formula
        return str(value)
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
    return f"'{text}" if text.startswith(FORMULA) else text

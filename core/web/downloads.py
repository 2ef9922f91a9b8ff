"""Tables as downloads: CSV for spreadsheets, JSON for programs, streamed a few hundred rows at a time."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from django.http import StreamingHttpResponse
from django.utils.text import slugify

ROWS_PER_CHUNK: Final = 200
# A spreadsheet takes a cell that begins with one of these for a formula.
FORMULA_PREFIXES: Final = ("=", "+", "-", "@", "\t", "\r")
_CONTENT_TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
}


def table_response(
    columns: Sequence[str], rows: Iterable[Mapping[str, Any]], *, kind: str, name: str
) -> StreamingHttpResponse:
    """The rows as `csv` (the columns, in their order) or as `json` (all that the rows hold)."""
    text = csv_chunks(columns, rows) if kind == "csv" else json_chunks(rows)
    return text_response(text, kind=kind, name=name)


def text_response(text: Iterable[str], *, kind: str, name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(text, content_type=_CONTENT_TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or "kiebitz"}.{kind}"'
    return response


def csv_chunks(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield _csv_lines([columns])
    source = iter(rows)
    while piece := list(islice(source, ROWS_PER_CHUNK)):
        yield _csv_lines([[_cell(row[column]) for column in columns] for row in piece])


def json_chunks(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """An array, one row a line."""
    yield "["
    separator = "\n"
    source = iter(rows)
    while piece := list(islice(source, ROWS_PER_CHUNK)):
        yield separator + ",\n".join(json.dumps(row, ensure_ascii=False) for row in piece)
        separator = ",\n"
    yield "\n]\n"


def _csv_lines(rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, int | float):  # a negative number is no formula
        return str(value)
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
    return f"'{text}" if text.startswith(FORMULA_PREFIXES) else text

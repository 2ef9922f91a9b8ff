"""The history as a file: CSV for spreadsheets, JSON for programs. Written while it is read, however long it is."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import tzinfo
from itertools import islice
from typing import Any, Final

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, override

from audit.models import AuditEntry
from audit.selectors import HistoryRow, export_rows

ROWS_A_PIECE: Final = 200
COLUMNS: Final = (
    "when", "actor", "action", "sentence", "target_kind", "target_id", "target", "before", "after", "reason",
    "request_id",
)  # fmt: skip
# A spreadsheet takes a cell that begins with one of these for a formula.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def as_file(entries: QuerySet[AuditEntry], kind: str, *, name: str) -> StreamingHttpResponse | None:
    """The answer with the file; None if there is no such kind of file."""
    writers: dict[str, tuple[str, Callable[[Iterator[dict[str, Any]]], Iterator[str]]]] = {
        "csv": ("text/csv; charset=utf-8", _csv),
        "json": ("application/json", _json),
    }
    if kind not in writers:
        return None
    content_type, write = writers[kind]
    rows = _told(export_rows(entries), get_language() or "en", timezone.get_current_timezone())
    response = StreamingHttpResponse(write(rows), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or "history"}.{kind}"'
    return response


def _told(rows: Iterator[HistoryRow], language: str, zone: tzinfo) -> Iterator[dict[str, Any]]:
    """In the reader's language and time, although the request is over when the file is being written."""
    while True:
        with override(language):
            row = next(rows, None)
        if row is None:
            return
        yield {**asdict(row), "when": row.when.astimezone(zone).isoformat(timespec="seconds")}


def _csv(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    yield _lines([COLUMNS])
    while piece := list(islice(rows, ROWS_A_PIECE)):
        yield _lines([[_cell(row[column]) for column in COLUMNS] for row in piece])


def _lines(rows: Any) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _cell(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def _json(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    yield "["
    separator = "\n"
    while piece := list(islice(rows, ROWS_A_PIECE)):
        yield separator + ",\n".join(json.dumps(row, ensure_ascii=False) for row in piece)
        separator = ",\n"
    yield "\n]\n"

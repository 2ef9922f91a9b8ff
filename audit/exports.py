"""The history as a file: CSV for spreadsheets, JSON for programs. Written while it is read, however long it is."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import tzinfo
from typing import Any, Final

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, override

from audit.models import AuditEntry
from audit.selectors import HistoryRow, export_rows
from downloads.tables import table_file

COLUMNS: Final = (
    "when", "actor", "action", "sentence", "target_kind", "target_id", "target", "before", "after", "reason",
    "request_id",
)  # fmt: skip


def as_file(entries: QuerySet[AuditEntry], kind: str, *, name: str) -> StreamingHttpResponse | None:
    """The answer with the file; None if there is no such kind of file."""
    if kind not in ("csv", "json"):
        return None
    rows = _told(export_rows(entries), get_language() or "en", timezone.get_current_timezone())
    return table_file(COLUMNS, rows, kind=kind, name=slugify(name) or "history")


def _told(rows: Iterator[HistoryRow], language: str, zone: tzinfo) -> Iterator[dict[str, Any]]:
    """In the reader's language and time, although the request is over when the file is being written."""
    while True:
        with override(language):
            row = next(rows, None)
        if row is None:
            return
        yield {**asdict(row), "when": row.when.astimezone(zone).isoformat(timespec="seconds")}

"""The history of one object, whatever it is, and what other pages with a history are made of: form, lines, files."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import tzinfo
from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from audit.forms import HistoryForm
from audit.models import AuditEntry
from audit.presenters.lines import present_lines
from audit.selectors import (
    ExportRow,
    export_rows,
    filter_lines,
    history_facets,
    history_of,
    object_with_history,
)
from core.web.downloads import table_response

LINES_PER_PAGE: Final = 50

EXPORT_COLUMNS: Final = (
    "when", "actor", "action", "sentence", "target_kind", "target_id", "target", "before", "after", "reason",
    "request_id",
)  # fmt: skip


@never_cache
@require_safe
def history(request: HttpRequest, label: str, pk: int) -> HttpResponseBase:
    target = _target(request, label, pk)
    return render(
        request,
        "audit/history.html",
        {"target": target, "label": label, **history_context(request, history_of(target), linked=False)},
    )


@never_cache
@require_safe
def export(request: HttpRequest, label: str, pk: int, kind: str) -> HttpResponseBase:
    target = _target(request, label, pk)
    answer = export_response(entries_to_export(request, history_of(target)), kind, name=f"{target}")
    if answer is None:
        raise Http404
    return answer


def _target(request: HttpRequest, label: str, pk: int) -> Model:
    """What may not be seen answers like what does not exist."""
    found = object_with_history(label, pk)
    if found is None or not found[1](request.user, found[0]):
        raise Http404
    return found[0]


def history_context(
    request: HttpRequest, entries: QuerySet[AuditEntry], *, linked: bool = True
) -> dict[str, Any]:
    """What `audit/parts/history_page.html` wants: one query for the choices, two for the page, few for the names."""
    form = HistoryForm(request.GET, facets=history_facets(entries))
    wanted = form.wanted()
    found = filter_lines(entries, wanted)
    page = Paginator(found, LINES_PER_PAGE).get_page(request.GET.get("page"))
    return {
        "form": form,
        "page": page,
        "lines": present_lines(page.object_list, linked=linked, reader=request.user),
        "narrowed": any(form.cleaned_data.values()),
    }


def entries_to_export(request: HttpRequest, entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    """Those that the page with the same address shows, all of them."""
    form = HistoryForm(request.GET, facets=history_facets(entries))
    return filter_lines(entries, form.wanted())


def export_response(entries: QuerySet[AuditEntry], kind: str, *, name: str) -> StreamingHttpResponse | None:
    """The answer with the file; None if there is no such kind of file."""
    if kind not in ("csv", "json"):
        return None
    rows = _in_language(export_rows(entries), get_language() or "en", timezone.get_current_timezone())
    return table_response(EXPORT_COLUMNS, rows, kind=kind, name=slugify(name) or "history")


def _in_language(rows: Iterator[ExportRow], language: str, zone: tzinfo) -> Iterator[dict[str, Any]]:
    """In the reader's language and time, although the request is over when the file is being written."""
    while True:
        with override(language):
            row = next(rows, None)
        if row is None:
            return
        yield {**asdict(row), "when": row.when.astimezone(zone).isoformat(timespec="seconds")}

"""A page with a history: the form to look through it, a page of its lines, the links to its files."""

from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

from audit.looking import HistoryForm
from audit.models import AuditEntry
from audit.selectors import facets_of, lines_that_match
from audit.telling import tell_lines

LINES_ON_A_PAGE: Final = 50


def history_context(
    request: HttpRequest, entries: QuerySet[AuditEntry], *, linked: bool = True
) -> dict[str, Any]:
    """What `audit/parts/history_page.html` wants: one query for the choices, two for the page, few for the names."""
    form = HistoryForm(request.GET, facets=facets_of(entries))
    wanted = form.wanted()
    found = lines_that_match(entries, wanted)
    page = Paginator(found, LINES_ON_A_PAGE).get_page(request.GET.get("page"))
    return {
        "form": form,
        "page": page,
        "lines": tell_lines(page.object_list, linked=linked, reader=request.user),
        "narrowed": any(form.cleaned_data.values()),
    }


def entries_to_export(request: HttpRequest, entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    """Those that the page with the same address shows, all of them."""
    form = HistoryForm(request.GET, facets=facets_of(entries))
    return lines_that_match(entries, form.wanted())

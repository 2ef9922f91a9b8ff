"""Taking people over from a table: the page to send it, what it would do, the progress, what was left out."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from core.web.access import SignedInRequest, sign_in_required
from core.web.refusals import refusals_as_messages
from jobs.models import WorkState
from players.clubs.access import get_club_for_entry_or_404
from players.clubs.forms import PeopleImportForm
from players.clubs.selectors.imports import (
    counts_of,
    get_upload_or_404,
    latest_uploads,
    left_out_csv,
    page_of_rows,
    pools_for_ratings,
)
from players.clubs.services import imports
from players.models import Club, PeopleUpload, RowMatch


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_people(request: SignedInRequest, slug: str) -> HttpResponse:
    club = get_club_for_entry_or_404(request, slug)
    form = PeopleImportForm(request.POST or None, request.FILES or None, pools=pools_for_ratings(club))
    if form.is_valid():
        try:
            upload = imports.upload_people(
                actor=request.user,
                club=club,
                data=form.table(),
                file_name=form.file_name(),
                **form.ratings(),
            )
        except Refused as refusal:
            form.add_error("file" if form.cleaned_data["file"] else "text", str(refusal))
        else:
            return redirect("people-upload", club.slug, upload.pk)
    context = {
        "club": club,
        "form": form,
        "uploads": latest_uploads(club),
        "days_kept": settings.KEEP_PEOPLE_IMPORTS_DAYS,
    }
    return render(request, "people/import.html", context)


@sign_in_required
@require_safe
def upload_page(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Follows the reading, then shows what would happen, then follows the entering, then says what happened."""
    club, item = _get_upload_or_404(request, slug, pk)
    context: dict[str, Any] = {"club": club, "upload": item, **_upload_progress(item)}
    if context["stage"] in ("preview", "done"):
        finding = request.GET.get("show", "")
        page, rows = page_of_rows(item, actor=request.user, finding=finding, page=request.GET.get("page"))
        counts = counts_of(item)
        tabs = [
            ("", _("All"), counts.in_all),
            (RowMatch.NEW, _("New"), counts.new),
            (RowMatch.KNOWN, _("Known"), counts.known),
            (RowMatch.NEAR, _("To decide"), counts.near),
            (RowMatch.REFUSED, _("Refused"), counts.refused),
        ]
        context |= {"page": page, "rows": rows, "counts": counts, "tabs": tabs, "show": finding}
    # While it is read or entered, the plain page shows how far it is.
    return render(request, [f"people/upload_{context['stage']}.html", "people/upload.html"], context)


@sign_in_required
@require_safe
def upload_state(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """The bar, which polls. When the work is done, the whole page is loaded again."""
    club, item = _get_upload_or_404(request, slug, pk)
    if not request.htmx:
        return redirect("people-upload", club.slug, item.pk)
    context = {"club": club, "upload": item, **_upload_progress(item)}
    response = render(request, "people/parts/import_progress.html", context)
    if context["stage"] not in ("reading", "entering"):
        response["HX-Refresh"] = "true"
    return response


@sign_in_required
@require_POST
def decide_upload(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club, item = _get_upload_or_404(request, slug, pk)
    choices = {
        int(name.removeprefix("row-")): str(value)
        for name, value in request.POST.items()
        if name.startswith("row-") and name.removeprefix("row-").isdecimal() and len(name) < 22
    }
    with refusals_as_messages(request):
        if "all-new" in request.POST:
            count = imports.decide_all_new(upload=item)
            sentence = ngettext(
                "%(count)d person is entered as new.", "%(count)d people are entered as new.", count
            )
            messages.success(request, sentence % {"count": count})
        else:
            imports.save_decisions(upload=item, choices=choices)
            messages.success(request, _("Your decisions are saved. Nothing is entered before you confirm."))
    return redirect("people-upload", club.slug, item.pk)


@sign_in_required
@require_POST
def confirm_import(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club, item = _get_upload_or_404(request, slug, pk)
    with refusals_as_messages(request):
        imports.confirm_upload(actor=request.user, upload=item)
    return redirect("people-upload", club.slug, item.pk)


@sign_in_required
@require_POST
def discard_import(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club, item = _get_upload_or_404(request, slug, pk)
    with refusals_as_messages(request):
        imports.discard_upload(upload=item)
        messages.success(request, _("The table is discarded. Nobody was entered."))
        return redirect("import-people", club.slug)
    return redirect("people-upload", club.slug, item.pk)


@sign_in_required
@require_safe
def download_left_out(request: SignedInRequest, slug: str, pk: int) -> StreamingHttpResponse:
    _club, item = _get_upload_or_404(request, slug, pk)
    response = StreamingHttpResponse(left_out_csv(item), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="left-out-{item.pk}.csv"'
    return response


def _get_upload_or_404(request: SignedInRequest, slug: str, pk: int) -> tuple[Club, PeopleUpload]:
    club = get_club_for_entry_or_404(request, slug)
    return club, get_upload_or_404(club, pk)


def _upload_progress(item: PeopleUpload) -> dict[str, Any]:
    """The stage of the import: reading, unreadable, preview, entering, stuck or done; and how far the work has come."""
    entering = getattr(item, "entering", None)
    work = entering or item
    stages = (
        {WorkState.WAITING: "entering", WorkState.FAILED: "stuck", WorkState.DONE: "done"}
        if entering
        else {WorkState.WAITING: "reading", WorkState.FAILED: "unreadable", WorkState.DONE: "preview"}
    )
    return {"stage": stages[WorkState(work.state)], "work": work}

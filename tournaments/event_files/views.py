"""An event as one file: downloading it, and importing one: send it, look at what it would become, confirm."""

from django.contrib import messages
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused, TooManyRequests
from core.web.access import SignedInRequest, sign_in_required
from core.web.refusals import refusals_as_messages, refused_for_now
from players.models import Club
from tournaments.access import requires
from tournaments.event_files.forms import ConfirmationForm, EventFileForm
from tournaments.event_files.presenters import FileStage, file_progress, preview_context
from tournaments.event_files.selectors.archive import archive_chunks
from tournaments.event_files.selectors.content import load_content
from tournaments.event_files.selectors.summaries import FileSummary, get_event_file_or_404
from tournaments.event_files.services.origins import ensure_origin
from tournaments.event_files.services.uploads import (
    confirm_event_file,
    discard_event_file,
    upload_event_file,
)
from tournaments.events.services.imported_people import read_choices
from tournaments.events.views.management import get_organising_club_or_404
from tournaments.models import Event, EventFile
from tournaments.policies import may_export_event


@require_safe
@never_cache
@requires(may_export_event)
def download_event(request: SignedInRequest, event: Event) -> HttpResponse | StreamingHttpResponse:
    try:
        content = load_content(event, ensure_origin(event), request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("event-files", event.pk)
    response = StreamingHttpResponse(archive_chunks(content), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{slugify(event.name) or "event"}.zip"'
    return response


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_event_file(request: SignedInRequest, slug: str) -> HttpResponse:
    club = get_organising_club_or_404(request, slug)
    form = EventFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data["file"]
        try:
            file = upload_event_file(
                actor=request.user,
                club=club,
                content=sent.chunks(),
                size=sent.size or 0,
                file_name=sent.name or "",
            )
        except TooManyRequests as refusal:
            form.add_error(None, str(refusal))
            return refused_for_now(_render_upload(request, club, form), refusal.wait)
        except Refused as refusal:
            form.add_error("file", str(refusal))
        else:
            return redirect("event-file", club.slug, file.pk)
    return _render_upload(request, club, form)


@sign_in_required
@require_safe
def event_file(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Follows the reading, then shows what the file would become, follows the import, and leads to the event."""
    club, file = _get_file_or_404(request, slug, pk)
    progress = file_progress(file)
    context = {"club": club, "file": file, "progress": progress}
    if progress.stage == FileStage.PREVIEW:
        context |= preview_context(request.user, file)
        context["form"] = ConfirmationForm(is_here=bool(context["here"]))
    stage = "working" if progress.stage.goes_on else str(progress.stage)
    return render(request, f"tournaments/event_files/{stage}.html", context)


@sign_in_required
@require_safe
def event_file_state(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """The bar, which polls. When the work is done, the whole page is loaded again."""
    club, file = _get_file_or_404(request, slug, pk)
    if not request.htmx:
        return redirect("event-file", club.slug, file.pk)
    progress = file_progress(file)
    context = {"club": club, "file": file, "progress": progress}
    response = render(request, "tournaments/event_files/parts/progress.html", context)
    if not progress.stage.goes_on:
        response["HX-Refresh"] = "true"
    return response


@sign_in_required
@require_POST
def confirm_import(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club, file = _get_file_or_404(request, slug, pk)
    with refusals_as_messages(request):
        summary = FileSummary.of(file)
        numbers = [person.number for person in summary.people] if summary else []
        confirm_event_file(
            actor=request.user,
            file=file,
            choices=read_choices(request.POST.dict(), numbers),
            rated="rated" in request.POST,
            again="again" in request.POST,
        )
    return redirect("event-file", club.slug, file.pk)


@sign_in_required
@require_POST
def discard_import(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club, file = _get_file_or_404(request, slug, pk)
    with refusals_as_messages(request):
        discard_event_file(file=file)
        messages.success(request, _("The file is discarded. Nothing was imported."))
        return redirect("import-event-file", club.slug)
    return redirect("event-file", club.slug, file.pk)


def _get_file_or_404(request: SignedInRequest, slug: str, pk: int) -> tuple[Club, EventFile]:
    club = get_organising_club_or_404(request, slug)
    return club, get_event_file_or_404(request.user, club, pk)


def _render_upload(request: SignedInRequest, club: Club, form: EventFileForm) -> HttpResponse:
    return render(request, "tournaments/event_files/upload.html", {"club": club, "form": form})

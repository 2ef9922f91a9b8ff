"""Submitting records, following them, and correcting what was wrong."""

from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from core.errors import Refused, TooManyRequests
from core.web.access import SignedInRequest, sign_in_required
from core.web.refusals import refused_for_now
from games.event_hooks import purpose_of
from games.models import SourceKind, SubmissionState, Upload
from games.policies import may_read_errors, may_see_game
from games.replay.presenters.board import board_context
from games.replay.presenters.subject import prefix_subject
from games.submissions.forms import CorrectionForm, SubmitForm
from games.submissions.presenters import (
    board_before_error,
    errors_with_lines,
    readable_text,
    record_guides,
)
from games.submissions.selectors.records import is_one_record
from games.submissions.selectors.uploads import (
    checked_by_now,
    has_other_setups,
    is_long,
    progress_of,
    submission_or_404,
    submissions_of,
    upload_or_404,
    uploads_with_counts,
    valid_prefix,
)
from games.submissions.services.uploads import resubmit, submit, submit_text
from games.visibility.selectors import is_withheld_by_event, visible_game_ids

UPLOADS_ON_A_PAGE = 20
RECORDS_ON_A_PAGE = 50


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def submit_games(request: SignedInRequest) -> HttpResponse:
    page = "games/submissions/submit.html"
    if request.method != "POST":
        return render(request, page, {"form": SubmitForm(request.user), "guides": record_guides()})
    form = SubmitForm(request.user, request.POST, request.FILES)
    context = {"form": form, "guides": record_guides()}
    if not form.is_valid():
        return render(request, page, context)
    try:
        upload = _submitted(request, form)
    except TooManyRequests as refusal:
        return refused_for_now(render(request, page, context | {"problem": str(refusal)}), refusal.wait)
    except Refused as refusal:
        return render(request, page, context | {"problem": str(refusal)})
    return redirect("upload", pk=upload.pk)


@sign_in_required
@require_safe
def uploads(request: SignedInRequest) -> HttpResponse:
    page = Paginator(uploads_with_counts(request.user), UPLOADS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "games/submissions/uploads.html", {"page": page})


@sign_in_required
@require_safe
def upload(request: SignedInRequest, pk: int) -> HttpResponse:
    """The page of an upload; asked by htmx, only the part that follows the work."""
    found = upload_or_404(request.user, pk)
    state = request.GET.get("state", "")
    records = submissions_of(found, state)
    page = Paginator(records, RECORDS_ON_A_PAGE).get_page(request.GET.get("page"))
    games = [record.game_id for record in page if record.game_id is not None]
    progress = progress_of(found)
    context = {
        "upload": found,
        "purpose": purpose_of(found),
        "progress": progress,
        "checked": checked_by_now(found, progress),
        "may_read_errors": may_read_errors(request.user, found),
        "page": page,
        "visible_games": visible_game_ids(request.user, games),
        "state": state if state in SubmissionState.values else "",
        "states": SubmissionState.choices,
    }
    template = "parts/progress.html" if request.htmx else "upload.html"
    return render(request, f"games/submissions/{template}", context)


@sign_in_required
@require_safe
def submission(request: SignedInRequest, pk: int) -> HttpResponse:
    return _show_submission(request, pk, None, "")


@sign_in_required
@require_POST
def correct(request: SignedInRequest, pk: int) -> HttpResponse:
    found = submission_or_404(request.user, pk)
    form = CorrectionForm(request.POST)
    if not form.is_valid():
        return _show_submission(request, pk, form, "")
    try:
        corrected = resubmit(submission=found, text=form.cleaned_data["text"])
    except TooManyRequests as refusal:
        return refused_for_now(_show_submission(request, pk, form, str(refusal)), refusal.wait)
    except Refused as refusal:
        return _show_submission(request, pk, form, str(refusal))
    return redirect("submission", pk=corrected.pk)


def _submitted(request: SignedInRequest, form: SubmitForm) -> Upload:
    file = form.cleaned_data["file"]
    if isinstance(file, UploadedFile):
        return submit(
            account=request.user,
            content=file.chunks(),
            size=file.size or 0,
            source=SourceKind.FILE,
            file_name=file.name or "",
            **form.upload_options(),
        )
    return submit_text(account=request.user, text=form.cleaned_data["text"], **form.upload_options())


def _show_submission(
    request: SignedInRequest, pk: int, form: CorrectionForm | None, problem: str
) -> HttpResponse:
    found = submission_or_404(request.user, pk)
    is_wrong = found.state == SubmissionState.ERROR
    if request.htmx:  # the part that waits asks again and again, and then the whole page has to change
        if found.state == SubmissionState.RECEIVED:
            return render(request, "games/submissions/parts/waiting.html", {"submission": found})
        return HttpResponseClientRefresh()
    can_be_corrected = is_wrong and found.is_current and is_one_record(found.errors)
    context = {
        "submission": found,
        "upload": found.upload,
        "purpose": purpose_of(found.upload),
        "correction": getattr(found, "correction", None),
        "errors": errors_with_lines(found),
        "board": board_before_error(found) if is_wrong else None,
        "is_withheld": found.state == SubmissionState.ACCEPTED
        and found.game is not None
        and is_withheld_by_event(found.game),
        "may_see_game": found.game is not None and may_see_game(request.user, found.game),
        "has_other_set_ups": has_other_setups(found, request.user),
        "form": form or CorrectionForm(initial={"text": "" if is_long(found) else readable_text(found)}),
        "can_be_corrected": can_be_corrected and not is_long(found),
        "has_to_be_sent_again": can_be_corrected and is_long(found),
        "problem": problem,
    }
    return render(request, "games/submissions/submission.html", context)


@sign_in_required
@require_safe
@gzip_page
def broken_record(request: SignedInRequest, pk: int) -> HttpResponse:
    """The valid plies of a record that was refused, for its submitter; 404 if its game could not even start."""
    submission = submission_or_404(request.user, pk)
    record = valid_prefix(submission)
    if record is None or record.rules is None or record.final is None:
        raise Http404
    subject = prefix_subject(record, reverse("replay-submission", args=[pk]))
    context = {"submission": submission, **board_context(request, subject)}
    return render(request, "games/replay/broken_record.html", context)

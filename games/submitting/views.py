"""Submitting records, following them, and correcting what was wrong."""

from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from games.models import SourceKind, SubmissionState, Upload
from games.news import purpose_of
from games.policies import may_read_errors, may_see_game
from games.reading.visible import visible_games
from games.showing.wishes import is_withheld
from games.submitting import selectors
from games.submitting.access import submission_or_404, upload_or_404
from games.submitting.codes import is_one_record
from games.submitting.forms import CorrectionForm, SubmitForm
from games.submitting.limits import TooOften
from games.submitting.services import resubmit, submit, submit_text
from games.submitting.showing import board_before, places_of_errors, text_of
from players.accounts.access import SignedInRequest, owner_only
from players.accounts.refusal import TOO_MANY_REQUESTS
from players.errors import Refused

UPLOADS_ON_A_PAGE = 20
RECORDS_ON_A_PAGE = 50


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def submit_games(request: SignedInRequest) -> HttpResponse:
    page = "games/submissions/submit.html"
    if request.method != "POST":
        return render(request, page, {"form": SubmitForm(request.user)})
    form = SubmitForm(request.user, request.POST, request.FILES)
    if not form.is_valid():
        return render(request, page, {"form": form})
    try:
        upload = _submitted(request, form)
    except TooOften as refusal:
        context = {"form": form, "problem": str(refusal)}
        response = render(request, page, context, status=TOO_MANY_REQUESTS)
        response["Retry-After"] = str(refusal.wait)
        return response
    except Refused as refusal:
        return render(request, page, {"form": form, "problem": str(refusal)})
    return redirect("upload", pk=upload.pk)


@owner_only
@require_safe
def uploads(request: SignedInRequest) -> HttpResponse:
    page = Paginator(selectors.uploads_of(request.user), UPLOADS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "games/submissions/uploads.html", {"page": page})


@owner_only
@require_safe
def upload(request: SignedInRequest, pk: int) -> HttpResponse:
    """The page of an upload; asked by htmx, only the part that follows the work."""
    found = upload_or_404(request.user, pk)
    state = request.GET.get("state", "")
    records = selectors.submissions_of(found, state)
    page = Paginator(records, RECORDS_ON_A_PAGE).get_page(request.GET.get("page"))
    games = [record.game_id for record in page if record.game_id is not None]
    progress = selectors.progress_of(found)
    context = {
        "upload": found,
        "purpose": purpose_of(found),
        "progress": progress,
        "checked": selectors.checked_by_now(found, progress),
        "may_read_errors": may_read_errors(request.user, found),
        "page": page,
        "games_in_sight": set(visible_games(request.user).filter(pk__in=games).values_list("pk", flat=True))
        if games
        else set(),
        "state": state if state in SubmissionState.values else "",
        "states": SubmissionState.choices,
    }
    template = "parts/progress.html" if request.htmx else "upload.html"
    return render(request, f"games/submissions/{template}", context)


@owner_only
@require_safe
def submission(request: SignedInRequest, pk: int) -> HttpResponse:
    return _show_submission(request, pk, None, "")


@owner_only
@require_POST
def correct(request: SignedInRequest, pk: int) -> HttpResponse:
    found = submission_or_404(request.user, pk)
    form = CorrectionForm(request.POST)
    if not form.is_valid():
        return _show_submission(request, pk, form, "")
    try:
        corrected = resubmit(submission=found, text=form.cleaned_data["text"])
    except TooOften as refusal:
        response = _show_submission(request, pk, form, str(refusal), status=TOO_MANY_REQUESTS)
        response["Retry-After"] = str(refusal.wait)
        return response
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
            **form.wishes(),
        )
    return submit_text(account=request.user, text=form.cleaned_data["text"], **form.wishes())


def _show_submission(
    request: SignedInRequest, pk: int, form: CorrectionForm | None, problem: str, *, status: int = 200
) -> HttpResponse:
    found = submission_or_404(request.user, pk)
    is_wrong = found.state == SubmissionState.ERROR
    if request.htmx:  # the part that waits asks again and again, and then the whole page has to change
        if found.state == SubmissionState.RECEIVED:
            return render(request, "games/submissions/parts/waiting.html", {"submission": found})
        return HttpResponseClientRefresh()
    context = {
        "submission": found,
        "upload": found.upload,
        "purpose": purpose_of(found.upload),
        "correction": getattr(found, "correction", None),
        "errors": places_of_errors(found),
        "board": board_before(found) if is_wrong else None,
        "is_withheld": found.state == SubmissionState.ACCEPTED
        and found.game is not None
        and is_withheld(found.game),
        "may_see_game": found.game is not None and may_see_game(request.user, found.game),
        "has_other_set_ups": selectors.has_other_set_ups(found, request.user),
        "form": form or CorrectionForm(initial={"text": text_of(found)}),
        "can_be_corrected": is_wrong and found.is_current and is_one_record(found.errors),
        "problem": problem,
    }
    return render(request, "games/submissions/submission.html", context, status=status)

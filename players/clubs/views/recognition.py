"""Pages for site administrators: which clubs are recognised, and recognising one."""

from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from core.web.access import SignedInRequest, sign_in_required
from core.web.refusals import show_refusals
from players.clubs.access import get_club_header_or_404
from players.clubs.forms import RecognitionForm
from players.clubs.policies import may_recognise_clubs
from players.clubs.selectors.clubs import clubs_to_recognise
from players.clubs.services.recognition import recognise_club, withdraw_recognition

CLUBS_PER_PAGE: Final = 50


@sign_in_required
@require_safe
def recognition_list(request: SignedInRequest) -> HttpResponse:
    """Those that are not recognised first, the newest of them at the top."""
    if not may_recognise_clubs(request.user):
        raise Http404(_("There is no such page."))
    page = Paginator(clubs_to_recognise(), CLUBS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/recognition_list.html", {"page": page})


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_recognition(request: SignedInRequest, slug: str) -> HttpResponse:
    header = get_club_header_or_404(request, slug)
    if not may_recognise_clubs(request.user):
        raise Http404(_("There is no such page."))
    club = header.club
    form = RecognitionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        recognises = request.POST.get("step") == "recognise"
        change = recognise_club if recognises else withdraw_recognition
        with show_refusals(form):
            change(actor=request.user, club=club, reason=form.cleaned_data["reason"])
            messages.success(
                request,
                _("%(club)s is recognised. The lists across clubs are recomputed.") % {"club": club}
                if recognises
                else _("%(club)s is no longer recognised. The lists across clubs are recomputed.")
                % {"club": club},
            )
            return redirect("club-recognition", club.slug)
    return render(request, "clubs/recognition.html", {"header": header, "club": club, "form": form})

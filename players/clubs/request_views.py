"""Requests to join a club: asking, and answering."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.accounts.access import SignedInRequest
from players.accounts.refusal import refuse
from players.clubs import limits, request_services
from players.clubs.forms import AnswerForm, RequestForm
from players.clubs.frame import ClubFrame, for_those_who
from players.clubs.selectors import open_requests_of
from players.errors import Refused
from players.models import JoinRequest
from players.policies import may_answer_requests, may_ask_to_join
from players.refusals import refusals_on

REQUESTS_ON_A_PAGE = 20


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_ask_to_join)
def ask(request: SignedInRequest, frame: ClubFrame) -> HttpResponse:
    template = "clubs/join.html"
    context = {"frame": frame, "club": frame.club}
    if request.method != "POST":
        if frame.membership or frame.request or not frame.welcomes_requests:
            return redirect(frame.club)  # which says why
        return render(request, template, {"form": RequestForm(), **context})
    if wait := limits.REQUESTS_BY_ACCOUNT.seconds_to_wait(str(request.user.pk)):
        return refuse(request, template, form=RequestForm(), wait=wait, **context)
    form = RequestForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            request_services.ask_to_join(
                actor=request.user, club=frame.club, message=form.cleaned_data["message"]
            )
            messages.success(request, _("Your request is sent. You get a mail when it is answered."))
            return redirect(frame.club)
    return render(request, template, {"form": form, **context})


@require_POST
@for_those_who(may_ask_to_join)
def withdraw(request: SignedInRequest, frame: ClubFrame) -> HttpResponse:
    """Take one's own request back."""
    try:
        if frame.request is None:
            raise Refused(_("There is no request of yours that waits for an answer."))
        request_services.withdraw_request(actor=request.user, request=frame.request)
        messages.success(request, _("Your request is withdrawn."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(frame.club)


@require_safe
@for_those_who(may_answer_requests)
def requests(request: SignedInRequest, frame: ClubFrame) -> HttpResponse:
    page = Paginator(open_requests_of(frame.club), REQUESTS_ON_A_PAGE).get_page(request.GET.get("page"))
    rows = [(row, AnswerForm(prefix=f"request-{row.pk}")) for row in page]
    context = {"frame": frame, "club": frame.club, "page": page, "rows": rows}
    return render(request, "clubs/requests.html", context)


@require_POST
@for_those_who(may_answer_requests)
def answer(request: SignedInRequest, frame: ClubFrame, pk: int) -> HttpResponse:
    """Approve or decline, whichever button was pressed. What comes too late is told what the other did."""
    row = get_object_or_404(JoinRequest.objects.select_related("club", "person"), club=frame.club, pk=pk)
    form = AnswerForm(request.POST, prefix=f"request-{pk}")
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    try:
        if request.POST.get("step") == "approve":
            request_services.approve(actor=request.user, request=row)
            messages.success(request, _("%(name)s is a member now.") % {"name": row.person})
        elif request.POST.get("step") == "decline":
            if not form.is_valid():
                raise Refused(_("The reason is too long: a thousand characters have to do."))
            request_services.decline(actor=request.user, request=row, reason=reason)
            messages.success(request, _("The request of %(name)s is declined.") % {"name": row.person})
        else:
            raise Refused(_("Please choose whether to approve or to decline."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("club-requests", slug=frame.club.slug)

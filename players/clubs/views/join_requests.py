"""Requests to join a club, and the answers of its organisers."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from core.web.access import SignedInRequest
from core.web.refusals import refusals_as_messages, show_refusals, too_many_requests
from players.clubs import policies
from players.clubs.access import requires
from players.clubs.forms import JoinAnswerForm, JoinRequestForm
from players.clubs.policies import may_answer_requests, may_ask_to_join
from players.clubs.presenters import ClubHeader
from players.clubs.selectors.clubs import get_join_request_or_404, open_requests_of
from players.clubs.services import join_requests

REQUESTS_PER_PAGE = 20


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_ask_to_join)
def ask_to_join_club(request: SignedInRequest, header: ClubHeader) -> HttpResponse:
    template = "clubs/join.html"
    context = {"header": header, "club": header.club}
    if request.method != "POST":
        if header.membership or header.request or not header.welcomes_requests:
            return redirect(header.club)  # which says why
        return render(request, template, {"form": JoinRequestForm(), **context})
    if wait := policies.REQUESTS_BY_ACCOUNT.seconds_to_wait(str(request.user.pk)):
        return too_many_requests(request, template, form=JoinRequestForm(), wait=wait, **context)
    form = JoinRequestForm(request.POST)
    if form.is_valid():
        with show_refusals(form):
            join_requests.ask_to_join(
                actor=request.user, club=header.club, message=form.cleaned_data["message"]
            )
            messages.success(request, _("Your request is sent. You get an e-mail when it is answered."))
            return redirect(header.club)
    return render(request, template, {"form": form, **context})


@require_POST
@requires(may_ask_to_join)
def withdraw_request(request: SignedInRequest, header: ClubHeader) -> HttpResponse:
    """Take one's own request back."""
    with refusals_as_messages(request):
        if header.request is None:
            raise Refused(_("You have no open request."))
        join_requests.withdraw_join_request(actor=request.user, request=header.request)
        messages.success(request, _("Your request is withdrawn."))
    return redirect(header.club)


@require_safe
@requires(may_answer_requests)
def join_request_list(request: SignedInRequest, header: ClubHeader) -> HttpResponse:
    page = Paginator(open_requests_of(header.club), REQUESTS_PER_PAGE).get_page(request.GET.get("page"))
    rows = [(row, JoinAnswerForm(prefix=f"request-{row.pk}")) for row in page]
    context = {"header": header, "club": header.club, "page": page, "rows": rows}
    return render(request, "clubs/requests.html", context)


@require_POST
@requires(may_answer_requests)
def answer_join_request(request: SignedInRequest, header: ClubHeader, pk: int) -> HttpResponse:
    """Approve or decline, whichever button was pressed. Who comes too late reads what somebody else answered."""
    row = get_join_request_or_404(header.club, pk)
    form = JoinAnswerForm(request.POST, prefix=f"request-{pk}")
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    with refusals_as_messages(request):
        if request.POST.get("step") == "approve":
            join_requests.approve_join_request(actor=request.user, request=row)
            messages.success(request, _("%(name)s is now a member.") % {"name": row.person})
        elif request.POST.get("step") == "decline":
            if not form.is_valid():
                raise Refused(_("The reason is too long: at most 1000 characters."))
            join_requests.decline_join_request(actor=request.user, request=row, reason=reason)
            messages.success(request, _("The request of %(name)s is declined.") % {"name": row.person})
        else:
            raise Refused(_("Please choose whether to approve or to decline."))
    return redirect("club-requests", slug=header.club.slug)

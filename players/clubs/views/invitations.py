"""Invitations to a club, and the page where people answer theirs."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from core.errors import Refused
from core.web.access import SignedInRequest
from core.web.rate_limits import longest_wait
from core.web.refusals import refusals_as_messages, show_refusals, too_many_attempts, too_many_requests
from players.clubs import policies
from players.clubs.access import requires
from players.clubs.forms import InvitationForm
from players.clubs.policies import assignable_roles, may_add_member, may_see_invitations
from players.clubs.presenters import ClubHeader
from players.clubs.selectors.clubs import (
    get_open_invitation_or_404,
    open_invitation_by_secret,
    open_invitations_of,
)
from players.clubs.services import invitations
from players.models import Club, ClubInvitation, Role, User

INVITATIONS_PER_PAGE = 50
GONE = 410


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_see_invitations)
def invitation_list(request: SignedInRequest, header: ClubHeader) -> HttpResponse:
    roles = assignable_roles(request.user, header.club)
    page = Paginator(open_invitations_of(header.club), INVITATIONS_PER_PAGE).get_page(request.GET.get("page"))
    context = {"header": header, "club": header.club, "page": page, "roles": roles}
    template = "clubs/invitations.html"
    if request.method != "POST":
        return render(request, template, {"form": InvitationForm(roles=roles), **context})
    form = InvitationForm(request.POST, roles=roles)
    if form.is_valid():
        email = form.cleaned_data["email"]
        if wait := _seconds_to_wait(request.user, header.club, email):
            return too_many_requests(
                request, template, form=InvitationForm(roles=roles), wait=wait, **context
            )
        with show_refusals(form):
            invitations.invite_by_email(
                actor=request.user,
                club=header.club,
                email=email,
                role=Role(form.cleaned_data["role"]),
                message=form.cleaned_data["message"],
            )
            messages.success(request, _("The invitation to %(email)s is on its way.") % {"email": email})
            return redirect("club-invitations", slug=header.club.slug)
    return render(request, template, {"form": form, **context})


@require_POST
@requires(may_see_invitations)
def change_invitation(request: SignedInRequest, header: ClubHeader, pk: int) -> HttpResponse:
    """Send an open invitation again or withdraw it, whichever button was pressed."""
    invitation = get_open_invitation_or_404(header.club, pk)
    if not may_add_member(request.user, header.club, Role(invitation.role)):
        raise Http404
    with refusals_as_messages(request):
        if request.POST.get("step") == "withdraw":
            invitations.withdraw_invitation(actor=request.user, invitation=invitation)
            messages.success(request, _("The invitation is withdrawn: its link no longer works."))
        elif wait := _seconds_to_wait(request.user, header.club, invitation.email):
            raise Refused(too_many_attempts(wait))
        else:
            invitations.resend_invitation(actor=request.user, invitation=invitation)
            messages.success(request, _("A new link is on its way; the old one no longer works."))
    return redirect("club-invitations", slug=header.club.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answer_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The page that the link in the mail leads to. Who wants to accept signs in or up and comes back."""
    invitation = open_invitation_by_secret(token)
    if invitation is None or invitation.has_expired():
        return render(request, "clubs/invitation_gone.html", {"invitation": invitation}, status=GONE)
    context: dict[str, Any] = {"invitation": invitation, "club": invitation.club}
    if request.method == "POST":
        try:
            return _save_answer(request, invitation)
        except Refused as refusal:
            context["problem"] = str(refusal)
    return render(request, "clubs/invitation.html", context)


def _save_answer(request: HttpRequest, invitation: ClubInvitation) -> HttpResponse:
    if request.POST.get("step") == "decline":
        invitations.decline_invitation(invitation=invitation)
        messages.success(request, _("You have declined the invitation. Nothing else happens."))
        return redirect("home")
    if not isinstance(request.user, User):
        raise Refused(_("Please sign in or sign up first, then accept the invitation."))
    invitations.accept_invitation(actor=request.user, invitation=invitation)
    messages.success(request, _("Welcome to %(club)s.") % {"club": invitation.club})
    return redirect(invitation.club)


def _seconds_to_wait(actor: User, club: Club, email: str) -> int:
    return longest_wait(
        [
            (policies.INVITATIONS_BY_ACCOUNT, str(actor.pk)),
            (policies.INVITATIONS_BY_CLUB, str(club.pk)),
            (policies.INVITATIONS_BY_ADDRESS, email.strip().lower()),
        ]
    )

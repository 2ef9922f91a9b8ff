"""Invitations: sending them, and answering the link in the mail."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players.accounts.access import SignedInRequest
from players.accounts.rate_limits import longest_wait
from players.accounts.refusal import in_words, refuse
from players.clubs import invitation_services, limits
from players.clubs.forms import InvitationForm
from players.clubs.frame import ClubFrame, for_those_who
from players.clubs.selectors import open_invitations_of
from players.errors import Refused
from players.models import Club, ClubInvitation, InvitationState, Role, User
from players.policies import may_add_member, may_see_invitations, roles_to_give
from players.refusals import refusals_on

INVITATIONS_ON_A_PAGE = 50
GONE = 410


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_see_invitations)
def invitations(request: SignedInRequest, frame: ClubFrame) -> HttpResponse:
    roles = roles_to_give(request.user, frame.club)
    page = Paginator(open_invitations_of(frame.club), INVITATIONS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"frame": frame, "club": frame.club, "page": page, "roles": roles}
    template = "clubs/invitations.html"
    if request.method != "POST":
        return render(request, template, {"form": InvitationForm(roles=roles), **context})
    form = InvitationForm(request.POST, roles=roles)
    if form.is_valid():
        email = form.cleaned_data["email"]
        if wait := _wait(request.user, frame.club, email):
            return refuse(request, template, form=InvitationForm(roles=roles), wait=wait, **context)
        with refusals_on(form):
            invitation_services.invite(
                actor=request.user,
                club=frame.club,
                email=email,
                role=Role(form.cleaned_data["role"]),
                message=form.cleaned_data["message"],
            )
            messages.success(request, _("The invitation to %(email)s is on its way.") % {"email": email})
            return redirect("club-invitations", slug=frame.club.slug)
    return render(request, template, {"form": form, **context})


@require_POST
@for_those_who(may_see_invitations)
def change_invitation(request: SignedInRequest, frame: ClubFrame, pk: int) -> HttpResponse:
    """Send an open invitation again or withdraw it, whichever button was pressed."""
    invitation = get_object_or_404(
        ClubInvitation.objects.select_related("club"), club=frame.club, pk=pk, state=InvitationState.OPEN
    )
    if not may_add_member(request.user, frame.club, Role(invitation.role)):
        raise Http404
    try:
        if request.POST.get("step") == "withdraw":
            invitation_services.withdraw(actor=request.user, invitation=invitation)
            messages.success(request, _("The invitation is withdrawn: its link does not work any more."))
        elif wait := _wait(request.user, frame.club, invitation.email):
            raise Refused(
                _("That was tried too often. Nothing has been changed. Please try again %(when)s.")
                % {"when": in_words(wait)}
            )
        else:
            invitation_services.resend(actor=request.user, invitation=invitation)
            messages.success(request, _("A new link is on its way; the old one does not work any more."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("club-invitations", slug=frame.club.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, token: str) -> HttpResponse:
    """The page that the link in the mail leads to. Who wants to accept signs in or up and comes back."""
    invitation = (
        ClubInvitation.objects.filter(
            token_hash=invitation_services.hash_of(token), state=InvitationState.OPEN
        )
        .select_related("club", "invited_by")
        .first()
    )
    if invitation is None or invitation.has_expired():
        return render(request, "clubs/invitation_gone.html", {"invitation": invitation}, status=GONE)
    context: dict[str, Any] = {"invitation": invitation, "club": invitation.club}
    if request.method == "POST":
        try:
            return _answered(request, invitation)
        except Refused as refusal:
            context["problem"] = str(refusal)
    return render(request, "clubs/invitation.html", context)


def _answered(request: HttpRequest, invitation: ClubInvitation) -> HttpResponse:
    if request.POST.get("step") == "decline":
        invitation_services.decline(invitation=invitation)
        messages.success(request, _("You have declined the invitation. Nothing else happens."))
        return redirect("home")
    if not isinstance(request.user, User):
        raise Refused(_("Please sign in or sign up first, then accept the invitation."))
    invitation_services.accept(actor=request.user, invitation=invitation)
    messages.success(request, _("Welcome to %(club)s.") % {"club": invitation.club})
    return redirect(invitation.club)


def _wait(actor: User, club: Club, email: str) -> int:
    return longest_wait(
        [
            (limits.INVITATIONS_BY_ACCOUNT, str(actor.pk)),
            (limits.INVITATIONS_BY_CLUB, str(club.pk)),
            (limits.INVITATIONS_BY_ADDRESS, email.strip().lower()),
        ]
    )

"""Inviting somebody to a profile, claiming one, and deciding about claims."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.accounts.access import SignedInRequest, owner_only
from players.accounts.rate_limits import RateLimit, longest_wait
from players.accounts.refusal import refuse
from players.errors import Refused
from players.models import ProfileClaim, User
from players.people import claim_services
from players.people.access import person_or_404
from players.people.claim_selectors import claims_to_decide, open_invitation_to, waiting_claim_of
from players.people.forms import ClaimForm, InviteForm
from players.people.selectors import person_of
from players.policies import may_decide_claim

CLAIMS_ON_A_PAGE = 50
GONE = 410
# Mails to strangers are not a toy.
INVITATIONS_BY_ACCOUNT = RateLimit("profile-invitations-account", 60)
INVITATIONS_BY_EMAIL = RateLimit("profile-invitations-address", 5)
CLAIMS_BY_ACCOUNT = RateLimit("profile-claims-account", 10)


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: SignedInRequest, pk: int) -> HttpResponse:
    person, _rights = person_or_404(request, pk, right=lambda rights: rights.invite)
    context: dict[str, Any] = {"person": person, "invitation": open_invitation_to(person)}
    page = "people/invite.html"
    if person.account_id is not None:
        raise Http404(_("This profile belongs to an account already."))
    if request.method != "POST":
        return render(request, page, {"form": InviteForm(), **context})
    form = InviteForm(request.POST)
    if form.is_valid():
        email = form.cleaned_data["email"]
        limits = [(INVITATIONS_BY_ACCOUNT, str(request.user.pk)), (INVITATIONS_BY_EMAIL, email.lower())]
        if wait := longest_wait(limits):
            return refuse(request, page, form=InviteForm(), wait=wait, **context)
        try:
            claim_services.invite_to_profile(actor=request.user, person=person, email=email)
        except Refused as refusal:
            context["problem"] = str(refusal)
        else:
            messages.success(request, _("The invitation to %(email)s is on its way.") % {"email": email})
            return redirect(person)
    return render(request, page, {"form": form, **context})


@owner_only
@require_POST
def withdraw_invitation(request: SignedInRequest, pk: int) -> HttpResponse:
    person, _rights = person_or_404(request, pk, right=lambda rights: rights.invite)
    claim_services.withdraw_invitation(actor=request.user, person=person)
    messages.success(request, _("The invitation is withdrawn: its link does not work any more."))
    return redirect(person)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Whoever holds the link sees which profile it is about, signs in or up, and says yes."""
    found = claim_services.open_invitation(secret)
    if found is None:
        return render(request, "people/invitation_gone.html", status=GONE)
    account = request.user if isinstance(request.user, User) else None
    context: dict[str, Any] = {"invitation": found, "person": found.person, "own": None}
    if account is not None:
        context["own"] = person_of(account)
    if request.method == "POST" and account is not None:
        try:
            person = claim_services.accept_invitation(account=account, secret=secret)
        except Refused as refusal:
            context["problem"] = str(refusal)
        else:
            messages.success(request, _("This is your profile now."))
            return redirect(person)
    return render(request, "people/invitation.html", context)


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: SignedInRequest, pk: int) -> HttpResponse:
    person, _rights = person_or_404(request, pk, right=lambda rights: rights.claim)
    if person.account_id is not None:
        raise Http404(_("This profile belongs to an account already."))
    form = ClaimForm(request.POST or None)
    page = "people/claim.html"
    context: dict[str, Any] = {
        "person": person,
        "form": form,
        "own": person_of(request.user),
        "waiting": waiting_claim_of(request.user),
    }
    if request.method == "POST" and form.is_valid():
        if wait := CLAIMS_BY_ACCOUNT.seconds_to_wait(str(request.user.pk)):
            return refuse(request, page, **{**context, "form": ClaimForm()}, wait=wait)
        try:
            claim_services.claim_profile(
                account=request.user, person=person, message=form.cleaned_data["message"]
            )
        except Refused as refusal:
            context["problem"] = str(refusal)
        else:
            messages.success(request, _("An organiser will look at it; you get a mail."))
            return redirect(person)
    return render(request, page, context)


@owner_only
@require_POST
def withdraw_claim(request: SignedInRequest) -> HttpResponse:
    claim_services.withdraw_claim(account=request.user)
    messages.success(request, _("Your claim is withdrawn."))
    return redirect("account")


@owner_only
@require_safe
def claims(request: SignedInRequest) -> HttpResponse:
    """What waits for the one who is signed in to decide; for most people nothing."""
    page = Paginator(claims_to_decide(request.user), CLAIMS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "people/claims.html", {"page": page})


@owner_only
@require_POST
def decide_claim(request: SignedInRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(ProfileClaim.objects.select_related("person"), pk=pk)
    if not may_decide_claim(request.user, found.person):
        raise Http404(_("There is no such claim."))
    try:
        if request.POST.get("step") == "approve":
            person = claim_services.approve_claim(actor=request.user, claim=found)
            messages.success(request, _("The profile of %(name)s has its owner.") % {"name": person})
        else:
            reason = request.POST.get("reason", "").replace("\0", " ").strip()[:500]
            claim_services.decline_claim(actor=request.user, claim=found, reason=reason)
            messages.success(request, _("The claim is declined."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("profile-claims")

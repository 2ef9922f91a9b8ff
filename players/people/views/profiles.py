"""How profiles find their owners and become one: invitations, claims, merges."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from core.web.access import SignedInRequest, sign_in_required
from core.web.rate_limits import longest_wait
from core.web.refusals import refusals_as_messages, too_many_requests
from players.models import Person, User
from players.people.access import get_person_or_404
from players.people.forms import MAX_REASON_LENGTH, ClaimForm, ProfileInvitationForm
from players.people.policies import (
    PROFILE_CLAIMS_BY_ACCOUNT,
    PROFILE_INVITATIONS_BY_ACCOUNT,
    PROFILE_INVITATIONS_BY_EMAIL,
    may_decide_claim,
    may_merge_people,
    may_undo_merge,
)
from players.people.selectors.people import (
    claims_to_decide,
    get_claim_or_404,
    get_merge_or_404,
    merge_candidates,
    open_invitation_to,
    pending_claim_of,
    person_of,
)
from players.people.services import claims
from players.people.services.merges import merge_people, plan_merge, undo_merge

CLAIMS_PER_PAGE = 50
GONE = 410


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def invite_to_profile(request: SignedInRequest, pk: int) -> HttpResponse:
    person, _rights = get_person_or_404(request, pk, right=lambda rights: rights.invite)
    context: dict[str, Any] = {"person": person, "invitation": open_invitation_to(person)}
    page = "people/invite.html"
    if person.account_id is not None:
        raise Http404(_("This profile already belongs to an account."))
    if request.method != "POST":
        return render(request, page, {"form": ProfileInvitationForm(), **context})
    form = ProfileInvitationForm(request.POST)
    if form.is_valid():
        email = form.cleaned_data["email"]
        limits = [
            (PROFILE_INVITATIONS_BY_ACCOUNT, str(request.user.pk)),
            (PROFILE_INVITATIONS_BY_EMAIL, email.lower()),
        ]
        if wait := longest_wait(limits):
            return too_many_requests(request, page, form=ProfileInvitationForm(), wait=wait, **context)
        try:
            claims.invite_to_profile(actor=request.user, person=person, email=email)
        except Refused as refusal:
            context["problem"] = str(refusal)
        else:
            messages.success(request, _("The invitation to %(email)s is on its way.") % {"email": email})
            return redirect(person)
    return render(request, page, {"form": form, **context})


@sign_in_required
@require_POST
def withdraw_invitation(request: SignedInRequest, pk: int) -> HttpResponse:
    person, _rights = get_person_or_404(request, pk, right=lambda rights: rights.invite)
    claims.withdraw_invitation(actor=request.user, person=person)
    messages.success(request, _("The invitation is withdrawn: its link no longer works."))
    return redirect(person)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answer_invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """The link shows which profile it is about; the reader signs in or up, and says yes."""
    found = claims.find_open_invitation(secret)
    if found is None:
        return render(request, "people/invitation_gone.html", status=GONE)
    account = request.user if isinstance(request.user, User) else None
    context: dict[str, Any] = {"invitation": found, "person": found.person, "own": None}
    if account is not None:
        context["own"] = person_of(account)
    if request.method == "POST" and account is not None:
        try:
            person = claims.accept_invitation(account=account, secret=secret)
        except Refused as refusal:
            context["problem"] = str(refusal)
        else:
            messages.success(request, _("This is now your profile."))
            return redirect(person)
    return render(request, "people/invitation.html", context)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def claim_profile(request: SignedInRequest, pk: int) -> HttpResponse:
    person, _rights = get_person_or_404(request, pk, right=lambda rights: rights.claim)
    if person.account_id is not None:
        raise Http404(_("This profile already belongs to an account."))
    form = ClaimForm(request.POST or None)
    page = "people/claim.html"
    context: dict[str, Any] = {
        "person": person,
        "form": form,
        "own": person_of(request.user),
        "waiting": pending_claim_of(request.user),
    }
    if request.method == "POST" and form.is_valid():
        if wait := PROFILE_CLAIMS_BY_ACCOUNT.seconds_to_wait(str(request.user.pk)):
            return too_many_requests(request, page, **{**context, "form": ClaimForm()}, wait=wait)
        try:
            claims.claim_profile(account=request.user, person=person, message=form.cleaned_data["message"])
        except Refused as refusal:
            context["problem"] = str(refusal)
        else:
            messages.success(request, _("An organiser will look at it; you get an e-mail."))
            return redirect(person)
    return render(request, page, context)


@sign_in_required
@require_POST
def withdraw_claim(request: SignedInRequest) -> HttpResponse:
    claims.withdraw_claim(account=request.user)
    messages.success(request, _("Your claim is withdrawn."))
    return redirect("account")


@sign_in_required
@require_safe
def claim_list(request: SignedInRequest) -> HttpResponse:
    """The claims that wait for a decision of this account."""
    page = Paginator(claims_to_decide(request.user), CLAIMS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "people/claims.html", {"page": page})


@sign_in_required
@require_POST
def decide_claim(request: SignedInRequest, pk: int) -> HttpResponse:
    found = get_claim_or_404(pk)
    if not may_decide_claim(request.user, found.person):
        raise Http404(_("There is no such claim."))
    with refusals_as_messages(request):
        if request.POST.get("step") == "approve":
            person = claims.approve_claim(actor=request.user, claim=found)
            messages.success(
                request,
                _("The claim to the profile of %(name)s is approved.") % {"name": person},
            )
        else:
            reason = request.POST.get("reason", "").replace("\0", " ").strip()[:500]
            claims.decline_claim(actor=request.user, claim=found, reason=reason)
            messages.success(request, _("The claim is declined."))
    return redirect("profile-claims")


@sign_in_required
@require_safe
def choose_merge(request: SignedInRequest, pk: int) -> HttpResponse:
    person, _rights = get_person_or_404(request, pk, right=lambda rights: rights.merge)
    text = request.GET.get("q", "").replace("\0", " ").strip()[:100]
    context = {"person": person, "text": text, "others": merge_candidates(request.user, person, text)}
    return render(request, "people/merge_choose.html", context)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_merge(request: SignedInRequest, pk: int, other: int) -> HttpResponse:
    """`pk` is the profile that is kept, `other` the one that is merged into it."""
    kept, merged = _get_both_or_404(request, pk, other)
    context = {"kept": kept, "merged": merged, "plan": plan_merge(kept, merged, actor=request.user)}
    if request.method == "POST":
        try:
            merge_people(actor=request.user, kept=kept, merged=merged, reason=_read_reason(request))
        except Refused as refusal:
            context["problem"] = str(refusal)
        else:
            messages.success(request, _("The two profiles are merged. You can undo it below."))
            return redirect(kept)
    return render(request, "people/merge.html", context)


@sign_in_required
@require_POST
def undo_merge_page(request: SignedInRequest, pk: int) -> HttpResponse:
    found = get_merge_or_404(pk)
    if not may_undo_merge(request.user, found):
        raise Http404(_("There is no such merge."))
    with refusals_as_messages(request):
        undo_merge(actor=request.user, merge=found, reason=_read_reason(request))
        messages.success(request, _("The merge is undone: everything is as it was."))
    return redirect(found.kept)


def _get_both_or_404(request: SignedInRequest, kept: int, merged: int) -> tuple[Person, Person]:
    one, _rights = get_person_or_404(request, kept)
    other, _rights = get_person_or_404(request, merged)
    if one == other or not may_merge_people(request.user, one, other):
        raise Http404(_("There are no such profiles."))
    return one, other


def _read_reason(request: SignedInRequest) -> str:
    return request.POST.get("reason", "").replace("\0", " ").strip()[:MAX_REASON_LENGTH]

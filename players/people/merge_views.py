"""Merging two profiles: finding the other one, looking at what would happen, doing it, undoing it."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.accounts.access import SignedInRequest, owner_only
from players.errors import Refused
from players.models import Person, PersonMerge
from players.people.access import person_or_404
from players.people.claim_selectors import others_to_merge
from players.people.forms import LONGEST_REASON
from players.people.merge_services import merge_people, plan_merge, undo_merge
from players.policies import may_merge_people


@owner_only
@require_safe
def choose(request: SignedInRequest, pk: int) -> HttpResponse:
    person, _rights = person_or_404(request, pk, right=lambda rights: rights.merge)
    text = request.GET.get("q", "").replace("\0", " ").strip()[:100]
    context = {"person": person, "text": text, "others": others_to_merge(request.user, person, text)}
    return render(request, "people/merge_choose.html", context)


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: SignedInRequest, pk: int, other: int) -> HttpResponse:
    """`pk` is the profile that goes on, `other` the one that ends."""
    kept, merged = _both(request, pk, other)
    context = {"kept": kept, "merged": merged, "plan": plan_merge(kept, merged, actor=request.user)}
    if request.method == "POST":
        try:
            merge_people(actor=request.user, kept=kept, merged=merged, reason=_reason(request))
        except Refused as refusal:
            context["problem"] = str(refusal)
        else:
            messages.success(request, _("The two profiles are one now. You can undo it below."))
            return redirect(kept)
    return render(request, "people/merge.html", context)


@owner_only
@require_POST
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(PersonMerge.objects.select_related("kept", "merged"), pk=pk)
    # What was moved made the profile that goes on belong to the clubs of both.
    if not may_merge_people(request.user, found.kept, found.kept):
        raise Http404(_("There is no such merge."))
    try:
        undo_merge(actor=request.user, merge=found, reason=_reason(request))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The merge is undone: everything is as it was."))
    return redirect(found.kept)


def _both(request: SignedInRequest, kept: int, merged: int) -> tuple[Person, Person]:
    one, _rights = person_or_404(request, kept)
    other, _rights = person_or_404(request, merged)
    if one == other or not may_merge_people(request.user, one, other):
        raise Http404(_("There are no such profiles."))
    return one, other


def _reason(request: SignedInRequest) -> str:
    return request.POST.get("reason", "").replace("\0", " ").strip()[:LONGEST_REASON]

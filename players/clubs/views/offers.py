"""Clubs that ask for people: what waits for one's answer, and what one's club has asked."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.errors import Refused
from core.web.access import SignedInRequest, sign_in_required
from core.web.refusals import refusals_as_messages
from players.clubs.access import requires
from players.clubs.forms import JoinAnswerForm
from players.clubs.policies import may_see_invitations, may_withdraw_offer
from players.clubs.presenters import ClubHeader
from players.clubs.selectors.offers import (
    get_offer_of_club_or_404,
    get_offer_to_answer_or_404,
    offers_shown_to,
    offers_to_answer,
)
from players.clubs.services import offers

OFFERS_PER_PAGE = 20


@sign_in_required
@require_safe
def membership_offers(request: SignedInRequest) -> HttpResponse:
    """To oneself, and to people without an account for whom one answers."""
    page = Paginator(offers_to_answer(request.user), OFFERS_PER_PAGE).get_page(request.GET.get("page"))
    rows = [(offer, JoinAnswerForm(prefix=f"offer-{offer.pk}")) for offer in page]
    return render(request, "clubs/offers.html", {"page": page, "rows": rows})


@sign_in_required
@require_POST
def answer_membership_offer(request: SignedInRequest, pk: int) -> HttpResponse:
    """Agree or decline, whichever button was pressed."""
    offer = get_offer_to_answer_or_404(request.user, pk)
    form = JoinAnswerForm(request.POST, prefix=f"offer-{pk}")
    names = {"name": offer.person, "club": offer.club}
    with refusals_as_messages(request):
        if request.POST.get("step") == "accept":
            offers.accept_offer(actor=request.user, offer=offer)
            messages.success(request, _("%(name)s is a member of %(club)s now.") % names)
        elif request.POST.get("step") == "decline":
            if not form.is_valid():
                raise Refused(_("The reason is too long: at most 1000 characters."))
            offers.decline_offer(actor=request.user, offer=offer, reason=form.cleaned_data["reason"])
            messages.success(request, _("%(name)s does not join %(club)s.") % names)
        else:
            raise Refused(_("Please choose whether to agree or to decline."))
    return redirect("membership-offers")


@require_safe
@requires(may_see_invitations)
def club_offer_list(request: SignedInRequest, header: ClubHeader) -> HttpResponse:
    asked = offers_shown_to(request.user, header.club)
    page = Paginator(asked, OFFERS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/club_offers.html", {"header": header, "club": header.club, "page": page})


@require_POST
@requires(may_see_invitations)
def withdraw_club_offer(request: SignedInRequest, header: ClubHeader, pk: int) -> HttpResponse:
    offer = get_offer_of_club_or_404(request.user, header.club, pk)
    if not may_withdraw_offer(request.user, offer):
        raise Http404
    with refusals_as_messages(request):
        offers.withdraw_offer(actor=request.user, offer=offer)
        messages.success(request, _("%(name)s is not asked any more.") % {"name": offer.person})
    return redirect("club-offers", slug=header.club.slug)

"""Entering a person by hand into a club: whoever has nearly the same name is offered first, and never assumed."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players.accounts.access import SignedInRequest, owner_only
from players.clubs.services import add_member
from players.errors import Refused
from players.models import Club, Person
from players.people.access import club_to_enter_people_into_or_404
from players.people.entering import NEW_PERSON, Offer, enter_member, offers_for
from players.people.forms import PersonForm


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_enter_people_into_or_404(request, slug)
    form = PersonForm(request.POST or None)
    context = {"form": form, "club": club}
    if not form.is_valid():
        return render(request, "people/enter.html", context)
    offers = offers_for(form.cleaned_data["name"], actor=request.user, club=club)
    chosen = request.POST.get("choice", "")
    try:
        if not offers or chosen == NEW_PERSON:
            name = form.cleaned_data["name"]
            person = enter_member(actor=request.user, club=club, name=name, **form.details())
            messages.success(request, _("%(name)s is entered.") % {"name": person})
            return _next(request, person, club)
        if (known := _among(offers, chosen)) is not None:
            add_member(actor=request.user, club=club, person=known)
            messages.success(request, _("%(name)s now belongs to the club.") % {"name": known})
            return redirect(known)
    except Refused as refusal:
        context["problem"] = str(refusal)
    return render(request, "people/enter.html", {**context, "offers": offers})


def _among(offers: list[Offer], chosen: str) -> Person | None:
    """Only somebody who was offered can be chosen, and only who does not belong to the club yet."""
    return next(
        (offer.person for offer in offers if str(offer.person.pk) == chosen and not offer.belongs), None
    )


def _next(request: SignedInRequest, person: Person, club: Club) -> HttpResponse:
    return redirect("enter-person", club.slug) if "another" in request.POST else redirect(person)

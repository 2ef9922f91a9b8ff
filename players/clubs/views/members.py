"""A club's members: the list, entering people by hand, roles, leaving, and handing the club over."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from core.errors import Refused, TooManyRequests
from core.web.access import SignedInRequest, sign_in_required
from core.web.refusals import show_refusals
from players.clubs.access import get_club_for_entry_or_404, get_club_header_or_404, requires
from players.clubs.forms import EndMembershipForm, HandOverForm, ReasonForm, RoleForm
from players.clubs.policies import (
    OFFERS_BY_ACCOUNT,
    may_change_role,
    may_change_roles,
    may_hand_over_ownership,
    may_leave_club,
    may_remove_member,
    may_see_all_members,
)
from players.clubs.presenters import ClubHeader
from players.clubs.selectors.clubs import (
    MEMBER_ORDERS,
    PossibleMatch,
    get_membership_or_404,
    listed_members_of,
    members_matching,
    members_of,
    owners_of,
    possible_matches,
)
from players.clubs.services import members
from players.clubs.services.members import NEW_PERSON, enter_new_member
from players.clubs.services.offers import offer_membership
from players.models import Club, Membership, Person, Role, User
from players.people.forms import PersonForm

MEMBERS_PER_PAGE = 50
MAX_SEARCH_LENGTH = 100


@require_safe
def member_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody sees those who agreed to be listed; who belongs to the club sees all."""
    header = get_club_header_or_404(request, slug)
    everybody = members_of(header.club) if header.may_see_all_members else listed_members_of(header.club)
    search = request.GET.get("q", "").strip()[:MAX_SEARCH_LENGTH]
    role, sort = request.GET.get("role", ""), request.GET.get("sort", "name")
    sort = sort if sort in MEMBER_ORDERS else "name"
    found = members_matching(everybody, text=search, role=role, order=sort)
    context = {
        "header": header,
        "club": header.club,
        "page": Paginator(found, MEMBERS_PER_PAGE).get_page(request.GET.get("page")),
        "search": search,
        "sort": sort,
        "role": role if role in Role.values else "",
        "roles": Role.choices,
        "narrowed": bool(search or role in Role.values),
    }
    return render(request, "clubs/members.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_change_roles)
def member_page(request: SignedInRequest, header: ClubHeader, pk: int) -> HttpResponse:
    """One member, for those who decide about roles. What may be changed depends on both roles."""
    membership = get_membership_or_404(header.club, pk)
    roles = _selectable_roles(request.user, membership)
    typed = request.POST if request.POST.get("step") == "role" else None
    role_form = RoleForm(typed, roles=roles, initial={"role": membership.role, "seen": membership.role})
    typed = request.POST if request.POST.get("step") == "end" else None
    end_form = EndMembershipForm(typed, prefix="end", initial={"seen": membership.role})
    may_remove = may_remove_member(request.user, membership)
    if role_form.is_bound and roles and role_form.is_valid():
        with show_refusals(role_form):
            _change_role(request.user, membership, role_form)
            messages.success(request, _("The role of %(name)s is saved.") % {"name": membership.person})
            return redirect("club-members", slug=header.club.slug)
    elif end_form.is_bound and may_remove and end_form.is_valid():
        with show_refusals(end_form):
            _end_membership(request.user, membership, end_form)
            messages.success(request, _("%(name)s is no longer a member.") % {"name": membership.person})
            return redirect("club-members", slug=header.club.slug)
    context = {
        "header": header,
        "club": header.club,
        "membership": membership,
        "role_form": role_form if roles else None,
        "end_form": end_form if may_remove else None,
        "may_hand_over": header.membership is not None
        and header.membership.pk != membership.pk
        and membership.role != Role.OWNER
        and may_hand_over_ownership(request.user, header.membership),
    }
    return render(request, "clubs/member.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_leave_club)
def leave_club(request: SignedInRequest, header: ClubHeader) -> HttpResponse:
    form = ReasonForm(request.POST or None)
    membership = header.membership
    if membership is None:  # left in another window a moment ago
        raise Http404
    if request.method == "POST" and form.is_valid():
        with show_refusals(form):
            members.remove_member(
                actor=request.user, membership=membership, reason=form.cleaned_data["reason"]
            )
            messages.success(request, _("You have left %(club)s.") % {"club": header.club})
            return redirect("my-clubs")
    return render(request, "clubs/leave.html", {"header": header, "club": header.club, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_see_all_members)
def hand_over_club(request: SignedInRequest, header: ClubHeader, pk: int) -> HttpResponse:
    """The owner hands the club over to one of its members, or an administrator does it for an owner."""
    owners = sorted(owners_of(header.club), key=lambda owner: owner != header.membership)
    giver = next((owner for owner in owners if may_hand_over_ownership(request.user, owner)), None)
    receiver = get_membership_or_404(header.club, pk)
    if giver is None:
        raise Http404
    form = HandOverForm(request.POST or None, giver=giver)
    if request.method == "POST" and form.is_valid():
        with show_refusals(form):
            members.hand_over_ownership(
                actor=request.user,
                giver=giver,
                receiver=receiver,
                giver_becomes=Role(form.cleaned_data["giver_becomes"]),
                reason=form.cleaned_data["reason"],
            )
            messages.success(request, _("%(name)s now owns the club.") % {"name": receiver.person})
            return redirect(header.club)
    context = {"header": header, "club": header.club, "giver": giver, "receiver": receiver, "form": form}
    return render(request, "clubs/hand_over.html", context)


def _selectable_roles(actor: User, membership: Membership) -> list[Role]:
    """The roles that the actor may choose from; none if not even the present one may be left."""
    roles = [role for role in Role if may_change_role(actor, membership, role)]
    return roles if set(roles) - {membership.role} else []


def _change_role(actor: User, membership: Membership, form: RoleForm) -> None:
    data = form.cleaned_data
    seen = Role(data["seen"]) if data["seen"] else None
    members.change_role(
        actor=actor, membership=membership, role=Role(data["role"]), seen=seen, reason=data["reason"]
    )


def _end_membership(actor: User, membership: Membership, form: EndMembershipForm) -> None:
    data = form.cleaned_data
    seen = Role(data["seen"]) if data["seen"] else None
    members.remove_member(actor=actor, membership=membership, seen=seen, reason=data["reason"])


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def enter_person(request: SignedInRequest, slug: str) -> HttpResponse:
    club = get_club_for_entry_or_404(request, slug)
    form = PersonForm(request.POST or None)
    context = {"form": form, "club": club}
    if not form.is_valid():
        return render(request, "people/enter.html", context)
    offers = possible_matches(form.cleaned_data["name"], actor=request.user, club=club)
    chosen = request.POST.get("choice", "")
    try:
        if not offers or chosen == NEW_PERSON:
            name = form.cleaned_data["name"]
            person = enter_new_member(actor=request.user, club=club, name=name, **form.details())
            messages.success(request, _("%(name)s is entered.") % {"name": person})
            return _after_entry(request, person, club)
        if (known := _chosen_match(offers, chosen)) is not None:
            return _ask_known_person(request, club, known)
    except Refused as refusal:
        context["problem"] = str(refusal)
    return render(request, "people/enter.html", {**context, "offers": offers})


def _ask_known_person(request: SignedInRequest, club: Club, person: Person) -> HttpResponse:
    if wait := OFFERS_BY_ACCOUNT.seconds_to_wait(str(request.user.pk)):
        raise TooManyRequests(_("You have asked many people in an hour. Please try again later."), wait)
    made = offer_membership(actor=request.user, club=club, person=person)
    if isinstance(made, Membership):
        messages.success(request, _("%(name)s now belongs to the club.") % {"name": person})
    else:
        messages.success(
            request, _("%(name)s is already known, and is asked to join the club.") % {"name": person}
        )
    return redirect(person)


def _chosen_match(offers: list[PossibleMatch], chosen: str) -> Person | None:
    """Only somebody who was offered can be chosen, and only who does not belong to the club yet."""
    return next(
        (offer.person for offer in offers if str(offer.person.pk) == chosen and not offer.belongs), None
    )


def _after_entry(request: SignedInRequest, person: Person, club: Club) -> HttpResponse:
    return redirect("enter-person", club.slug) if "another" in request.POST else redirect(person)

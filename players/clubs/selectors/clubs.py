"""What is read about clubs, their members, invitations and requests."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.db.models import Case, Count, F, Func, IntegerField, Q, QuerySet, Subquery, Value, When
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy

from core.db import folding
from core.db.prepared_queries import fetch_by_words
from core.permissions.actors import Actor
from core.search.matching import search_words, text_matches, words_match
from core.search.sources import SearchResult, SearchSource
from players.accounts.services.tokens import hash_secret
from players.models import (
    ClaimState,
    Club,
    ClubInvitation,
    InvitationState,
    JoinRequest,
    Membership,
    MembershipOffer,
    Person,
    ProfileClaim,
    RequestState,
    Role,
    User,
)
from players.people.selectors.people import people_visible_to, people_with_similar_name
from players.policies import may_administer_site

MAX_CLUBS_ON_FRONT_PAGE: Final = 12
MAX_CLUBS_TO_CHOOSE: Final = 100
MAX_MEMBERS_ON_CLUB_PAGE: Final = 24

ROLE_RANK: Final = Case(
    *(When(role=role, then=Value(rank)) for rank, role in enumerate(Role.values)),
    output_field=IntegerField(),
)

MEMBER_ORDERS: Final = {
    "name": ("person__sort_key", "person_id"),
    "-name": ("-person__sort_key", "-person_id"),
    "role": ("rank", "person__sort_key", "person_id"),
    "-role": ("-rank", "person__sort_key", "person_id"),
    "joined": ("joined_at", "pk"),
    "-joined": ("-joined_at", "-pk"),
}


def clubs_for_the_front_page() -> QuerySet[Club]:
    return open_clubs()[:MAX_CLUBS_ON_FRONT_PAGE]


def clubs_to_choose(chosen: str | None, *, among: QuerySet[Club] | None = None) -> list[Club]:
    """For a menu; where they are too many to choose from, only the one that is chosen by its slug."""
    clubs = Club.objects.all() if among is None else among
    found = list(clubs.order_by("name", "pk")[: MAX_CLUBS_TO_CHOOSE + 1])
    return (
        found
        if len(found) <= MAX_CLUBS_TO_CHOOSE
        else list(clubs.filter(slug=(chosen or "").replace("\0", "")))
    )


def open_clubs() -> QuerySet[Club]:
    """Those that have not closed, in the order of the alphabet."""
    return Club.objects.filter(closed_at=None)


def clubs_to_recognise() -> QuerySet[Club]:
    """Open clubs with the number of their members, those that are not recognised first. One query."""
    clubs = open_clubs().annotate(member_count=Count("memberships"))
    return clubs.order_by(F("recognised_at").asc(nulls_first=True), "sort_key", "name")


def club_with_slug(slug: str) -> Club | None:
    return Club.objects.filter(slug=slug).first()


def get_club_or_404(slug: str) -> Club:
    return get_object_or_404(Club, slug=slug)


def clubs_matching(text: str) -> QuerySet[Club]:
    """Clubs whose name or place contains every word of the text, without regard to accents and capitals."""
    clubs, words = open_clubs(), folding.comparison_key(text).split()
    if text.strip() and not words:
        return clubs.none()
    for word in words:
        clubs = clubs.filter(search_key__contains=word)
    return clubs


def members_of(club: Club) -> QuerySet[Membership]:
    """Everybody who belongs to the club, with the person, in the order of the alphabet."""
    return (
        Membership.objects.filter(club=club)
        .select_related("person")
        .order_by("person__sort_key", "person_id")
    )


def listed_members_of(club: Club) -> QuerySet[Membership]:
    """Those who agreed that everybody sees them here."""
    return members_of(club).filter(person__listed=True)


def members_matching(
    members: QuerySet[Membership], *, text: str = "", role: str = "", order: str = "name"
) -> QuerySet[Membership]:
    """Of the members those whose names contain every word, without regard to accents, capitals and order."""
    words = folding.comparison_key(text).split()
    if text.strip() and not words:
        return members.none()
    for word in words:
        members = members.filter(person__comparison_key__contains=word)
    if role in Role.values:
        members = members.filter(role=role)
    return members.annotate(rank=ROLE_RANK).order_by(*MEMBER_ORDERS.get(order, MEMBER_ORDERS["name"]))


def clubs_of_account(account: User) -> QuerySet[Membership]:
    """The memberships of an account's person, by the clubs' names, each with `open_requests` of the club."""
    waiting = Count("club__join_requests", filter=Q(club__join_requests__state=RequestState.OPEN))
    return (
        Membership.objects.filter(person__account=account)
        .select_related("club", "person")
        .annotate(open_requests=waiting)
        .order_by("club__sort_key", "club__name")
    )


def membership_of_account(account: User, club: Club) -> Membership | None:
    return (
        Membership.objects.filter(club=club, person__account=account).select_related("person", "club").first()
    )


def get_membership_or_404(club: Club, pk: int) -> Membership:
    """With the person's account and the club."""
    return get_object_or_404(Membership.objects.select_related("person__account", "club"), club=club, pk=pk)


def owners_of(club: Club) -> QuerySet[Membership]:
    return members_of(club).filter(role=Role.OWNER)


def open_invitations_of(club: Club) -> QuerySet[ClubInvitation]:
    """Those nobody has answered, the newest first; some may have run out."""
    return (
        ClubInvitation.objects.filter(club=club, state=InvitationState.OPEN)
        .select_related("club", "invited_by")
        .order_by("-sent_at", "-pk")
    )


def get_open_invitation_or_404(club: Club, pk: int) -> ClubInvitation:
    return get_object_or_404(open_invitations_of(club), pk=pk)


def open_invitation_by_secret(secret: str) -> ClubInvitation | None:
    """The one whose link has this secret; it may have expired."""
    invitations = ClubInvitation.objects.filter(token_hash=hash_secret(secret), state=InvitationState.OPEN)
    return invitations.select_related("club", "invited_by").first()


class WaitingCounts(NamedTuple):
    """How many wait for an organiser of a club: to join it, to be recognised as a member, or for other clubs."""

    requests: int
    claims: int
    offers: int


def count_waiting(club: Club) -> WaitingCounts:
    """One query for all: every page of the club asks."""
    requests = JoinRequest.objects.filter(club=club, state=RequestState.OPEN)
    claims = ProfileClaim.objects.filter(person__memberships__club=club, state=ClaimState.WAITING)
    offers = MembershipOffer.objects.filter(
        person__account=None, person__memberships__club=club, state=InvitationState.OPEN
    )
    numbers = Club.objects.filter(pk=club.pk).values_list(
        _count_of(requests), _count_of(claims), _count_of(offers)
    )
    return WaitingCounts(*numbers.get())


def _count_of(rows: QuerySet[Any]) -> Subquery:
    return Subquery(rows.order_by().values(number=Func("pk", function="COUNT", output_field=IntegerField())))


def open_requests_of(club: Club) -> QuerySet[JoinRequest]:
    """Those nobody has answered, the oldest first."""
    return (
        JoinRequest.objects.filter(club=club, state=RequestState.OPEN)
        .select_related("club", "person")
        .order_by("created_at", "pk")
    )


def get_join_request_or_404(club: Club, pk: int) -> JoinRequest:
    """Answered or not."""
    return get_object_or_404(JoinRequest.objects.select_related("club", "person"), club=club, pk=pk)


def open_requests_of_account(account: User) -> QuerySet[JoinRequest]:
    return (
        JoinRequest.objects.filter(person__account=account, state=RequestState.OPEN)
        .select_related("club", "person")
        .order_by("created_at", "pk")
    )


def visible_memberships(actor: Actor) -> QuerySet[Membership]:
    """Those of people who agreed to be listed, those in one's own clubs, and one's own. With person and club.

    In the order of the alphabet by `sort_key`, the person's.
    """
    memberships = (
        Membership.objects.select_related("person", "club")
        .annotate(sort_key=F("person__sort_key"))
        .order_by("sort_key", "pk")
    )
    if may_administer_site(actor):
        return memberships
    visible = Q(person__listed=True)
    if actor.is_authenticated and actor.is_active:
        own_clubs = Membership.objects.filter(person__account_id=actor.pk).values("club")
        visible |= Q(club__in=own_clubs)
    return memberships.filter(visible)


def get_visible_membership_or_404(actor: Actor, pk: int | str) -> Membership:
    return get_object_or_404(visible_memberships(actor), pk=pk)


def visible_memberships_matching(
    actor: Actor,
    *,
    club: str | None = None,
    person: int | None = None,
    role: str | None = None,
    text: str = "",
) -> QuerySet[Membership]:
    """Those of a club (by its slug), of a person, with a role, with these words in the person's name."""
    wanted = {"club__slug": club, "person": person, "role": role}
    memberships = visible_memberships(actor).filter(
        **{field: value for field, value in wanted.items() if value is not None}
    )
    return memberships.filter(text_matches("person__comparison_key", text))


def export_join_requests(user: User) -> list[dict[str, Any]]:
    requests = JoinRequest.objects.filter(person__account=user).select_related("club").order_by("pk")
    return [
        {
            "club": request.club.name,
            "asked_at": request.created_at.isoformat(),
            "message": request.message,
            "state": request.state,
            "answered_at": request.answered_at.isoformat() if request.answered_at else None,
            "reason": request.reason,
        }
        for request in requests
    ]


def find_clubs(actor: Actor, text: str, at_most: int) -> Sequence[SearchResult]:
    def with_words(given: Sequence[str]) -> QuerySet[Club, Any]:
        found = Club.objects.filter(words_match("search_key", given)).order_by("sort_key", "pk")
        return found.values_list("name", "slug", "place")[:at_most]

    rows = fetch_by_words(f"clubs by words, {at_most}", with_words, search_words(text))
    return [SearchResult(name, reverse("club", args=[slug]), place) for name, slug, place in rows]


def club_list_url(text: str) -> str:
    return f"{reverse('clubs')}?{urlencode({'q': text})}"


class PossibleMatch(NamedTuple):
    """Somebody with nearly the same name. `clubs` are those that the actor may know of."""

    person: Person
    clubs: list[str]
    belongs: bool


def possible_matches(name: str, *, actor: User, club: Club) -> list[PossibleMatch]:
    """The near matches among those whom the actor sees, best first. Who is hidden stays hidden. Three queries."""
    near = [match.person for match in people_with_similar_name(name, among=people_visible_to(actor))]
    clubs: dict[int, dict[int, str]] = {person.pk: {} for person in near}
    for membership in Membership.objects.filter(person__in=near).select_related("club"):
        clubs[membership.person_id][membership.club_id] = membership.club.name
    return [
        PossibleMatch(
            person,
            [name for pk, name in clubs[person.pk].items() if person.listed or pk == club.pk],
            club.pk in clubs[person.pk],
        )
        for person in near
    ]


CLUB_SOURCE: Final = SearchSource(title=gettext_lazy("Clubs"), find=find_clubs, all_url=club_list_url)

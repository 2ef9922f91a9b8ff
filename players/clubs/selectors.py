"""What is read about clubs, their members, invitations and requests."""

from typing import Any, Final, NamedTuple

from django.db.models import Case, Count, Func, IntegerField, Q, QuerySet, Subquery, Value, When

from players import names
from players.models import (
    ClaimState,
    Club,
    ClubInvitation,
    InvitationState,
    JoinRequest,
    Membership,
    Person,
    ProfileClaim,
    RequestState,
    Role,
    User,
)

ON_THE_FRONT_PAGE: Final = 12
ON_THE_CLUBS_PAGE: Final = 24

IN_ORDER_OF_TRUST: Final = Case(
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
    return open_clubs()[:ON_THE_FRONT_PAGE]


def open_clubs() -> QuerySet[Club]:
    """Those that have not closed, in the order of the alphabet."""
    return Club.objects.filter(closed_at=None)


def clubs_matching(text: str) -> QuerySet[Club]:
    """Clubs whose name or place contains every word of the text, without regard to accents and capitals."""
    clubs, words = open_clubs(), names.comparison_key(text).split()
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
    words = names.comparison_key(text).split()
    if text.strip() and not words:
        return members.none()
    for word in words:
        members = members.filter(person__comparison_key__contains=word)
    if role in Role.values:
        members = members.filter(role=role)
    return members.annotate(rank=IN_ORDER_OF_TRUST).order_by(*MEMBER_ORDERS.get(order, MEMBER_ORDERS["name"]))


def memberships_of(person: Person) -> QuerySet[Membership]:
    """The clubs of somebody and the roles there, by the clubs' names."""
    return Membership.objects.filter(person=person).select_related("club").order_by("club__name")


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


def owners_of(club: Club) -> QuerySet[Membership]:
    return members_of(club).filter(role=Role.OWNER)


def open_invitations_of(club: Club) -> QuerySet[ClubInvitation]:
    """Those nobody has answered, the newest first; some may have run out."""
    return (
        ClubInvitation.objects.filter(club=club, state=InvitationState.OPEN)
        .select_related("club", "invited_by")
        .order_by("-sent_at", "-pk")
    )


class Waiting(NamedTuple):
    """How many wait for an organiser of a club: to join it, or to be recognised as one of its members."""

    requests: int
    claims: int


def waiting_in(club: Club) -> Waiting:
    """One query for both: every page of the club asks."""
    requests = JoinRequest.objects.filter(club=club, state=RequestState.OPEN)
    claims = ProfileClaim.objects.filter(person__memberships__club=club, state=ClaimState.WAITING)
    numbers = Club.objects.filter(pk=club.pk).values_list(_number_of(requests), _number_of(claims))
    return Waiting(*numbers.get())


def _number_of(rows: QuerySet[Any]) -> Subquery:
    return Subquery(rows.order_by().values(number=Func("pk", function="COUNT", output_field=IntegerField())))


def open_requests_of(club: Club) -> QuerySet[JoinRequest]:
    """Those nobody has answered, the oldest first."""
    return (
        JoinRequest.objects.filter(club=club, state=RequestState.OPEN)
        .select_related("club", "person")
        .order_by("created_at", "pk")
    )


def open_requests_of_account(account: User) -> QuerySet[JoinRequest]:
    return (
        JoinRequest.objects.filter(person__account=account, state=RequestState.OPEN)
        .select_related("club", "person")
        .order_by("created_at", "pk")
    )

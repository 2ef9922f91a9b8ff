"""What the app of people and clubs itself moves in a merge: memberships, requests, claims, rows of imports."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.models import (
    ClaimState,
    JoinRequest,
    Membership,
    PeopleUploadRow,
    Person,
    PersonMerge,
    ProfileClaim,
    ProfileInvitation,
    RequestState,
    Role,
)
from players.people.merging import Mover, register_history, register_mover, register_reference
from players.people.moved_rows import MovedRows

# The higher one wins.
_RANKS = (Role.MEMBER, Role.ARBITER, Role.ORGANISER, Role.OWNER)


def describe_memberships(kept: Person, merged: Person) -> list[str]:
    present = {membership.club_id: membership for membership in kept.memberships.all()}
    lines = []
    for membership in merged.memberships.select_related("club"):
        other = present.get(membership.club_id)
        role = membership if other is None else max(membership, other, key=_rank)
        if other is None:
            line = _("The membership in %(club)s (%(role)s)")
        else:
            line = _("The membership in %(club)s, which both have: as %(role)s")
        lines.append(line % {"club": membership.club, "role": role.get_role_display()})
    return lines


def move_memberships(kept: Person, merged: Person, rows: MovedRows) -> None:
    present = {membership.club_id: membership for membership in kept.memberships.all()}
    for membership in merged.memberships.order_by("pk"):
        other = present.get(membership.club_id)
        if other is None:
            rows.change(membership, person=kept)
            continue
        rows.delete(membership)
        rows.change(
            other,
            role=max(membership, other, key=_rank).role,
            joined_at=min(membership.joined_at, other.joined_at),
        )


def describe_requests(kept: Person, merged: Person) -> list[str]:
    count = JoinRequest.objects.filter(person=merged).count()
    return (
        [
            ngettext("%(count)d request to join a club", "%(count)d requests to join clubs", count)
            % {"count": count}
        ]
        if count
        else []
    )


def move_requests(kept: Person, merged: Person, rows: MovedRows) -> None:
    """An open request is withdrawn where the person who goes on has one already, or belongs to the club."""
    answered = set(kept.memberships.values_list("club", flat=True)) | set(
        JoinRequest.objects.filter(person=kept, state=RequestState.OPEN).values_list("club", flat=True)
    )
    for request in JoinRequest.objects.filter(person=merged).order_by("pk"):
        if request.state == RequestState.OPEN and request.club_id in answered:
            rows.change(request, state=RequestState.WITHDRAWN, answered_at=request.created_at)
        rows.change(request, person=kept)


def move_claims(kept: Person, merged: Person, rows: MovedRows) -> None:
    """What waits for an answer is about the person who goes on, unless that one has an account."""
    for claim in ProfileClaim.objects.filter(person=merged, state=ClaimState.WAITING):
        if kept.account_id is None:
            rows.change(claim, person=kept)
        else:
            rows.change(claim, state=ClaimState.WITHDRAWN, decided_at=claim.created_at)


def _rank(membership: Membership) -> int:
    return _RANKS.index(Role(membership.role))


register_mover(
    Mover(
        key="memberships",
        references=frozenset({(Membership, "person")}),
        describe=describe_memberships,
        move=move_memberships,
    )
)
register_mover(
    Mover(
        key="requests to join",
        references=frozenset({(JoinRequest, "person")}),
        describe=describe_requests,
        move=move_requests,
    )
)
register_mover(
    Mover(
        key="claims",
        references=frozenset({(ProfileClaim, "person")}),
        describe=lambda kept, merged: [],
        move=move_claims,
    )
)
for _field in ("chosen", "person"):
    register_reference(
        PeopleUploadRow,
        _field,
        what=lambda count: (
            ngettext("%(count)d row of an import", "%(count)d rows of imports", count) % {"count": count}
        ),
    )
register_history(
    (PersonMerge, "kept"),
    (PersonMerge, "merged"),
    (Person, "merged_into"),
    (ProfileInvitation, "person"),  # its link does not work as long as the profile is merged
)

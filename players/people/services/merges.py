"""Merging two profiles of one person, undoing it, and what a merge must not disclose."""

from collections.abc import Callable
from typing import Final, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from audit import services as audit
from core.errors import Refused
from core.registry import Registry
from players import audit_actions
from players.models import (
    ClaimState,
    Club,
    InvitationState,
    JoinRequest,
    Membership,
    MembershipOffer,
    PeopleUploadRow,
    Person,
    PersonMerge,
    ProfileClaim,
    ProfileInvitation,
    RequestState,
    Role,
    User,
)
from players.people.services.hand_over import announce_lost_role
from players.people.services.merge_steps import (
    MergeStep,
    MovedRows,
    announce_undo,
    describe_moves,
    merged_reference,
    move_all,
    restore_rows,
    unmoved_reference,
)
from players.people.services.merge_values import ValueOrigin, merged_values
from players.people.services.people import lock_person, lock_unmerged_person

DisclosureCheck = Callable[[Person, User, User], str]
"""Of the person, the account that would get the profile, and who vouches for it: why not, or nothing."""

DISCLOSURE_CHECKS: Final = Registry[DisclosureCheck]("disclosure checks")

_RANKS: Final = (Role.MEMBER, Role.ARBITER, Role.ORGANISER, Role.OWNER)


def refuse_disclosure(person: Person, *, account: User, vouched_by: User) -> None:
    """Raises Refused if the profile holds what is hidden from both."""
    for check in DISCLOSURE_CHECKS:
        if why := check(person, account, vouched_by):
            raise Refused(why)


class MergePlan(NamedTuple):
    """What a merge would do; with a problem, it would be refused."""

    winners: list[ValueOrigin]
    moves: list[str]
    problem: str


def plan_merge(kept: Person, merged: Person, *, actor: User | None = None) -> MergePlan:
    try:
        _check(kept, merged, vouched_by=actor)
        _refuse_joining(kept, merged, agreed_by=actor)
        moves = describe_moves(kept, merged)
    except Refused as refusal:
        return MergePlan([], [], str(refusal))
    return MergePlan(merged_values(kept, merged).origins, moves, "")


@transaction.atomic
def merge_people(
    *,
    actor: User | None,
    kept: Person,
    merged: Person,
    reason: str = "",
    vouched_by: User | None = None,
    agreed_by: User | None = None,
) -> PersonMerge:
    """All that belongs to `merged` moves to `kept`; its address leads there from now on.

    `vouched_by` says that the two are one person, and `agreed_by` that the one who is kept joins the other's clubs, if
    not the actor.
    """
    kept, merged = _lock_both(kept, merged)
    _check(kept, merged, vouched_by=vouched_by or actor)
    _refuse_joining(kept, merged, agreed_by=agreed_by or actor)
    rows, values, lost = MovedRows(), merged_values(kept, merged), _lost_roles(kept, merged)
    move_all(kept, merged, rows)
    rows.change(merged, **values.merged)
    rows.change(kept, **values.kept)
    rows.change(merged, merged_into=kept)
    for club, role in lost:
        announce_lost_role(kept, club, role, actor=actor)
    merge = PersonMerge.objects.create(kept=kept, merged=merged, merged_by=actor, moved=rows.stored)
    _record(actor, merge, reason, is_undone=False)
    return merge


@transaction.atomic
def undo_merge(*, actor: User | None, merge: PersonMerge, reason: str = "") -> None:
    """Everything as it was; or refused, if something of it has been changed since."""
    merge = _lock_merge(merge)
    if merge.undone_at is not None:
        raise Refused(_("This merge has already been undone."))
    kept = lock_person(merge.kept)
    if kept.merged_into is not None:
        raise Refused(
            _("%(name)s was itself merged into %(other)s since. Please undo that first.")
            % {"name": kept, "other": kept.merged_into}
        )
    restore_rows(merge.moved)
    announce_undo(kept, merge.merged)
    merge.undone_at, merge.undone_by = timezone.now(), actor
    merge.save(update_fields=["undone_at", "undone_by"])
    _record(actor, merge, reason, is_undone=True)


def _lock_both(one: Person, other: Person) -> tuple[Person, Person]:
    """In the order of their ids, so that two who merge the same profiles the other way round do not wait for ever."""
    rows = {pk: lock_unmerged_person(Person(pk=pk)) for pk in sorted({one.pk, other.pk})}
    return rows[one.pk], rows[other.pk]


def _check(kept: Person, merged: Person, *, vouched_by: User | None) -> None:
    if kept.pk == merged.pk:
        raise Refused(_("This is the same profile twice."))
    if kept.account_id is not None and merged.account_id is not None:
        raise Refused(_("Both profiles belong to accounts. First the owner of one account has to delete it."))
    if merged.account_id is not None:
        raise Refused(
            _("%(name)s has an account. Please keep that profile, and merge the other one into it.")
            % {"name": merged}
        )
    if kept.account is not None and vouched_by is not None:
        refuse_disclosure(merged, account=kept.account, vouched_by=vouched_by)


def _refuse_joining(kept: Person, merged: Person, *, agreed_by: User | None) -> None:
    """Who has an account joins no club by a merge, unless they agree."""
    if kept.account_id is None or (agreed_by is not None and agreed_by.pk == kept.account_id):
        return
    others = Club.objects.filter(memberships__person=merged).exclude(memberships__person=kept)
    if club := others.order_by("pk").first():
        raise Refused(
            _("%(name)s does not belong to %(club)s. Please ask them to join it first.")
            % {"name": kept, "club": club}
        )


def _lost_roles(kept: Person, merged: Person) -> list[tuple[Club, Role]]:
    """What the other profile was and the kept one will not be."""
    present = {membership.club_id: membership for membership in kept.memberships.all()}
    return [
        (membership.club, Role(membership.role))
        for membership in merged.memberships.exclude(role=Role.MEMBER).select_related("club")
        if membership.club_id not in present or _rank(membership) > _rank(present[membership.club_id])
    ]


def _lock_merge(merge: PersonMerge) -> PersonMerge:
    return PersonMerge.objects.select_for_update().get(pk=merge.pk)


def _record(actor: User | None, merge: PersonMerge, reason: str, *, is_undone: bool) -> None:
    """A line for each of the two."""
    action = audit_actions.MERGE_UNDONE if is_undone else audit_actions.PERSON_MERGED
    before: dict[str, str | None] = {"merged_into": None}
    after: dict[str, str | None] = {"merged_into": merge.kept.name}
    if is_undone:
        before, after = after, before
    audit.record(actor=actor, action=action, target=merge.merged, before=before, after=after, reason=reason)
    received = audit_actions.MERGE_UNDONE_INTO if is_undone else audit_actions.MERGE_RECEIVED
    other = {"profile": merge.merged.name}
    audit.record(
        actor=actor,
        action=received,
        target=merge.kept,
        before=other if is_undone else {},
        after={} if is_undone else other,
        reason=reason,
    )


def describe_memberships(kept: Person, merged: Person) -> list[str]:
    present = {membership.club_id: membership for membership in kept.memberships.all()}
    lines = []
    for membership in merged.memberships.select_related("club"):
        other = present.get(membership.club_id)
        if other is None:
            role, line = Role.MEMBER, _("The membership in %(club)s (%(role)s)")
        else:
            role, line = Role(other.role), _("The membership in %(club)s, which both have: as %(role)s")
        lines.append(line % {"club": membership.club, "role": role.label})
    return lines


def move_memberships(kept: Person, merged: Person, rows: MovedRows) -> None:
    """A merge raises no role: the kept profile has its own, and in clubs that only the other had it is a member."""
    present = {membership.club_id: membership for membership in kept.memberships.all()}
    for membership in merged.memberships.order_by("pk"):
        other = present.get(membership.club_id)
        if other is None:
            rows.change(membership, person=kept, role=Role.MEMBER.value)
            continue
        rows.delete(membership)
        rows.change(other, joined_at=min(membership.joined_at, other.joined_at))


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
    """An open request is withdrawn where the kept person has one already, or belongs to the club."""
    answered = set(kept.memberships.values_list("club", flat=True)) | set(
        JoinRequest.objects.filter(person=kept, state=RequestState.OPEN).values_list("club", flat=True)
    )
    for request in JoinRequest.objects.filter(person=merged).order_by("pk"):
        if request.state == RequestState.OPEN and request.club_id in answered:
            rows.change(request, state=RequestState.WITHDRAWN, answered_at=request.created_at)
        rows.change(request, person=kept)


def move_offers(kept: Person, merged: Person, rows: MovedRows) -> None:
    """What other clubs have asked is asked of another profile now: they may ask again."""
    for offer in MembershipOffer.objects.filter(person=merged).order_by("pk"):
        if offer.state == InvitationState.OPEN:
            rows.change(offer, state=InvitationState.WITHDRAWN.value, answered_at=offer.created_at)
        rows.change(offer, person=kept)


def close_invitations(kept: Person, merged: Person, rows: MovedRows) -> None:
    """Their links would give away more than whoever sent them meant, and their addresses would be shown to others."""
    for invitation in ProfileInvitation.objects.filter(person__in=[kept, merged], closed_at=None):
        rows.change(invitation, closed_at=timezone.now(), email="")


def move_claims(kept: Person, merged: Person, rows: MovedRows) -> None:
    """Claims that wait for an answer are moved to the kept person, unless that one has an account."""
    for claim in ProfileClaim.objects.filter(person=merged, state=ClaimState.WAITING):
        if kept.account_id is None:
            rows.change(claim, person=kept)
        else:
            rows.change(claim, state=ClaimState.WITHDRAWN, decided_at=claim.created_at)


def _rank(membership: Membership) -> int:
    return _RANKS.index(Role(membership.role))


def _import_row_count(count: int) -> str:
    return ngettext("%(count)d row of an import", "%(count)d rows of imports", count) % {"count": count}


PEOPLE_MERGE_STEPS: Final = (
    MergeStep(
        key="memberships",
        references=frozenset({(Membership, "person")}),
        describe=describe_memberships,
        move=move_memberships,
    ),
    MergeStep(
        key="requests to join",
        references=frozenset({(JoinRequest, "person")}),
        describe=describe_requests,
        move=move_requests,
    ),
    MergeStep(
        key="claims",
        references=frozenset({(ProfileClaim, "person")}),
        describe=lambda kept, merged: [],
        move=move_claims,
    ),
    merged_reference(PeopleUploadRow, "chosen", what=_import_row_count),
    merged_reference(PeopleUploadRow, "person", what=_import_row_count),
    unmoved_reference(PersonMerge, "kept"),
    unmoved_reference(PersonMerge, "merged"),
    unmoved_reference(Person, "merged_into"),
    MergeStep(
        key="offers of memberships",
        references=frozenset({(MembershipOffer, "person")}),
        describe=lambda kept, merged: [],
        move=move_offers,
    ),
    MergeStep(
        key="invitations to profiles",
        references=frozenset({(ProfileInvitation, "person")}),
        describe=lambda kept, merged: [],
        move=close_invitations,
    ),
)

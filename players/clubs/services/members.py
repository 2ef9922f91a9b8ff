"""What changes a club's members: each function is one transaction and leaves a line in the history."""

from typing import Final, Unpack

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from audit import services as audit
from audit.actions import Action
from core.errors import Conflict, Refused
from players import audit_actions
from players.accounts.services.accounts import DeletionStep
from players.clubs.policies import TRUSTED_ROLES
from players.clubs.signals import role_given
from players.models import (
    Club,
    InvitationState,
    JoinRequest,
    Membership,
    MembershipOffer,
    Person,
    RequestState,
    Role,
    User,
)
from players.people.services.people import PersonDetails, create_person

NEW_PERSON: Final = "new"


@transaction.atomic
def add_member(
    *,
    actor: User | None,
    club: Club,
    person: Person,
    role: Role = Role.MEMBER,
    reason: str = "",
    action: Action = audit_actions.MEMBER_ADDED,
) -> Membership:
    """Make somebody a member who has agreed: others are asked, by `services.offers`.

    `action` says in the history how it came about. An open request of the person to join is answered by it, and so is
    the club's offer.
    """
    lock_club(club)
    person.refresh_from_db(fields=["merged_into", "account"])
    if person.merged_into is not None:
        raise Refused(
            _("This profile was merged into that of %(name)s. Please add that one.")
            % {"name": person.merged_into}
        )
    if Membership.objects.filter(club=club, person=person).exists():
        raise Refused(_("%(name)s already belongs to the club.") % {"name": person})
    refuse_role_without_account(person, role)
    membership = Membership.objects.create(club=club, person=person, role=role)
    JoinRequest.objects.filter(club=club, person=person, state=RequestState.OPEN).update(
        state=RequestState.APPROVED, answered_at=timezone.now(), answered_by=actor
    )
    MembershipOffer.objects.filter(club=club, person=person, state=InvitationState.OPEN).update(
        state=InvitationState.ACCEPTED, answered_at=timezone.now(), answered_by=actor
    )
    _record(actor, action, membership, before=None, after=role, reason=reason)
    return membership


@transaction.atomic
def change_role(
    *,
    actor: User | None,
    membership: Membership,
    role: Role,
    seen: Role | None = None,
    reason: str = "",
) -> Membership:
    """`seen` is the role that the actor saw when they decided: if it is another now, nothing is changed."""
    membership = _lock_membership(membership, seen)
    before = Role(membership.role)
    if before == role:
        return membership
    if before == Role.OWNER:
        _refuse_for_last_owner(membership)
    refuse_role_without_account(membership.person, role)
    _set_role(membership, role)
    _record(actor, audit_actions.MEMBER_ROLE_CHANGED, membership, before=before, after=role, reason=reason)
    return membership


@transaction.atomic
def remove_member(
    *, actor: User | None, membership: Membership, seen: Role | None = None, reason: str = ""
) -> None:
    """End a membership, one's own or another's."""
    membership = _lock_membership(membership, seen)
    if membership.role == Role.OWNER:
        _refuse_for_last_owner(membership)
    leaves = actor is not None and membership.person.account_id == actor.pk
    action = audit_actions.MEMBER_LEFT if leaves else audit_actions.MEMBER_REMOVED
    _record(actor, action, membership, before=Role(membership.role), after=None, reason=reason)
    membership.delete()


@transaction.atomic
def hand_over_ownership(
    *,
    actor: User | None,
    giver: Membership,
    receiver: Membership,
    giver_becomes: Role = Role.ORGANISER,
    reason: str = "",
) -> None:
    """The receiver becomes an owner and the giver something else, in one step."""
    if giver.club_id != receiver.club_id:
        raise Refused(
            _("%(name)s does not belong to this club. Please add them first.") % {"name": receiver.person}
        )
    giver, receiver = _lock_membership(giver), _lock_membership(receiver)
    if giver.role != Role.OWNER:
        raise Refused(
            _("%(name)s does not own the club, so there is nothing to hand over.") % {"name": giver.person}
        )
    refuse_role_without_account(receiver.person, Role.OWNER)
    if receiver.role == Role.OWNER:
        raise Refused(_("%(name)s already owns the club.") % {"name": receiver.person})
    if giver_becomes == Role.OWNER:
        raise Refused(_("Handing over the club means giving up ownership. Make both of you owners instead."))
    receiver_was = Role(receiver.role)
    _set_role(receiver, Role.OWNER)
    _set_role(giver, giver_becomes)
    _record(
        actor,
        audit_actions.OWNERSHIP_RECEIVED,
        receiver,
        before=receiver_was,
        after=Role.OWNER,
        reason=reason,
    )
    _record(
        actor, audit_actions.OWNERSHIP_GIVEN, giver, before=Role.OWNER, after=giver_becomes, reason=reason
    )


def refuse_role_without_account(person: Person, role: Role) -> None:
    """Owners and organisers can sign in: else the role would wait for whoever gets the profile."""
    if role in TRUSTED_ROLES and person.account_id is None:
        raise Refused(
            _("%(name)s has no account and could not run the club. Please invite them first.")
            % {"name": person}
        )


def lock_club(club: Club) -> Club:
    """The club as it is now. Nobody else changes it or its members until the transaction ends."""
    current = Club.objects.select_for_update().filter(pk=club.pk).first()
    if current is None:
        raise Refused(_("The club “%(name)s” has been deleted.") % {"name": club})
    return current


def _lock_membership(membership: Membership, seen: Role | None = None) -> Membership:
    """The membership as it is now that nobody else can change the club's members."""
    lock_club(membership.club)
    current = Membership.objects.select_related("person", "club").filter(pk=membership.pk).first()
    if current is None:
        raise Refused(_("%(name)s no longer belongs to the club.") % {"name": membership.person})
    if seen is not None and current.role != seen:
        raise Conflict(
            _("Somebody else made %(name)s %(role)s. Nothing has been changed: please look again.")
            % {"name": current.person, "role": Role(current.role).label},
            ["role"],
        )
    return current


def _refuse_for_last_owner(membership: Membership) -> None:
    """Somebody has to be left who can sign in and run the club, if there was somebody."""
    others = Membership.objects.filter(club=membership.club, role=Role.OWNER).exclude(pk=membership.pk)
    if membership.person.account_id is not None:
        others = others.filter(person__account__is_active=True)
    if not others.exists():
        raise Refused(
            _("%(name)s is the last owner of the club. Hand the club over to somebody else first.")
            % {"name": membership.person}
        )


def _set_role(membership: Membership, role: Role) -> None:
    membership.role = role
    membership.save(update_fields=["role"])


def _record(
    actor: User | None,
    action: Action,
    membership: Membership,
    *,
    before: Role | None,
    after: Role | None,
    reason: str,
) -> None:
    audit.record(
        actor=actor,
        action=action,
        target=membership.person,
        before={"role": before.value} if before else {},
        after={"role": after.value} if after else {},
        reason=reason,
        club=membership.club_id,
    )
    if after is not None:
        role_given.send(sender=Membership, membership=membership, role=after, actor=actor)


@transaction.atomic
def enter_new_member(
    *, actor: User | None, club: Club, name: str, **details: Unpack[PersonDetails]
) -> Person:
    """A new person, who belongs to the club from then on."""
    person = create_person(actor=actor, name=name, club=club, **details)
    add_member(actor=actor, club=club, person=person, role=Role.MEMBER)
    return person


def clubs_to_hand_over(account: User) -> QuerySet[Club]:
    """Clubs that would be left without an owner who can sign in. A closed club needs none."""
    others = (
        Membership.objects.filter(role=Role.OWNER, person__account__is_active=True)
        .exclude(person__account=account)
        .values("club")
    )
    owned = Club.objects.filter(
        closed_at=None, memberships__person__account=account, memberships__role=Role.OWNER
    )
    return owned.exclude(pk__in=others)


@transaction.atomic
def leave_clubs(*, account: User, keep_name: bool) -> None:
    """The account is about to be deleted. With the name, its person stays a plain member of their clubs."""
    waiting = JoinRequest.objects.filter(person__account=account, state=RequestState.OPEN)
    waiting.update(state=RequestState.WITHDRAWN, answered_at=timezone.now())
    asked = MembershipOffer.objects.filter(person__account=account, state=InvitationState.OPEN)
    asked.update(state=InvitationState.DECLINED, answered_at=timezone.now())
    for membership in Membership.objects.filter(person__account=account).select_related("club"):
        if not keep_name and membership.club.closed_at is None:
            remove_member(actor=None, membership=membership)
        elif not keep_name:
            membership.delete()  # a closed club may be left without an owner
        elif membership.role != Role.MEMBER and membership.club.closed_at is None:
            # A role is for somebody who can sign in; if the profile is claimed later, it has to be given again.
            change_role(actor=account, membership=membership, role=Role.MEMBER)


def _detach_memberships(account: User, keep_name: bool) -> list[Person]:
    leave_clubs(account=account, keep_name=keep_name)
    return []


CLUB_DELETION_STEP: Final = DeletionStep(blocking_clubs=clubs_to_hand_over, detach=_detach_memberships)

"""What changes a club's members: each function is one transaction and leaves a line in the history.

All of them lock the club's row first. So two owners who leave at the same moment do so one after the other, and the
second one is told that he is the last.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit import services as audit
from audit.actions import Action
from players.clubs import actions
from players.errors import ChangedMeanwhile, Refused
from players.models import Club, JoinRequest, Membership, Person, RequestState, Role, User


@transaction.atomic
def add_member(
    *,
    actor: User | None,
    club: Club,
    person: Person,
    role: Role = Role.MEMBER,
    reason: str = "",
    action: Action = actions.MEMBER_ADDED,
) -> Membership:
    """`action` says in the history how it came about. Whoever had asked to join has been answered by it."""
    lock(club)
    person.refresh_from_db(fields=["merged_into"])
    if person.merged_into is not None:
        raise Refused(
            _("This profile was merged into that of %(name)s. Please add that one.")
            % {"name": person.merged_into}
        )
    if Membership.objects.filter(club=club, person=person).exists():
        raise Refused(_("%(name)s belongs to the club already.") % {"name": person})
    membership = Membership.objects.create(club=club, person=person, role=role)
    JoinRequest.objects.filter(club=club, person=person, state=RequestState.OPEN).update(
        state=RequestState.APPROVED, answered_at=timezone.now(), answered_by=actor
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
    """`seen` is the role that the actor saw when they decided: if it is another by now, nothing is changed."""
    membership = _locked_membership(membership, seen)
    before = Role(membership.role)
    if before == role:
        return membership
    if before == Role.OWNER:
        _refuse_for_the_last_owner(membership)
    _set_role(membership, role)
    _record(actor, actions.ROLE_CHANGED, membership, before=before, after=role, reason=reason)
    return membership


@transaction.atomic
def remove_member(
    *, actor: User | None, membership: Membership, seen: Role | None = None, reason: str = ""
) -> None:
    """End a membership, one's own or another's."""
    membership = _locked_membership(membership, seen)
    if membership.role == Role.OWNER:
        _refuse_for_the_last_owner(membership)
    leaves = actor is not None and membership.person.account_id == actor.pk
    action = actions.MEMBER_LEFT if leaves else actions.MEMBER_REMOVED
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
    giver, receiver = _locked_membership(giver), _locked_membership(receiver)
    if giver.role != Role.OWNER:
        raise Refused(
            _("%(name)s does not own the club, so there is nothing to hand over.") % {"name": giver.person}
        )
    if receiver.person.account_id is None:
        raise Refused(
            _("%(name)s has no account and could not run the club. Please invite them first.")
            % {"name": receiver.person}
        )
    if receiver.role == Role.OWNER:
        raise Refused(_("%(name)s owns the club already.") % {"name": receiver.person})
    if giver_becomes == Role.OWNER:
        raise Refused(
            _("Whoever hands the club over does not stay its owner. Make both of you owners instead.")
        )
    receiver_was = Role(receiver.role)
    _set_role(receiver, Role.OWNER)
    _set_role(giver, giver_becomes)
    _record(actor, actions.OWNERSHIP_TAKEN, receiver, before=receiver_was, after=Role.OWNER, reason=reason)
    _record(actor, actions.OWNERSHIP_GIVEN, giver, before=Role.OWNER, after=giver_becomes, reason=reason)


def lock(club: Club) -> None:
    """From here on nobody else changes the club or its members, until the transaction ends."""
    if Club.objects.select_for_update().filter(pk=club.pk).first() is None:
        raise Refused(_("The club “%(name)s” has been deleted meanwhile.") % {"name": club})


def _locked_membership(membership: Membership, seen: Role | None = None) -> Membership:
    """The membership as it is now that nobody else can change the club's members."""
    lock(membership.club)
    current = Membership.objects.select_related("person", "club").filter(pk=membership.pk).first()
    if current is None:
        raise Refused(_("%(name)s does not belong to the club any more.") % {"name": membership.person})
    if seen is not None and current.role != seen:
        raise ChangedMeanwhile(
            _("Meanwhile somebody else made %(name)s %(role)s. Nothing has been changed: please look again.")
            % {"name": current.person, "role": Role(current.role).label},
            ["role"],
        )
    return current


def _refuse_for_the_last_owner(membership: Membership) -> None:
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

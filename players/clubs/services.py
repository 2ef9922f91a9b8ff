"""What changes a club's members: each function is one transaction and leaves a line in the history.

All of them lock the club's row first. So two owners who leave at the same moment do so one after the other, and the
second one is told that he is the last.
"""

from django.db import connection, transaction
from django.utils.translation import gettext as _

from audit import services as audit
from audit.actions import Action
from players.clubs import actions
from players.errors import Refused
from players.models import Club, Membership, Person, Role, User


@transaction.atomic
def add_member(
    *, actor: User | None, club: Club, person: Person, role: Role = Role.MEMBER, reason: str = ""
) -> Membership:
    _lock(club)
    person.refresh_from_db(fields=["merged_into"])
    if person.merged_into is not None:
        raise Refused(
            _("This profile was merged into that of %(name)s. Please add that one.")
            % {"name": person.merged_into}
        )
    if Membership.objects.filter(club=club, person=person).exists():
        raise Refused(_("%(name)s belongs to the club already.") % {"name": person})
    membership = Membership.objects.create(club=club, person=person, role=role)
    _record(actor, actions.MEMBER_ADDED, membership, before=None, after=role, reason=reason)
    return membership


@transaction.atomic
def change_role(*, actor: User | None, membership: Membership, role: Role, reason: str = "") -> Membership:
    membership = _locked_membership(membership)
    before = Role(membership.role)
    if before == role:
        return membership
    if before == Role.OWNER:
        _refuse_for_the_last_owner(membership)
    _set_role(membership, role)
    _record(actor, actions.ROLE_CHANGED, membership, before=before, after=role, reason=reason)
    return membership


@transaction.atomic
def remove_member(*, actor: User | None, membership: Membership, reason: str = "") -> None:
    membership = _locked_membership(membership)
    if membership.role == Role.OWNER:
        _refuse_for_the_last_owner(membership)
    _record(
        actor, actions.MEMBER_REMOVED, membership, before=Role(membership.role), after=None, reason=reason
    )
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


def _lock(club: Club) -> None:
    if connection.features.has_select_for_update:  # on SQLite the transaction itself holds the write lock
        Club.objects.select_for_update().get(pk=club.pk)


def _locked_membership(membership: Membership) -> Membership:
    """The membership as it is now that nobody else can change the club's members."""
    _lock(membership.club)
    current = Membership.objects.select_related("person", "club").filter(pk=membership.pk).first()
    if current is None:
        raise Refused(_("%(name)s does not belong to the club any more.") % {"name": membership.person})
    return current


def _refuse_for_the_last_owner(membership: Membership) -> None:
    owners = Membership.objects.filter(club=membership.club, role=Role.OWNER)
    if not owners.exclude(pk=membership.pk).exists():
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

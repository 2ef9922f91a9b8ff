"""Who may see and change clubs and their members: plain predicates over a table."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from players.models import Club, Membership, Role
from players.permissions import (
    EVERYBODY,
    IN_THE_CLUB,
    ORGANISERS,
    OWNERS,
    Actor,
    Permission,
    Standing,
    standings_in_club,
    standings_towards_membership,
)

_CONCERNED: Final = frozenset({Standing.PERSON_CONCERNED})
# Roles that only owners give and take.
TRUSTED_ROLES: Final = frozenset({Role.OWNER, Role.ORGANISER})

SEE: Final = Permission("club.see", _("see a club and the members who agreed to be listed"), EVERYBODY)
SEE_ALL_MEMBERS: Final = Permission("club.see_all_members", _("see all members of a club"), IN_THE_CLUB)
EDIT: Final = Permission("club.edit", _("change a club's settings"), OWNERS)
ADD_MEMBERS: Final = Permission("club.add_members", _("add members and arbiters to a club"), ORGANISERS)
ADD_ORGANISERS: Final = Permission("club.add_organisers", _("add organisers and owners to a club"), OWNERS)
CHANGE_ROLES: Final = Permission("club.change_roles", _("make members arbiters and the reverse"), ORGANISERS)
CHANGE_TRUSTED_ROLES: Final = Permission(
    "club.change_trusted_roles", _("make somebody organiser or owner, and the reverse"), OWNERS
)
REMOVE_MEMBERS: Final = Permission(
    "club.remove_members", _("end the membership of a member or arbiter"), ORGANISERS | _CONCERNED
)
REMOVE_ORGANISERS: Final = Permission(
    "club.remove_organisers", _("end the membership of an organiser or owner"), OWNERS | _CONCERNED
)
HAND_OVER: Final = Permission(
    "club.hand_over", _("hand over an owner's ownership"), _CONCERNED | {Standing.SITE_ADMINISTRATOR}
)
SEE_HISTORY: Final = Permission("club.see_history", _("see and export a club's history"), ORGANISERS)

PERMISSIONS: Final = (
    SEE, SEE_ALL_MEMBERS, EDIT, ADD_MEMBERS, ADD_ORGANISERS, CHANGE_ROLES, CHANGE_TRUSTED_ROLES, REMOVE_MEMBERS,
    REMOVE_ORGANISERS, HAND_OVER, SEE_HISTORY,
)  # fmt: skip


def may_see_club(actor: Actor, club: Club) -> bool:
    return SEE.granted_to(standings_in_club(actor, club))


def may_see_all_members(actor: Actor, club: Club) -> bool:
    return SEE_ALL_MEMBERS.granted_to(standings_in_club(actor, club))


def may_edit_club(actor: Actor, club: Club) -> bool:
    return EDIT.granted_to(standings_in_club(actor, club))


def may_add_member(actor: Actor, club: Club, role: Role = Role.MEMBER) -> bool:
    permission = ADD_ORGANISERS if role in TRUSTED_ROLES else ADD_MEMBERS
    return permission.granted_to(standings_in_club(actor, club))


def may_change_role(actor: Actor, membership: Membership, role: Role) -> bool:
    trusted = not TRUSTED_ROLES.isdisjoint({Role(membership.role), role})
    permission = CHANGE_TRUSTED_ROLES if trusted else CHANGE_ROLES
    return permission.granted_to(standings_towards_membership(actor, membership))


def may_remove_member(actor: Actor, membership: Membership) -> bool:
    """Everybody may leave; that the last owner cannot is for the service to say."""
    permission = REMOVE_ORGANISERS if membership.role in TRUSTED_ROLES else REMOVE_MEMBERS
    return permission.granted_to(standings_towards_membership(actor, membership))


def may_hand_over_ownership(actor: Actor, membership: Membership) -> bool:
    owns = membership.role == Role.OWNER
    return owns and HAND_OVER.granted_to(standings_towards_membership(actor, membership))


def may_see_history_of_club(actor: Actor, club: Club) -> bool:
    return SEE_HISTORY.granted_to(standings_in_club(actor, club))

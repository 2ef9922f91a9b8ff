"""Who may do what: standings towards an object, and the permissions that policies look up in their tables."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.utils.functional import Promise

from players.models import Club, Membership, Person, Role, User

Actor = User | AnonymousUser


class Standing(StrEnum):
    """What somebody is towards an object. Everybody is at least a visitor."""

    SITE_ADMINISTRATOR = "site administrator"
    OWNER = "owner"
    ORGANISER = "organiser"
    ARBITER = "arbiter"
    MEMBER = "member"
    PERSON_CONCERNED = "person concerned"
    VISITOR = "visitor"


@dataclass(frozen=True)
class Permission:
    """One line of the table: what is done, and which standings are enough for it."""

    key: str
    what: str | Promise
    allowed: frozenset[Standing]

    def granted_to(self, standings: AbstractSet[Standing]) -> bool:
        return not self.allowed.isdisjoint(standings)


EVERYBODY: Final = frozenset({Standing.VISITOR})
IN_THE_CLUB: Final = frozenset(
    {Standing.SITE_ADMINISTRATOR, Standing.OWNER, Standing.ORGANISER, Standing.ARBITER, Standing.MEMBER}
)
ORGANISERS: Final = frozenset({Standing.SITE_ADMINISTRATOR, Standing.OWNER, Standing.ORGANISER})
OWNERS: Final = frozenset({Standing.SITE_ADMINISTRATOR, Standing.OWNER})

STANDING_OF_ROLE: Final = {
    Role.OWNER: Standing.OWNER,
    Role.ORGANISER: Standing.ORGANISER,
    Role.ARBITER: Standing.ARBITER,
    Role.MEMBER: Standing.MEMBER,
}


def standings_on_the_site(actor: Actor) -> frozenset[Standing]:
    if _is_somebody(actor) and actor.is_staff:
        return frozenset({Standing.VISITOR, Standing.SITE_ADMINISTRATOR})
    return EVERYBODY


def standings_in_club(actor: Actor, club: Club) -> frozenset[Standing]:
    """One query, none for those who are not signed in."""
    if not _is_somebody(actor):
        return EVERYBODY
    roles = Membership.objects.filter(club=club, person__account_id=actor.pk).values_list("role", flat=True)
    return standings_on_the_site(actor) | {STANDING_OF_ROLE[Role(role)] for role in roles}


def standings_towards_person(actor: Actor, person: Person) -> frozenset[Standing]:
    """Whoever has a role in a club of the person has it towards the person. One query."""
    if not _is_somebody(actor):
        return EVERYBODY
    roles = Membership.objects.filter(
        club__memberships__person=person, person__account_id=actor.pk
    ).values_list("role", flat=True)
    concerned = {Standing.PERSON_CONCERNED} if is_about(actor, person) else set()
    return standings_on_the_site(actor) | {STANDING_OF_ROLE[Role(role)] for role in roles} | concerned


def standings_towards_membership(actor: Actor, membership: Membership) -> frozenset[Standing]:
    concerned = {Standing.PERSON_CONCERNED} if is_about(actor, membership.person) else set()
    return standings_in_club(actor, membership.club) | concerned


def is_about(actor: Actor, person: Person) -> bool:
    return _is_somebody(actor) and person.account_id == actor.pk


def _is_somebody(actor: Actor) -> bool:
    return actor.is_authenticated and actor.is_active

"""Who may do what: standings towards an object, and the one register of permissions that all policies look up.

Each app's `policies.py` registers its own permissions; `docs/permissions.md` is written from the register.
"""

from collections.abc import Callable, Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeGuard

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ImproperlyConfigured
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.module_loading import autodiscover_modules

from players.models import Club, Membership, Person, Role, User
from players.prepared_queries import PreparedQuery

Actor = User | AnonymousUser


class Standing(StrEnum):
    """What somebody is towards an object. Everybody is at least a visitor."""

    SITE_ADMINISTRATOR = "site administrator"
    OWNER = "owner"
    ORGANISER = "organiser"
    ARBITER = "arbiter"
    EVENT_ARBITER = "event arbiter"
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


_permissions: dict[str, Permission] = {}


def register(key: str, what: str | Promise, allowed: frozenset[Standing]) -> Permission:
    """Add a line to the table. `key` is `subject.action`; the table is divided by the subjects."""
    if key in _permissions:
        raise ImproperlyConfigured(f"Two permissions are called {key!r}.")
    return _permissions.setdefault(key, Permission(key, what, allowed))


def all_permissions() -> tuple[Permission, ...]:
    """Those of every installed app, in the order in which their policies name them."""
    autodiscover_modules("policies")
    return tuple(_permissions.values())


EVERYBODY: Final = frozenset({Standing.VISITOR})
IN_THE_CLUB: Final = frozenset(
    {Standing.SITE_ADMINISTRATOR, Standing.OWNER, Standing.ORGANISER, Standing.ARBITER, Standing.MEMBER}
)
ORGANISERS: Final = frozenset({Standing.SITE_ADMINISTRATOR, Standing.OWNER, Standing.ORGANISER})
ARBITERS: Final = ORGANISERS | {Standing.ARBITER, Standing.EVENT_ARBITER}
CONCERNED: Final = frozenset({Standing.PERSON_CONCERNED})
ADMINISTRATORS: Final = frozenset({Standing.SITE_ADMINISTRATOR})
OWNERS: Final = frozenset({Standing.SITE_ADMINISTRATOR, Standing.OWNER})

STANDING_OF_ROLE: Final = {
    Role.OWNER: Standing.OWNER,
    Role.ORGANISER: Standing.ORGANISER,
    Role.ARBITER: Standing.ARBITER,
    Role.MEMBER: Standing.MEMBER,
}


_MEMBERSHIPS: Final = PreparedQuery(
    lambda club, account: Membership.objects.filter(club=club, person__account_id=account).only("role"),
    club=int,
    account=int,
)


def standings_on_the_site(actor: Actor) -> frozenset[Standing]:
    if _is_somebody(actor) and actor.is_staff:
        return frozenset({Standing.VISITOR, Standing.SITE_ADMINISTRATOR})
    return EVERYBODY


def standings_in_club(actor: Actor, club: Club) -> frozenset[Standing]:
    """One query, none for those who are not signed in."""
    if not _is_somebody(actor):
        return EVERYBODY
    memberships = _MEMBERSHIPS.all(club=club.pk, account=actor.pk)
    return standings_on_the_site(actor) | {STANDING_OF_ROLE[Role(each.role)] for each in memberships}


def standings_towards_person(actor: Actor, person: Person) -> frozenset[Standing]:
    """Whoever has a role in a club of the person has it towards the person. One query."""
    if not _is_somebody(actor):
        return EVERYBODY
    roles = Membership.objects.filter(
        club__memberships__person=person, person__account_id=actor.pk
    ).values_list("role", flat=True)
    concerned = {Standing.PERSON_CONCERNED} if is_about(actor, person) else set()
    return standings_on_the_site(actor) | {STANDING_OF_ROLE[Role(role)] for role in roles} | concerned


def standings_towards_people(actor: Actor, people: Collection[Person]) -> dict[int, frozenset[Standing]]:
    """The same towards each of them, by their ids. One query for all."""
    if not _is_somebody(actor):
        return {person.pk: EVERYBODY for person in people}
    on_the_site = standings_on_the_site(actor)
    standings = {
        person.pk: on_the_site | (CONCERNED if is_about(actor, person) else frozenset()) for person in people
    }
    shared = Membership.objects.filter(
        club__memberships__person__in=people, person__account_id=actor.pk
    ).values_list("club__memberships__person", "role")
    for person, role in shared:
        standings[person] |= {STANDING_OF_ROLE[Role(role)]}
    return standings


def standings_towards_membership(actor: Actor, membership: Membership) -> frozenset[Standing]:
    concerned = {Standing.PERSON_CONCERNED} if is_about(actor, membership.person) else set()
    return standings_in_club(actor, membership.club) | concerned


EventArbiters = Callable[[User, Model], bool]
_event_arbiters: list[EventArbiters] = []


def register_event_arbiters(is_arbiter: EventArbiters) -> None:
    """Say who is arbiter of an event. Events lie in a higher app; lower ones ask through `standings_in_event`.

    The function is asked whether the account's person was named arbiter of the event that the object is, or to which
    it belongs (a game, a pairing). Of objects that it does not know it says no.
    """
    _event_arbiters.append(is_arbiter)


def standings_in_event(actor: Actor, subject: Model, *, club: Club | None) -> frozenset[Standing]:
    """Towards an event or something that belongs to one. `club` is the one that holds the event, if one does.

    One query, and what those ask who registered event arbiters.
    """
    if not _is_somebody(actor):
        return EVERYBODY
    standings = standings_on_the_site(actor) if club is None else standings_in_club(actor, club)
    named = any(is_arbiter(actor, subject) for is_arbiter in _event_arbiters)
    return standings | {Standing.EVENT_ARBITER} if named else standings


def is_about(actor: Actor, person: Person) -> bool:
    return _is_somebody(actor) and person.account_id == actor.pk


def _is_somebody(actor: Actor) -> TypeGuard[User]:
    return actor.is_authenticated and actor.is_active

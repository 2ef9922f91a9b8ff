"""What somebody is towards the site, a club, a person, a membership or an event: the seats they have."""

from collections.abc import Callable, Collection
from typing import Final, TypeGuard

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db.models import Model

from audit.selectors import history_of
from core.db.prepared_queries import PreparedQuery
from core.permissions.actors import Actor
from core.permissions.register import EVERYBODY, PERSON_CONCERNED, Seat
from core.registry import Registry
from players.audit_actions import PERSON_ENTERED
from players.models import Club, Membership, Person, Role, User

SEAT_OF_ROLE: Final = {
    Role.OWNER: Seat.OWNER,
    Role.ORGANISER: Seat.ORGANISER,
    Role.ARBITER: Seat.ARBITER,
    Role.MEMBER: Seat.MEMBER,
}

_HAS_FACTOR: Final = (
    "_has_second_factor"  # kept with the account as it was read: a page asks for seats many times
)

_MEMBERSHIPS: Final = PreparedQuery(
    lambda club, account: Membership.objects.filter(club=club, person__account_id=account).only("role"),
    club=int,
    account=int,
)


def seats_on_site(actor: Actor) -> frozenset[Seat]:
    """For administrators one query, once for each time that their account is read."""
    if _is_signed_in(actor) and actor.is_staff and not lacks_required_factor(actor):
        return frozenset({Seat.VISITOR, Seat.SITE_ADMINISTRATOR})
    return EVERYBODY


def lacks_required_factor(account: User) -> bool:
    """Whether the account's seat as a site administrator waits for a second factor."""
    if not (account.is_staff and settings.ADMINISTRATORS_NEED_SECOND_FACTOR):
        return False
    known: bool | None = account.__dict__.get(_HAS_FACTOR)
    if known is None:
        factors = Authenticator.objects.filter(user=account).exclude(type=Authenticator.Type.RECOVERY_CODES)
        known = account.__dict__[_HAS_FACTOR] = factors.exists()
    return not known


def seats_in_club(actor: Actor, club: Club) -> frozenset[Seat]:
    """One query, none for those who are not signed in."""
    if not _is_signed_in(actor):
        return EVERYBODY
    memberships = _MEMBERSHIPS.all(club=club.pk, account=actor.pk)
    return seats_on_site(actor) | {SEAT_OF_ROLE[Role(each.role)] for each in memberships}


def seats_towards_person(actor: Actor, person: Person) -> frozenset[Seat]:
    """A role in a club of the person counts towards the person. One query."""
    if not _is_signed_in(actor):
        return EVERYBODY
    roles = Membership.objects.filter(
        club__memberships__person=person, person__account_id=actor.pk
    ).values_list("role", flat=True)
    concerned = {Seat.PERSON_CONCERNED} if is_person_concerned(actor, person) else set()
    return seats_on_site(actor) | {SEAT_OF_ROLE[Role(role)] for role in roles} | concerned


def seats_answering_for(actor: Actor, person: Person) -> frozenset[Seat]:
    """What counts when somebody else answers for a person without an account: a role in a club that has them.

    For whom no club has, a role in the club that entered them counts, for an event or by a table.
    """
    seats = seats_towards_person(actor, person)
    if not _is_signed_in(actor) or Membership.objects.filter(person=person).exists():
        return seats
    entered_for = history_of(person).filter(action=PERSON_ENTERED.key).values_list("club_id", flat=True)
    roles = Membership.objects.filter(club__in=[*filter(None, entered_for)], person__account_id=actor.pk)
    return seats | {SEAT_OF_ROLE[Role(role)] for role in roles.values_list("role", flat=True)}


def seats_towards_people(actor: Actor, people: Collection[Person]) -> dict[int, frozenset[Seat]]:
    """The same towards each of them, by their ids. One query for all."""
    if not _is_signed_in(actor):
        return {person.pk: EVERYBODY for person in people}
    on_the_site = seats_on_site(actor)
    standings = {
        person.pk: on_the_site | (PERSON_CONCERNED if is_person_concerned(actor, person) else frozenset())
        for person in people
    }
    shared = Membership.objects.filter(
        club__memberships__person__in=people, person__account_id=actor.pk
    ).values_list("club__memberships__person", "role")
    for person, role in shared:
        standings[person] |= {SEAT_OF_ROLE[Role(role)]}
    return standings


def seats_towards_membership(actor: Actor, membership: Membership) -> frozenset[Seat]:
    concerned = {Seat.PERSON_CONCERNED} if is_person_concerned(actor, membership.person) else set()
    return seats_in_club(actor, membership.club) | concerned


# Whether the account's person was named arbiter of the event that the object is, or to which it belongs (a game, a
# pairing). Events lie in a higher app; of objects that it does not know it says no.
IsEventArbiter = Callable[[User, Model], bool]
EVENT_ARBITERS: Final = Registry[IsEventArbiter]("kinds of event arbiters")


def seats_in_event(actor: Actor, subject: Model, *, club: Club | None) -> frozenset[Seat]:
    """Towards an event or something that belongs to one. `club` is the one that holds the event, if one does.

    One query, and what those ask who registered event arbiters.
    """
    if not _is_signed_in(actor):
        return EVERYBODY
    standings = seats_on_site(actor) if club is None else seats_in_club(actor, club)
    named = any(is_arbiter(actor, subject) for is_arbiter in EVENT_ARBITERS)
    return standings | {Seat.EVENT_ARBITER} if named else standings


def is_person_concerned(actor: Actor, person: Person) -> bool:
    return _is_signed_in(actor) and person.account_id == actor.pk


def _is_signed_in(actor: Actor) -> TypeGuard[User]:
    return actor.is_authenticated and actor.is_active

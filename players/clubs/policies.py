"""Who may see and change clubs and their members: plain predicates over a table; and how often."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from core.permissions.actors import Actor
from core.permissions.register import (
    ADMINISTRATORS,
    CLUB_MEMBERS,
    EVERYBODY,
    ORGANISERS,
    OWNERS,
    PERSON_CONCERNED,
    Permission,
)
from core.web.rate_limits import RateLimit
from players.models import Club, Membership, MembershipOffer, Person, Role
from players.policies import can_sign_in, is_granted_in_club
from players.seats import (
    seats_answering_for,
    seats_in_club,
    seats_on_site,
    seats_towards_membership,
    seats_towards_person,
)

CLUBS_BY_ACCOUNT: Final = RateLimit("clubs-account", 10)

# A club enters a season's beginners on one evening, but mails to strangers can annoy.
INVITATIONS_BY_ACCOUNT: Final = RateLimit("invitations-account", 60)
INVITATIONS_BY_CLUB: Final = RateLimit("invitations-club", 100)
INVITATIONS_BY_ADDRESS: Final = RateLimit("invitations-address", 5)
REQUESTS_BY_ACCOUNT: Final = RateLimit("join-requests-account", 10)
OFFERS_BY_ACCOUNT: Final = RateLimit("membership-offers-account", 60)

# Roles that only owners give and take.
TRUSTED_ROLES: Final = frozenset({Role.OWNER, Role.ORGANISER})

SEE_CLUB: Final = Permission("club.see", _("see a club and the members who agreed to be listed"), EVERYBODY)

SEE_ALL_MEMBERS: Final = Permission("club.see_all_members", _("see all members of a club"), CLUB_MEMBERS)

CREATE_CLUB: Final = Permission("club.found", _("create a club, once signed in"), EVERYBODY)
EDIT_CLUB: Final = Permission("club.edit", _("change a club's settings"), OWNERS)

CLOSE_CLUB: Final = Permission("club.close", _("close a club and open it again, delete an empty one"), OWNERS)

ASK_TO_JOIN: Final = Permission("club.ask_to_join", _("ask to join a club, once signed in"), EVERYBODY)

ANSWER_REQUESTS: Final = Permission(
    "club.answer_requests", _("see and answer requests to join a club"), ORGANISERS
)

SEE_INVITATIONS: Final = Permission(
    "club.see_invitations",
    _("see, resend and withdraw a club's invitations to members and arbiters"),
    ORGANISERS,
)

ADD_MEMBERS: Final = Permission(
    "club.add_members", _("add new people to a club, and ask others to join as member or arbiter"), ORGANISERS
)

ADD_ORGANISERS: Final = Permission(
    "club.add_organisers", _("ask people to join a club as organiser or owner"), OWNERS
)

ANSWER_OFFER: Final = Permission(
    "club.answer_offer", _("answer a club that asks a person with an account to join"), PERSON_CONCERNED
)

ANSWER_OFFER_FOR_OTHERS: Final = Permission(
    "club.answer_offer_for_others",
    _("the same for a person without an account, in a club that has them"),
    ORGANISERS,
)

CHANGE_ROLES: Final = Permission("club.change_roles", _("make members arbiters and the reverse"), ORGANISERS)

CHANGE_TRUSTED_ROLES: Final = Permission(
    "club.change_trusted_roles", _("make somebody organiser or owner, and the reverse"), OWNERS
)

REMOVE_MEMBERS: Final = Permission(
    "club.remove_members", _("end the membership of a member or arbiter"), ORGANISERS | PERSON_CONCERNED
)

REMOVE_ORGANISERS: Final = Permission(
    "club.remove_organisers", _("end the membership of an organiser or owner"), OWNERS | PERSON_CONCERNED
)

LEAVE_CLUB: Final = Permission("club.leave", _("leave a club"), CLUB_MEMBERS - ADMINISTRATORS)

HAND_OVER_OWNERSHIP: Final = Permission(
    "club.hand_over", _("hand over an owner's ownership"), PERSON_CONCERNED | ADMINISTRATORS
)

RECOGNISE_CLUB: Final = Permission(
    "club.recognise", _("recognise clubs for the rating lists across clubs, and withdraw it"), ADMINISTRATORS
)

SEE_HISTORY_OF_CLUB: Final = Permission("club.see_history", _("see and export a club's history"), ORGANISERS)


def may_recognise_clubs(actor: Actor) -> bool:
    return RECOGNISE_CLUB.granted_to(seats_on_site(actor))


def may_see_club(actor: Actor, club: Club) -> bool:
    return is_granted_in_club(SEE_CLUB, actor, club)


def may_see_all_members(actor: Actor, club: Club) -> bool:
    return is_granted_in_club(SEE_ALL_MEMBERS, actor, club)


def may_edit_club(actor: Actor, club: Club) -> bool:
    return is_granted_in_club(EDIT_CLUB, actor, club)


def may_create_club(actor: Actor) -> bool:
    return can_sign_in(actor) and CREATE_CLUB.granted_to(seats_on_site(actor))


def may_close_club(actor: Actor, club: Club) -> bool:
    return is_granted_in_club(CLOSE_CLUB, actor, club)


def may_ask_to_join(actor: Actor, club: Club) -> bool:
    return can_sign_in(actor) and is_granted_in_club(ASK_TO_JOIN, actor, club)


def may_answer_requests(actor: Actor, club: Club) -> bool:
    return is_granted_in_club(ANSWER_REQUESTS, actor, club)


def may_see_invitations(actor: Actor, club: Club) -> bool:
    return is_granted_in_club(SEE_INVITATIONS, actor, club)


def assignable_roles(actor: Actor, club: Club) -> list[Role]:
    """The roles that somebody may give others in the club, the lowest first. One query."""
    seats = seats_in_club(actor, club)
    return [
        role
        for role in (Role.MEMBER, Role.ARBITER, Role.ORGANISER, Role.OWNER)
        if (ADD_ORGANISERS if role in TRUSTED_ROLES else ADD_MEMBERS).granted_to(seats)
    ]


def may_add_member(actor: Actor, club: Club, role: Role = Role.MEMBER) -> bool:
    return is_granted_in_club(ADD_ORGANISERS if role in TRUSTED_ROLES else ADD_MEMBERS, actor, club)


def may_answer_for(actor: Actor, person: Person) -> bool:
    """Whether the actor may say that the person joins a club."""
    if person.account_id is not None:
        return ANSWER_OFFER.granted_to(seats_towards_person(actor, person))
    return ANSWER_OFFER_FOR_OTHERS.granted_to(seats_answering_for(actor, person))


def may_answer_offer(actor: Actor, offer: MembershipOffer) -> bool:
    return may_answer_for(actor, offer.person)


def may_withdraw_offer(actor: Actor, offer: MembershipOffer) -> bool:
    return may_add_member(actor, offer.club, Role(offer.role))


def may_change_roles(actor: Actor, club: Club) -> bool:
    """Of some members at least; `may_change_role` decides about each."""
    return is_granted_in_club(CHANGE_ROLES, actor, club)


def may_change_role(actor: Actor, membership: Membership, role: Role) -> bool:
    trusted = not TRUSTED_ROLES.isdisjoint({Role(membership.role), role})
    permission = CHANGE_TRUSTED_ROLES if trusted else CHANGE_ROLES
    return permission.granted_to(seats_towards_membership(actor, membership))


def may_remove_member(actor: Actor, membership: Membership) -> bool:
    """Everybody may leave; that the last owner cannot is for the service to say."""
    permission = REMOVE_ORGANISERS if membership.role in TRUSTED_ROLES else REMOVE_MEMBERS
    return permission.granted_to(seats_towards_membership(actor, membership))


def may_leave_club(actor: Actor, club: Club) -> bool:
    """That the last owner cannot is for the service to say."""
    return is_granted_in_club(LEAVE_CLUB, actor, club)


def may_hand_over_ownership(actor: Actor, membership: Membership) -> bool:
    owns = membership.role == Role.OWNER
    return owns and HAND_OVER_OWNERSHIP.granted_to(seats_towards_membership(actor, membership))


def may_see_history_of_club(actor: Actor, club: Club) -> bool:
    return is_granted_in_club(SEE_HISTORY_OF_CLUB, actor, club)

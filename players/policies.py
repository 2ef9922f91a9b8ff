"""Who may see and change people, clubs and their members: plain predicates over a table."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from players.models import Club, Membership, Person, Role
from players.permissions import (
    ADMINISTRATORS,
    CONCERNED,
    EVERYBODY,
    IN_THE_CLUB,
    ORGANISERS,
    OWNERS,
    Actor,
    Permission,
    Standing,
    register,
    standings_in_club,
    standings_on_the_site,
    standings_towards_membership,
    standings_towards_people,
    standings_towards_person,
)

# Roles that only owners give and take.
TRUSTED_ROLES: Final = frozenset({Role.OWNER, Role.ORGANISER})

# --- The site -------------------------------------------------------------------------------------

ADMINISTER: Final = register("site.administer", _("use the administration pages"), ADMINISTRATORS)


def may_administer_site(actor: Actor) -> bool:
    return ADMINISTER.granted_to(standings_on_the_site(actor))


# --- Accounts -------------------------------------------------------------------------------------

RESET_SECOND_FACTOR: Final = register(
    "account.reset_second_factor",
    _("reset the second factor of an account whose owner lost phone and codes"),
    ADMINISTRATORS,
)


def may_reset_second_factors(actor: Actor) -> bool:
    return RESET_SECOND_FACTOR.granted_to(standings_on_the_site(actor))


# --- People ---------------------------------------------------------------------------------------

SEE_LISTED_PERSON: Final = register("person.see_listed", _("see a person who agreed to be listed"), EVERYBODY)
SEE_UNLISTED_PERSON: Final = register(
    "person.see_unlisted", _("see a person who did not agree to be listed"), IN_THE_CLUB | CONCERNED
)
SEE_SHOWN_YEAR: Final = register(
    "person.see_shown_year_of_birth", _("see a year of birth that everybody may see"), EVERYBODY
)
SEE_HIDDEN_YEAR: Final = register(
    "person.see_hidden_year_of_birth", _("see any other year of birth"), CONCERNED
)
SEE_SHOWN_PHOTO: Final = register(
    "person.see_shown_photo", _("see a photo that everybody may see"), EVERYBODY
)
SEE_HIDDEN_PHOTO: Final = register("person.see_hidden_photo", _("see any other photo"), CONCERNED)
ENTER_PERSON: Final = register("person.enter", _("enter a person, by hand or by a table"), ORGANISERS)
EDIT_PERSON: Final = register("person.edit", _("change a person's name and country"), ORGANISERS | CONCERNED)
DECIDE_WITH_ACCOUNT: Final = register(
    "person.decide_with_account",
    _("change the year of birth, the photo, and who may see what, of a person with an account"),
    CONCERNED,
)
DECIDE_WITHOUT_ACCOUNT: Final = register(
    "person.decide_without_account",
    _("the same of a person without an account, as the person asked"),
    ORGANISERS,
)
SEE_HISTORY_OF_PERSON: Final = register(
    "person.see_history", _("see a person's history"), ORGANISERS | CONCERNED
)
INVITE_TO_PROFILE: Final = register(
    "person.invite", _("invite somebody to take over a profile without an account"), ORGANISERS
)
CLAIM_PROFILE: Final = register(
    "person.claim", _("say that a profile one sees is one's own (signed in)"), EVERYBODY
)
DECIDE_CLAIM: Final = register("person.decide_claim", _("approve or decline such a claim"), ORGANISERS)
MERGE_PEOPLE: Final = register(
    "person.merge", _("merge two profiles, being this towards both, and undo it"), ORGANISERS
)


def may_see_person(actor: Actor, person: Person) -> bool:
    return _towards(SEE_LISTED_PERSON if person.listed else SEE_UNLISTED_PERSON, actor, person)


def may_see_year_of_birth(actor: Actor, person: Person) -> bool:
    """Nobody else sees it unless the person says so, and only who sees the person at all."""
    permission = SEE_SHOWN_YEAR if person.shows_year_of_birth else SEE_HIDDEN_YEAR
    return may_see_person(actor, person) and _towards(permission, actor, person)


def may_see_photo(actor: Actor, person: Person) -> bool:
    permission = SEE_SHOWN_PHOTO if person.shows_photo else SEE_HIDDEN_PHOTO
    return may_see_person(actor, person) and _towards(permission, actor, person)


def may_enter_person(actor: Actor, club: Club) -> bool:
    return _in_club(ENTER_PERSON, actor, club)


def may_edit_person(actor: Actor, person: Person) -> bool:
    return _towards(EDIT_PERSON, actor, person)


def may_decide_for_person(actor: Actor, person: Person) -> bool:
    """About the year of birth and the consents."""
    permission = DECIDE_WITHOUT_ACCOUNT if person.account_id is None else DECIDE_WITH_ACCOUNT
    return _towards(permission, actor, person)


def may_see_history_of_person(actor: Actor, person: Person) -> bool:
    return _towards(SEE_HISTORY_OF_PERSON, actor, person)


def may_invite_to_profile(actor: Actor, person: Person) -> bool:
    return _towards(INVITE_TO_PROFILE, actor, person)


def may_claim_profile(actor: Actor, person: Person) -> bool:
    """Only who sees the profile can say so: an unlisted person gets an invitation instead."""
    signed_in = actor.is_authenticated and actor.is_active
    return signed_in and may_see_person(actor, person) and _towards(CLAIM_PROFILE, actor, person)


def may_decide_claim(actor: Actor, person: Person) -> bool:
    return _towards(DECIDE_CLAIM, actor, person)


def may_merge_people(actor: Actor, one: Person, other: Person) -> bool:
    return _towards(MERGE_PEOPLE, actor, one) and _towards(MERGE_PEOPLE, actor, other)


@dataclass(frozen=True)
class RightsTowardsPerson:
    """What the predicates above say about one person, all at once: for a page that needs many of them."""

    see: bool
    see_year_of_birth: bool
    see_photo: bool
    edit: bool
    decide: bool
    see_history: bool
    invite: bool
    claim: bool
    decide_claim: bool
    merge: bool


def rights_towards_person(actor: Actor, person: Person) -> RightsTowardsPerson:
    """One query."""
    return _rights(actor, person, standings_towards_person(actor, person))


def rights_towards_people(actor: Actor, people: Collection[Person]) -> dict[int, RightsTowardsPerson]:
    """The same for many, by their ids: for a list. One query."""
    standings = standings_towards_people(actor, people)
    return {person.pk: _rights(actor, person, standings[person.pk]) for person in people}


def _rights(actor: Actor, person: Person, standings: frozenset[Standing]) -> RightsTowardsPerson:
    see = (SEE_LISTED_PERSON if person.listed else SEE_UNLISTED_PERSON).granted_to(standings)
    year = SEE_SHOWN_YEAR if person.shows_year_of_birth else SEE_HIDDEN_YEAR
    photo = SEE_SHOWN_PHOTO if person.shows_photo else SEE_HIDDEN_PHOTO
    decide = DECIDE_WITHOUT_ACCOUNT if person.account_id is None else DECIDE_WITH_ACCOUNT
    return RightsTowardsPerson(
        see=see,
        see_year_of_birth=see and year.granted_to(standings),
        see_photo=see and photo.granted_to(standings),
        edit=EDIT_PERSON.granted_to(standings),
        decide=decide.granted_to(standings),
        see_history=SEE_HISTORY_OF_PERSON.granted_to(standings),
        invite=INVITE_TO_PROFILE.granted_to(standings),
        claim=see and actor.is_authenticated and actor.is_active and CLAIM_PROFILE.granted_to(standings),
        decide_claim=DECIDE_CLAIM.granted_to(standings),
        merge=MERGE_PEOPLE.granted_to(standings),
    )


# --- Clubs and their members ----------------------------------------------------------------------

SEE_CLUB: Final = register("club.see", _("see a club and the members who agreed to be listed"), EVERYBODY)
SEE_ALL_MEMBERS: Final = register("club.see_all_members", _("see all members of a club"), IN_THE_CLUB)
FOUND_CLUB: Final = register("club.found", _("found a club, once signed in"), EVERYBODY)
EDIT_CLUB: Final = register("club.edit", _("change a club's settings"), OWNERS)
CLOSE_CLUB: Final = register("club.close", _("close a club and open it again, delete an empty one"), OWNERS)
ASK_TO_JOIN: Final = register("club.ask_to_join", _("ask to join a club, once signed in"), EVERYBODY)
ANSWER_REQUESTS: Final = register(
    "club.answer_requests", _("see and answer requests to join a club"), ORGANISERS
)
SEE_INVITATIONS: Final = register(
    "club.see_invitations",
    _("see, resend and withdraw a club's invitations to members and arbiters"),
    ORGANISERS,
)
ADD_MEMBERS: Final = register("club.add_members", _("add members and arbiters to a club"), ORGANISERS)
ADD_ORGANISERS: Final = register("club.add_organisers", _("add organisers and owners to a club"), OWNERS)
CHANGE_ROLES: Final = register("club.change_roles", _("make members arbiters and the reverse"), ORGANISERS)
CHANGE_TRUSTED_ROLES: Final = register(
    "club.change_trusted_roles", _("make somebody organiser or owner, and the reverse"), OWNERS
)
REMOVE_MEMBERS: Final = register(
    "club.remove_members", _("end the membership of a member or arbiter"), ORGANISERS | CONCERNED
)
REMOVE_ORGANISERS: Final = register(
    "club.remove_organisers", _("end the membership of an organiser or owner"), OWNERS | CONCERNED
)
LEAVE_CLUB: Final = register("club.leave", _("leave a club"), IN_THE_CLUB - ADMINISTRATORS)
HAND_OVER: Final = register("club.hand_over", _("hand over an owner's ownership"), CONCERNED | ADMINISTRATORS)
SEE_HISTORY_OF_CLUB: Final = register("club.see_history", _("see and export a club's history"), ORGANISERS)


def may_see_club(actor: Actor, club: Club) -> bool:
    return _in_club(SEE_CLUB, actor, club)


def may_see_all_members(actor: Actor, club: Club) -> bool:
    return _in_club(SEE_ALL_MEMBERS, actor, club)


def may_edit_club(actor: Actor, club: Club) -> bool:
    return _in_club(EDIT_CLUB, actor, club)


def may_found_club(actor: Actor) -> bool:
    return _can_sign_in(actor) and FOUND_CLUB.granted_to(standings_on_the_site(actor))


def may_close_club(actor: Actor, club: Club) -> bool:
    return _in_club(CLOSE_CLUB, actor, club)


def may_ask_to_join(actor: Actor, club: Club) -> bool:
    return _can_sign_in(actor) and _in_club(ASK_TO_JOIN, actor, club)


def may_answer_requests(actor: Actor, club: Club) -> bool:
    return _in_club(ANSWER_REQUESTS, actor, club)


def may_see_invitations(actor: Actor, club: Club) -> bool:
    return _in_club(SEE_INVITATIONS, actor, club)


def roles_to_give(actor: Actor, club: Club) -> list[Role]:
    """What somebody may make others in the club, the most modest first. One query."""
    standings = standings_in_club(actor, club)
    return [
        role
        for role in (Role.MEMBER, Role.ARBITER, Role.ORGANISER, Role.OWNER)
        if (ADD_ORGANISERS if role in TRUSTED_ROLES else ADD_MEMBERS).granted_to(standings)
    ]


def may_add_member(actor: Actor, club: Club, role: Role = Role.MEMBER) -> bool:
    return _in_club(ADD_ORGANISERS if role in TRUSTED_ROLES else ADD_MEMBERS, actor, club)


def may_change_roles(actor: Actor, club: Club) -> bool:
    """Of some members at least; `may_change_role` decides about each."""
    return _in_club(CHANGE_ROLES, actor, club)


def may_change_role(actor: Actor, membership: Membership, role: Role) -> bool:
    trusted = not TRUSTED_ROLES.isdisjoint({Role(membership.role), role})
    permission = CHANGE_TRUSTED_ROLES if trusted else CHANGE_ROLES
    return permission.granted_to(standings_towards_membership(actor, membership))


def may_remove_member(actor: Actor, membership: Membership) -> bool:
    """Everybody may leave; that the last owner cannot is for the service to say."""
    permission = REMOVE_ORGANISERS if membership.role in TRUSTED_ROLES else REMOVE_MEMBERS
    return permission.granted_to(standings_towards_membership(actor, membership))


def may_leave_club(actor: Actor, club: Club) -> bool:
    """That the last owner cannot is for the service to say."""
    return _in_club(LEAVE_CLUB, actor, club)


def may_hand_over_ownership(actor: Actor, membership: Membership) -> bool:
    owns = membership.role == Role.OWNER
    return owns and HAND_OVER.granted_to(standings_towards_membership(actor, membership))


def may_see_history_of_club(actor: Actor, club: Club) -> bool:
    return _in_club(SEE_HISTORY_OF_CLUB, actor, club)


def _can_sign_in(actor: Actor) -> bool:
    return actor.is_authenticated and actor.is_active


def _in_club(permission: Permission, actor: Actor, club: Club) -> bool:
    return permission.granted_to(standings_in_club(actor, club))


def _towards(permission: Permission, actor: Actor, person: Person) -> bool:
    return permission.granted_to(standings_towards_person(actor, person))

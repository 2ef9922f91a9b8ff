"""Who may see and change people: plain predicates over a table; and how often profiles are claimed."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.permissions.actors import Actor
from core.permissions.register import (
    CLUB_MEMBERS,
    EVERYBODY,
    ORGANISERS,
    PERSON_CONCERNED,
    Permission,
    Seat,
)
from core.web.rate_limits import RateLimit
from players.models import Club, Membership, Person, PersonMerge
from players.policies import is_granted_in_club
from players.seats import seats_towards_people, seats_towards_person

SEE_LISTED_PERSON: Final = Permission(
    "person.see_listed", _("see a person who agreed to be listed"), EVERYBODY
)

SEE_UNLISTED_PERSON: Final = Permission(
    "person.see_unlisted", _("see a person who did not agree to be listed"), CLUB_MEMBERS | PERSON_CONCERNED
)

SEE_SHOWN_YEAR_OF_BIRTH: Final = Permission(
    "person.see_shown_year_of_birth", _("see a year of birth that everybody may see"), EVERYBODY
)

SEE_HIDDEN_YEAR_OF_BIRTH: Final = Permission(
    "person.see_hidden_year_of_birth", _("see any other year of birth"), PERSON_CONCERNED
)

SEE_SHOWN_PHOTO: Final = Permission(
    "person.see_shown_photo", _("see a photo that everybody may see"), EVERYBODY
)

SEE_HIDDEN_PHOTO: Final = Permission("person.see_hidden_photo", _("see any other photo"), PERSON_CONCERNED)

ENTER_PERSON: Final = Permission("person.enter", _("enter a person, by hand or by a table"), ORGANISERS)

EDIT_PERSON: Final = Permission(
    "person.edit", _("change a person's name and country"), ORGANISERS | PERSON_CONCERNED
)

DECIDE_WITH_ACCOUNT: Final = Permission(
    "person.decide_with_account",
    _("change the year of birth, the photo, and who may see what, of a person with an account"),
    PERSON_CONCERNED,
)

DECIDE_WITHOUT_ACCOUNT: Final = Permission(
    "person.decide_without_account",
    _("the same of a person without an account, as the person asked"),
    ORGANISERS,
)

SEE_HISTORY_OF_PERSON: Final = Permission(
    "person.see_history", _("see a person's history"), ORGANISERS | PERSON_CONCERNED
)

INVITE_TO_PROFILE: Final = Permission(
    "person.invite", _("invite somebody to take over a profile without an account"), ORGANISERS
)

CLAIM_PROFILE: Final = Permission(
    "person.claim", _("say that a profile one sees is one's own (signed in)"), EVERYBODY
)

DECIDE_CLAIM: Final = Permission("person.decide_claim", _("approve or decline such a claim"), ORGANISERS)

MERGE_PEOPLE: Final = Permission(
    "person.merge", _("merge two profiles and undo it, with one of these roles towards both"), ORGANISERS
)

# Mails to strangers can annoy.
PROFILE_INVITATIONS_BY_ACCOUNT = RateLimit("profile-invitations-account", 60)
PROFILE_INVITATIONS_BY_EMAIL = RateLimit("profile-invitations-address", 5)
PHOTOS_BY_ACCOUNT = RateLimit("photos-account", 20)
PHOTOS_BY_ADDRESS = RateLimit("photos-address", 60)
PROFILE_CLAIMS_BY_ACCOUNT = RateLimit("profile-claims-account", 10)


def may_see_person(actor: Actor, person: Person) -> bool:
    return rights_towards_person(actor, person).see


def may_enter_person(actor: Actor, club: Club) -> bool:
    return is_granted_in_club(ENTER_PERSON, actor, club)


def may_see_history_of_person(actor: Actor, person: Person) -> bool:
    return rights_towards_person(actor, person).see_history


def may_decide_claim(actor: Actor, person: Person) -> bool:
    return rights_towards_person(actor, person).decide_claim


def may_merge_people(actor: Actor, one: Person, other: Person) -> bool:
    return rights_towards_person(actor, one).merge and rights_towards_person(actor, other).merge


def may_undo_merge(actor: Actor, merge: PersonMerge) -> bool:
    """Who organises for both: for the profile that is kept, and in a club that the other one had, if it had any."""
    if not may_merge_people(actor, merge.kept, merge.kept):
        return False
    moved = [each for each in merge.moved if each.get("model") == Membership._meta.label_lower]
    clubs = [each["before"]["club_id"] for each in moved if each["what"] == "deleted"]
    changed = [each["pk"] for each in moved if each.get("before", {}).get("person_id") == merge.merged_id]
    had = Club.objects.filter(Q(pk__in=clubs) | Q(memberships__in=changed)).distinct()
    return not had or any(is_granted_in_club(MERGE_PEOPLE, actor, club) for club in had)


@dataclass(frozen=True)
class PersonRights:
    """What somebody may see and do of one person.

    Year of birth and photo: only who sees the person at all. `decide`: about the year of birth and the consents.
    `claim`: say that the profile is one's own; for an unlisted person, there are invitations instead.
    """

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


def rights_towards_person(actor: Actor, person: Person) -> PersonRights:
    """One query."""
    return _rights(actor, person, seats_towards_person(actor, person))


def rights_towards_people(actor: Actor, people: Collection[Person]) -> dict[int, PersonRights]:
    """The same for many, by their ids: for a list. One query."""
    seats = seats_towards_people(actor, people)
    return {person.pk: _rights(actor, person, seats[person.pk]) for person in people}


def _rights(actor: Actor, person: Person, seats: frozenset[Seat]) -> PersonRights:
    see = (SEE_LISTED_PERSON if person.listed else SEE_UNLISTED_PERSON).granted_to(seats)
    year = SEE_SHOWN_YEAR_OF_BIRTH if person.shows_year_of_birth else SEE_HIDDEN_YEAR_OF_BIRTH
    photo = SEE_SHOWN_PHOTO if person.shows_photo else SEE_HIDDEN_PHOTO
    decide = DECIDE_WITHOUT_ACCOUNT if person.account_id is None else DECIDE_WITH_ACCOUNT
    return PersonRights(
        see=see,
        see_year_of_birth=see and year.granted_to(seats),
        see_photo=see and photo.granted_to(seats),
        edit=EDIT_PERSON.granted_to(seats),
        decide=decide.granted_to(seats),
        see_history=SEE_HISTORY_OF_PERSON.granted_to(seats),
        invite=INVITE_TO_PROFILE.granted_to(seats),
        claim=see and actor.is_authenticated and actor.is_active and CLAIM_PROFILE.granted_to(seats),
        decide_claim=DECIDE_CLAIM.granted_to(seats),
        merge=MERGE_PEOPLE.granted_to(seats),
    )

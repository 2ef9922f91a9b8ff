"""Who may see and change people: plain predicates over a table."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from players.models import Club, Person
from players.permissions import (
    EVERYBODY,
    IN_THE_CLUB,
    ORGANISERS,
    Actor,
    Permission,
    Standing,
    standings_in_club,
    standings_towards_person,
)

_CONCERNED: Final = frozenset({Standing.PERSON_CONCERNED})

SEE_LISTED: Final = Permission("person.see_listed", _("see a person who agreed to be listed"), EVERYBODY)
SEE_UNLISTED: Final = Permission(
    "person.see_unlisted", _("see a person who did not agree to be listed"), IN_THE_CLUB | _CONCERNED
)
SEE_SHOWN_YEAR: Final = Permission(
    "person.see_shown_year_of_birth", _("see a year of birth that everybody may see"), EVERYBODY
)
SEE_HIDDEN_YEAR: Final = Permission(
    "person.see_hidden_year_of_birth", _("see any other year of birth"), _CONCERNED
)
ENTER: Final = Permission("person.enter", _("enter a person"), ORGANISERS)
EDIT: Final = Permission("person.edit", _("change a person's name and country"), ORGANISERS | _CONCERNED)
DECIDE_WITH_ACCOUNT: Final = Permission(
    "person.decide_with_account",
    _("change the year of birth, and who may see what, of a person with an account"),
    _CONCERNED,
)
DECIDE_WITHOUT_ACCOUNT: Final = Permission(
    "person.decide_without_account",
    _("change the year of birth, and who may see what, of a person without an account, as the person asked"),
    ORGANISERS,
)
SEE_HISTORY: Final = Permission("person.see_history", _("see a person's history"), ORGANISERS | _CONCERNED)

PERMISSIONS: Final = (
    SEE_LISTED, SEE_UNLISTED, SEE_SHOWN_YEAR, SEE_HIDDEN_YEAR, ENTER, EDIT, DECIDE_WITH_ACCOUNT, DECIDE_WITHOUT_ACCOUNT,
    SEE_HISTORY,
)  # fmt: skip


def may_see_person(actor: Actor, person: Person) -> bool:
    return _granted(SEE_LISTED if person.listed else SEE_UNLISTED, actor, person)


def may_see_year_of_birth(actor: Actor, person: Person) -> bool:
    """Nobody else sees it unless the person says so, and only who sees the person at all."""
    permission = SEE_SHOWN_YEAR if person.shows_year_of_birth else SEE_HIDDEN_YEAR
    return may_see_person(actor, person) and _granted(permission, actor, person)


def may_enter_person(actor: Actor, club: Club) -> bool:
    return ENTER.granted_to(standings_in_club(actor, club))


def may_edit_person(actor: Actor, person: Person) -> bool:
    return _granted(EDIT, actor, person)


def may_decide_for_person(actor: Actor, person: Person) -> bool:
    """About the year of birth and the consents."""
    permission = DECIDE_WITHOUT_ACCOUNT if person.account_id is None else DECIDE_WITH_ACCOUNT
    return _granted(permission, actor, person)


def may_see_history_of_person(actor: Actor, person: Person) -> bool:
    return _granted(SEE_HISTORY, actor, person)


def _granted(permission: Permission, actor: Actor, person: Person) -> bool:
    return permission.granted_to(standings_towards_person(actor, person))

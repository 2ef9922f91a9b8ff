"""What changes people: each function is one transaction and leaves a line in the history."""

from collections.abc import Sequence
from typing import Final, TypedDict, Unpack

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit import services as audit
from audit.actions import Action
from audit.changes import Difference, Values, difference, field_values
from core.db import folding
from core.errors import Refused
from players import audit_actions, names
from players.countries import COUNTRY_CODES
from players.models import Club, Person, User
from players.models.people import MAX_KEY_LENGTH, MAX_NAME_LENGTH, MIN_YEAR_OF_BIRTH
from players.people.selectors.people import person_of

# The history keeps these; the keys derived from names tell nothing more.
RECORDED_FIELDS: Final = (
    "name",
    "sort_name",
    "country",
    "year_of_birth",
    "shows_year_of_birth",
    "shows_photo",
    "listed",
    "account",
)

PRIVATE_FIELDS: Final = frozenset({"year_of_birth"})


class PersonDetails(TypedDict, total=False):
    """What is known about a person apart from the name. Without a sort name, one is derived from the name."""

    sort_name: str
    country: str
    year_of_birth: int | None
    shows_year_of_birth: bool
    shows_photo: bool
    listed: bool


class PersonChanges(PersonDetails, total=False):
    name: str


def create_person(
    *,
    actor: User | None,
    name: str,
    account: User | None = None,
    club: Club | None = None,
    **details: Unpack[PersonDetails],
) -> Person:
    """Enter somebody. `club` is the one in whose name it is done; membership is another step."""
    person = build_person(name=name, **details)
    person.account = account
    try:
        with transaction.atomic():
            person.save(force_insert=True)
            _record(actor, audit_actions.PERSON_ENTERED, person, before={}, club=club)
    except IntegrityError as error:
        if account is None or not Person.objects.filter(account=account).exists():
            raise
        raise Refused(_("This account already belongs to a person.")) from error
    return person


def create_people(*, actor: User | None, people: Sequence[Person], club: Club) -> None:
    """Enter many at once, as `build_person` made them, in the name of a club: two queries."""
    Person.objects.bulk_create(people)
    created = [
        (person, difference({}, field_values(person, RECORDED_FIELDS), private=PRIVATE_FIELDS).after)
        for person in people
    ]
    audit.record_creations(actor=actor, action=audit_actions.PERSON_ENTERED, created=created, club=club.pk)


def build_person(*, name: str, **details: Unpack[PersonDetails]) -> Person:
    """Somebody with these details, not saved; or refused."""
    person = Person()
    _set(person, PersonChanges(name=name, **details))
    return person


@transaction.atomic
def edit_person(
    *,
    actor: User | None,
    person: Person,
    club: Club | None = None,
    reason: str = "",
    **changes: Unpack[PersonChanges],
) -> Person:
    """Change what is given and leave the rest. Returns the person as it is now; without a change, no line is left."""
    person = lock_unmerged_person(person)
    before = field_values(person, RECORDED_FIELDS)
    _set(person, changes)
    changed = _record(actor, audit_actions.PERSON_EDITED, person, before=before, club=club, reason=reason)
    if changed.after:
        person.save()
    return person


def _set(person: Person, changes: PersonChanges) -> None:
    """Put the values into the row, or refuse them."""
    if "name" in changes:
        _set_names(person, changes["name"], changes.get("sort_name", ""))
    elif "sort_name" in changes:
        _set_names(person, person.name, changes["sort_name"])
    person.country = changes.get("country", person.country)
    person.year_of_birth = changes.get("year_of_birth", person.year_of_birth)
    person.shows_year_of_birth = changes.get("shows_year_of_birth", person.shows_year_of_birth)
    person.shows_photo = changes.get("shows_photo", person.shows_photo)
    person.listed = changes.get("listed", person.listed)
    _check_country(person.country)
    _check_year(person.year_of_birth)


def _set_names(person: Person, name: str, sort_name: str) -> None:
    for text in (name, sort_name or name):
        if not names.can_be_read(text):
            raise Refused(_("A name needs at least one letter, and no invisible characters."))
    person.name = names.display_name(name)
    person.sort_name = names.tidy(sort_name) if sort_name else names.sort_name(name)
    person.sort_key = folding.sort_key(person.sort_name)
    person.comparison_key = folding.comparison_key(name)
    longest_name = max(len(person.name), len(person.sort_name))
    longest_key = max(len(person.sort_key), len(person.comparison_key))
    if longest_name > MAX_NAME_LENGTH or longest_key > MAX_KEY_LENGTH:
        raise Refused(
            _("A name can have at most %(max)d characters. Please shorten it.") % {"max": MAX_NAME_LENGTH}
        )


def _check_country(country: str) -> None:
    if country and country not in COUNTRY_CODES:
        raise Refused(
            _("“%(code)s” is not a country code. Please give two capital letters as in ISO 3166, such as DE.")
            % {"code": country}
        )


def _check_year(year: int | None) -> None:
    latest = timezone.now().year
    if year is not None and not MIN_YEAR_OF_BIRTH <= year <= latest:
        raise Refused(
            _("The year of birth has to be between %(earliest)d and %(latest)d.")
            % {"earliest": MIN_YEAR_OF_BIRTH, "latest": latest}
        )


def _record(
    actor: User | None,
    action: Action,
    person: Person,
    *,
    before: Values,
    club: Club | None = None,
    reason: str = "",
) -> Difference:
    return audit.record_changes(
        actor=actor,
        action=action,
        target=person,
        before=before,
        fields=RECORDED_FIELDS,
        private=PRIVATE_FIELDS,
        reason=reason,
        club=club.pk if club else None,
    )


def lock_person(person: Person) -> Person:
    """The row as it is now. Nobody else changes it until the transaction ends."""
    return Person.objects.select_for_update().get(pk=person.pk)


def lock_unmerged_person(person: Person) -> Person:
    """The same, but refused for a profile that was merged into another."""
    person = lock_person(person)
    if person.merged_into is not None:
        raise Refused(
            _("This profile was merged into that of %(name)s. Please change that one.")
            % {"name": person.merged_into}
        )
    return person


def ensure_own_person(account: User) -> Person:
    """The account's person. Who has none yet gets one by the name of the account."""
    person = person_of(account)
    if person is not None:
        return person
    try:
        return create_person(actor=account, name=account.display_name, account=account)
    except Refused:
        # Two clicks at the same moment: the first one made the person.
        person = person_of(account)
        if person is None:
            raise
        return person

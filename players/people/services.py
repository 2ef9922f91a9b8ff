"""What changes people: each function is one transaction and leaves a line in the history."""

from collections.abc import Sequence
from typing import Final, TypedDict, Unpack

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit import services as audit
from audit.actions import Action
from audit.changes import Values, difference, values_of
from players import names
from players.countries import COUNTRY_CODES
from players.errors import Refused
from players.models import Club, Person, User
from players.models.person import EARLIEST_YEAR_OF_BIRTH, LONGEST_KEY, LONGEST_NAME
from players.people import actions
from players.people.locking import locked_and_in_use

# The history keeps these; the keys derived from names are no news.
RECORDED: Final = (
    "name",
    "sort_name",
    "country",
    "year_of_birth",
    "shows_year_of_birth",
    "shows_photo",
    "listed",
    "account",
)
PRIVATE: Final = frozenset({"year_of_birth"})


class Details(TypedDict, total=False):
    """What is known about a person besides the name. Without a sort name, one is derived from the name."""

    sort_name: str
    country: str
    year_of_birth: int | None
    shows_year_of_birth: bool
    shows_photo: bool
    listed: bool


class Changes(Details, total=False):
    name: str


def create_person(
    *,
    actor: User | None,
    name: str,
    account: User | None = None,
    club: Club | None = None,
    **details: Unpack[Details],
) -> Person:
    """Enter somebody. `club` is the one in whose name it is done; membership is another step."""
    person = checked_person(name=name, **details)
    person.account = account
    try:
        with transaction.atomic():
            person.save(force_insert=True)
            _record(actor, actions.ENTERED, person, before={}, club=club)
    except IntegrityError as error:
        if account is None or not Person.objects.filter(account=account).exists():
            raise
        raise Refused(_("This account belongs to a person already.")) from error
    return person


def create_people(*, actor: User | None, people: Sequence[Person], club: Club) -> None:
    """Enter many at once, as `checked_person` made them, in the name of a club: two queries."""
    Person.objects.bulk_create(people)
    created = [
        (person, difference({}, values_of(person, RECORDED), private=PRIVATE).after) for person in people
    ]
    audit.record_creations(actor=actor, action=actions.ENTERED, created=created, club=club.pk)


def checked_person(*, name: str, **details: Unpack[Details]) -> Person:
    """Somebody with these details, not saved; or refused."""
    person = Person()
    _set(person, Changes(name=name, **details))
    return person


@transaction.atomic
def edit_person(
    *,
    actor: User | None,
    person: Person,
    club: Club | None = None,
    reason: str = "",
    **changes: Unpack[Changes],
) -> Person:
    """Change what is given and leave the rest. Returns the person as it is now; without a change, no line is left."""
    person = locked_and_in_use(person)
    before = values_of(person, RECORDED)
    _set(person, changes)
    if values_of(person, RECORDED) != before:
        person.save()
        _record(actor, actions.EDITED, person, before=before, club=club, reason=reason)
    return person


def _set(person: Person, changes: Changes) -> None:
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
            raise Refused(_("A name needs at least one letter, and no characters that cannot be seen."))
    person.name = names.display_name(name)
    person.sort_name = names.tidy(sort_name) if sort_name else names.sort_name(name)
    person.sort_key = names.sort_key(person.sort_name)
    person.comparison_key = names.comparison_key(name)
    longest_name = max(len(person.name), len(person.sort_name))
    longest_key = max(len(person.sort_key), len(person.comparison_key))
    if longest_name > LONGEST_NAME or longest_key > LONGEST_KEY:
        raise Refused(_("A name can have %(most)d characters. Please shorten it.") % {"most": LONGEST_NAME})


def _check_country(country: str) -> None:
    if country and country not in COUNTRY_CODES:
        raise Refused(
            _("“%(code)s” is no country's code. Please give two capital letters as in ISO 3166, such as DE.")
            % {"code": country}
        )


def _check_year(year: int | None) -> None:
    latest = timezone.now().year
    if year is not None and not EARLIEST_YEAR_OF_BIRTH <= year <= latest:
        raise Refused(
            _("The year of birth has to lie between %(earliest)d and %(latest)d.")
            % {"earliest": EARLIEST_YEAR_OF_BIRTH, "latest": latest}
        )


def _record(
    actor: User | None,
    action: Action,
    person: Person,
    *,
    before: Values,
    club: Club | None = None,
    reason: str = "",
) -> None:
    changed = difference(before, values_of(person, RECORDED), private=PRIVATE)
    audit.record(
        actor=actor,
        action=action,
        target=person,
        before=changed.before,
        after=changed.after,
        reason=reason,
        club=club.pk if club else None,
    )

"""A person's row while it is being changed."""

from django.utils.translation import gettext as _

from players.errors import Refused
from players.models import Person


def locked(person: Person) -> Person:
    """The row as it is now, until the transaction ends nobody else's to change."""
    return Person.objects.select_for_update().get(pk=person.pk)


def locked_and_in_use(person: Person) -> Person:
    """The same, but refused for a profile that was merged into another."""
    person = locked(person)
    if person.merged_into is not None:
        raise Refused(
            _("This profile was merged into that of %(name)s. Please change that one.")
            % {"name": person.merged_into}
        )
    return person

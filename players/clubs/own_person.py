"""The person that an account's owner is: founding and joining clubs is done by people."""

from players.errors import Refused
from players.models import Person, User
from players.people.selectors import person_of
from players.people.services import create_person


def own_person(account: User) -> Person:
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

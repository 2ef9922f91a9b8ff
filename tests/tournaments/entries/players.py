"""Players with accounts."""

from collections.abc import Callable

from players.models import Person, User

MakePlayer = Callable[[str], User]


def person_of(account: User) -> Person:
    return Person.objects.get(account=account)

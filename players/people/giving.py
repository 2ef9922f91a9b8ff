"""What a profile would tell the account it is given to: each app that keeps secrets among its people says so here.

    register_secret(hidden_games)

Merging and claiming both give a profile to an account. Who says that the two are one person has to see what that opens.
"""

from collections.abc import Callable

from players.errors import Refused
from players.models import Person, User

Secret = Callable[[Person, User, User], str]
"""Of the person, the account that would get the profile, and whoever says so: why not, or nothing."""

_secrets: list[Secret] = []


def register_secret(secret: Secret) -> None:
    _secrets.append(secret)


def refuse_to_give(person: Person, *, account: User, said_by: User) -> None:
    """Raises Refused if the profile holds what is hidden from both."""
    for secret in _secrets:
        if why := secret(person, account, said_by):
            raise Refused(why)

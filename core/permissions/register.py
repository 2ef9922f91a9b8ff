"""The register of permissions that all policies look up, and the seats they are granted to.

Each app's policies register their own permissions; `docs/permissions.md` is written from the register.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import Promise
from django.utils.module_loading import autodiscover_modules


class Seat(StrEnum):
    """What somebody is towards an object. Everybody is at least a visitor."""

    SITE_ADMINISTRATOR = "site administrator"
    OWNER = "owner"
    ORGANISER = "organiser"
    ARBITER = "arbiter"
    EVENT_ARBITER = "event arbiter"
    MEMBER = "member"
    PERSON_CONCERNED = "person concerned"
    VISITOR = "visitor"


@dataclass(frozen=True)
class Permission:
    """One line of the table: what is done, and which standings are enough for it."""

    key: str
    what: str | Promise
    allowed: frozenset[Seat]

    def granted_to(self, standings: AbstractSet[Seat]) -> bool:
        return not self.allowed.isdisjoint(standings)


_permissions: dict[str, Permission] = {}


def register_permission(key: str, what: str | Promise, allowed: frozenset[Seat]) -> Permission:
    """Add a line to the table. `key` is `subject.action`; the table is divided by the subjects."""
    if key in _permissions:
        raise ImproperlyConfigured(f"Two permissions are called {key!r}.")
    return _permissions.setdefault(key, Permission(key, what, allowed))


def all_permissions() -> tuple[Permission, ...]:
    """Those of every installed app, in the order in which their policies name them."""
    autodiscover_modules("policies")
    return tuple(_permissions.values())


EVERYBODY: Final = frozenset({Seat.VISITOR})

CLUB_MEMBERS: Final = frozenset(
    {Seat.SITE_ADMINISTRATOR, Seat.OWNER, Seat.ORGANISER, Seat.ARBITER, Seat.MEMBER}
)

ORGANISERS: Final = frozenset({Seat.SITE_ADMINISTRATOR, Seat.OWNER, Seat.ORGANISER})
ARBITERS: Final = ORGANISERS | {Seat.ARBITER, Seat.EVENT_ARBITER}
PERSON_CONCERNED: Final = frozenset({Seat.PERSON_CONCERNED})
ADMINISTRATORS: Final = frozenset({Seat.SITE_ADMINISTRATOR})
OWNERS: Final = frozenset({Seat.SITE_ADMINISTRATOR, Seat.OWNER})

"""The register of permissions that all policies look up, and the seats they are granted to.

Policies define their permissions as constants, which their app registers in its `ready()`; `docs/permissions.md` is
written from the register.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from types import ModuleType
from typing import Final

from django.utils.functional import Promise

from core.registry import Registry


class Seat(StrEnum):
    """The part somebody has with regard to an object. Everybody is at least a visitor."""

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
    """One line of the table: what is done, and which seats are enough for it.

    `key` is `subject.action`; the table is divided by the subjects.
    """

    key: str
    what: str | Promise
    allowed: frozenset[Seat]

    def granted_to(self, standings: AbstractSet[Seat]) -> bool:
        return not self.allowed.isdisjoint(standings)


PERMISSIONS: Final = Registry[Permission]("permissions")


def register_permissions(module: ModuleType) -> None:
    """Register the constants of a `policies` module; they keep the order in which it names them."""
    found = [value for value in vars(module).values() if isinstance(value, Permission)]
    for position, permission in enumerate(found):
        PERMISSIONS.register(permission.key, permission, order=position)


def all_permissions() -> tuple[Permission, ...]:
    """Those of every installed app; those of one subject in the order in which its policies name them."""
    return tuple(PERMISSIONS)


EVERYBODY: Final = frozenset({Seat.VISITOR})

CLUB_MEMBERS: Final = frozenset(
    {Seat.SITE_ADMINISTRATOR, Seat.OWNER, Seat.ORGANISER, Seat.ARBITER, Seat.MEMBER}
)

ORGANISERS: Final = frozenset({Seat.SITE_ADMINISTRATOR, Seat.OWNER, Seat.ORGANISER})
ARBITERS: Final = ORGANISERS | {Seat.ARBITER, Seat.EVENT_ARBITER}
PERSON_CONCERNED: Final = frozenset({Seat.PERSON_CONCERNED})
ADMINISTRATORS: Final = frozenset({Seat.SITE_ADMINISTRATOR})
OWNERS: Final = frozenset({Seat.SITE_ADMINISTRATOR, Seat.OWNER})

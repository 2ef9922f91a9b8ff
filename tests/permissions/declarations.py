"""How an address says what it asks of whoever comes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.permissions.register import Permission, Seat
from tests.permissions.world import SEATS, Viewer, World


class Rule(StrEnum):
    """What some addresses ask instead of a permission in the table."""

    EVERYBODY = "nothing: everybody may"
    SIGNED_IN = "that one is signed in, and is about one's own account"
    OWN_ACCOUNT = "that it belongs to one's own account (`concerned` says whose it is)"
    NOBODY = "for more than anybody has here: it is switched off, as what only DEBUG=1 shows"


def nothing(world: World) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class Visit:
    """One way to come to an address, and what is asked there.

    `address` is the name of the URL pattern with its namespace, or its route if it has no name. `arguments` fills the
    pattern and may make what the visit is about; `data` is what is sent (a form, or JSON to the API). `concerned` is
    the seat whom the visited object is about. With `anywhere`, a role in any club is enough, and so the stranger's.
    """

    address: str
    asks: Permission | Rule
    method: str = "GET"
    arguments: Callable[[World], Mapping[str, Any]] = nothing
    data: Callable[[World], Mapping[str, Any]] = nothing
    concerned: Viewer | None = None
    anywhere: bool = False
    note: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, [self.method, self.address, self.note]))

    def may_be_made_by(self, seat: Viewer) -> bool:
        match self.asks:
            case Rule.EVERYBODY:
                return True
            case Rule.SIGNED_IN:
                return seat is not Viewer.VISITOR
            case Rule.OWN_ACCOUNT:
                return seat is self.concerned
            case Rule.NOBODY:
                return False
            case permission:
                return permission.granted_to(self._standings(seat))

    def _standings(self, seat: Viewer) -> set[Seat]:
        standings = SEATS[seat] | {Seat.VISITOR}
        if seat is self.concerned:
            standings |= {Seat.PERSON_CONCERNED}
        if self.anywhere and seat is Viewer.STRANGER:
            standings |= {Seat.OWNER}
        return standings

"""Entries: signing up, managing them, checking in."""

from typing import Any

from tests.permissions.declarations import Rule, Visit
from tests.permissions.visits.events_pages import event_of_the_club
from tests.permissions.world import Seat, World
from tournaments.models import Entry


def paulas_entry(world: World) -> Entry:
    section = event_of_the_club(world).sections.get()
    return Entry.objects.get_or_create(section=section, person=world.people[Seat.CONCERNED])[0]


def a_code(world: World) -> dict[str, Any]:
    return {"code": paulas_entry(world).code}


VISITS = (
    Visit("check-in-by-code", Rule.EVERYBODY, arguments=a_code),
    Visit("check-in-by-code", Rule.EVERYBODY, "POST", arguments=a_code),
    Visit("check-in-picture", Rule.EVERYBODY, arguments=a_code),
)

"""Events: the list, the public pages, and what organisers do with them."""

from typing import Any

from tests.permissions.declarations import Rule, Visit
from tests.permissions.world import Seat, World
from tests.tournaments.events import make_event, make_section
from tournaments import policies
from tournaments.models import Event, EventArbiter, EventState


def event_of_the_club(world: World, state: EventState = EventState.OPEN) -> Event:
    """The one that the seat of the event arbiter is arbiter of."""
    event = Event.objects.filter(club=world.club, state=state).first()
    if event is None:
        event = make_event(club=world.club, state=state, name=f"Spring Open ({state})")
        make_section(event)
        EventArbiter.objects.create(event=event, person=world.people[Seat.EVENT_ARBITER])
    return event


def an_event(world: World) -> dict[str, Any]:
    return {"event": event_of_the_club(world).pk}


def a_draft(world: World) -> dict[str, Any]:
    return {"event": event_of_the_club(world, EventState.DRAFT).pk}


def a_section(world: World) -> dict[str, Any]:
    event = event_of_the_club(world)
    return {"event": event.pk, "section": event.sections.get().pk}


def a_section_of_a_draft(world: World) -> dict[str, Any]:
    event = event_of_the_club(world, EventState.DRAFT)
    return {"event": event.pk, "section": event.sections.get().pk}


VISITS = (
    Visit("events", Rule.EVERYBODY),
    Visit("event", policies.SEE, arguments=an_event),
    Visit("event", policies.SEE_DRAFT, arguments=a_draft, note="still a draft"),
    Visit("section", policies.SEE, arguments=a_section),
    Visit("section", policies.SEE_DRAFT, arguments=a_section_of_a_draft, note="of a draft"),
)

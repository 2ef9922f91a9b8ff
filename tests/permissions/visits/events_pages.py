"""Events: the list, the public pages, and what organisers do with them."""

from typing import Any

from players.models import Person
from tests.permissions.declarations import Rule, Visit
from tests.permissions.world import Viewer, World
from tests.tournaments.builders import make_event, make_section
from tournaments import policies
from tournaments.events.services.events import appoint_arbiter
from tournaments.models import Event, EventNews, EventState


def event_of_the_club(world: World, state: EventState = EventState.OPEN) -> Event:
    """The one that the seat of the event arbiter is arbiter of."""
    event = Event.objects.filter(club=world.club, state=state).first()
    if event is None:
        event = make_event(club=world.club, state=state, name=f"Spring Open ({state})")
        make_section(event)
        appoint_arbiter(actor=None, event=event, person=world.people[Viewer.EVENT_ARBITER])
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


def the_club(world: World) -> dict[str, Any]:
    return {"slug": world.club.slug}


def the_log_as(kind: str) -> Any:
    return lambda world: {**an_event(world), "kind": kind}


def the_history(world: World) -> dict[str, Any]:
    return {"label": "tournaments.event", "pk": event_of_the_club(world).pk}


def a_listed_person(world: World) -> dict[str, Any]:
    Person.objects.filter(pk=world.unclaimed.pk).update(listed=True)
    return {"person": world.unclaimed.pk}


def some_words(world: World) -> dict[str, Any]:
    return {"text": "Doors open at nine."}


def some_news(world: World) -> dict[str, Any]:
    event = event_of_the_club(world)
    return {"event": event.pk, "news": EventNews.objects.create(event=event, text="Doors open at nine.").pk}


VISITS = (
    Visit("events", Rule.EVERYBODY),
    Visit("event", policies.SEE, arguments=an_event),
    Visit("event", policies.SEE_DRAFT, arguments=a_draft, note="still a draft"),
    Visit("event-calendar", policies.SEE, arguments=an_event),
    Visit("event-calendar", policies.SEE_DRAFT, arguments=a_draft, note="of a draft"),
    Visit("club-calendar", Rule.EVERYBODY, arguments=the_club),
    Visit("club-feed", Rule.EVERYBODY, arguments=the_club),
    Visit("site-calendar", Rule.EVERYBODY),
    Visit("site-feed", Rule.EVERYBODY),
    Visit("event-feed", policies.SEE, arguments=an_event),
    Visit("event-feed", policies.SEE_DRAFT, arguments=a_draft, note="of a draft"),
    Visit("person-feed", Rule.EVERYBODY, arguments=a_listed_person),
    Visit("person-calendar", Rule.EVERYBODY, arguments=a_listed_person),
    Visit("choose-club-for-event", Rule.SIGNED_IN),
    Visit("new-event", policies.CREATE, arguments=the_club),
    Visit("new-event", policies.CREATE, "POST", arguments=the_club),
    Visit("import-event", policies.CREATE, arguments=the_club),
    Visit("import-event", policies.CREATE, "POST", arguments=the_club),
    Visit("event-settings", policies.CHANGE, arguments=an_event),
    Visit("event-settings", policies.CHANGE, "POST", arguments=an_event),
    Visit("copy-event", policies.CHANGE, arguments=an_event),
    Visit("copy-event", policies.CHANGE, "POST", arguments=an_event),
    Visit("delete-event", policies.CHANGE, arguments=a_draft),
    Visit("delete-event", policies.CHANGE, "POST", arguments=a_draft),
    Visit("event-step", policies.CONDUCT, "POST", arguments=an_event),
    Visit("start-event", policies.CONDUCT, arguments=an_event),
    Visit("start-event", policies.CONDUCT, "POST", arguments=an_event),
    Visit("event-news", policies.SEE, arguments=an_event),
    Visit("write-news", policies.WRITE_NEWS, "POST", arguments=an_event, data=some_words),
    Visit("delete-news", policies.WRITE_NEWS, "POST", arguments=some_news),
    Visit("event-arbiters", policies.CHANGE, arguments=an_event),
    Visit("event-arbiters", policies.CHANGE, "POST", arguments=an_event),
    Visit("event-log", policies.SEE_HISTORY, arguments=an_event),
    Visit("export-event-log", policies.SEE_HISTORY, arguments=the_log_as("csv")),
    Visit("history", policies.SEE_HISTORY, arguments=the_history, note="of an event"),
    Visit("new-section", policies.CHANGE, arguments=an_event),
    Visit("new-section", policies.CHANGE, "POST", arguments=an_event),
    Visit("section-settings", policies.CHANGE, arguments=a_section),
    Visit("section-settings", policies.CHANGE, "POST", arguments=a_section),
    Visit("section-prizes", policies.CHANGE, "POST", arguments=a_section),
    Visit("move-section", policies.CHANGE, "POST", arguments=a_section),
    Visit("delete-section", policies.CHANGE, "POST", arguments=a_section),
    Visit("section", policies.SEE, arguments=a_section),
    Visit("section", policies.SEE_DRAFT, arguments=a_section_of_a_draft, note="of a draft"),
)

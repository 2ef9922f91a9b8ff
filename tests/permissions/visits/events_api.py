"""Events in the API: every operation asks what the page for the same thing asks."""

from typing import Any

from tests.permissions.declarations import Rule, Visit
from tests.permissions.visits.events_pages import event_of_the_club
from tests.permissions.world import World
from tests.tournaments.events import make_round
from tournaments import policies
from tournaments.models import Entry, EntryState, Event, EventState, Round, RoundState, Section


def an_event(world: World, state: EventState = EventState.OPEN) -> dict[str, Any]:
    return {"pk": event_of_the_club(world, state).pk}


def a_draft(world: World) -> dict[str, Any]:
    return an_event(world, EventState.DRAFT)


def a_section(world: World) -> dict[str, Any]:
    return {"pk": event_of_the_club(world).sections.get().pk}


def a_section_of_a_draft(world: World) -> dict[str, Any]:
    return {"pk": event_of_the_club(world, EventState.DRAFT).sections.get().pk}


def running_event(world: World) -> Event:
    """Paula (1) and Paul (2) play."""
    event = event_of_the_club(world, EventState.RUNNING)
    section = event.sections.get()
    for rank, person in enumerate((world.paula, world.unclaimed), start=1):
        Entry.objects.get_or_create(section=section, person=person, defaults={"starting_rank": rank})
    return event


def paulas_entry(world: World) -> dict[str, Any]:
    return {"pk": running_event(world).sections.get().entries.get(person=world.paula).pk}


def paulas_wish(world: World) -> dict[str, Any]:
    paulas_entry(world)
    Entry.objects.filter(person=world.paula).update(state=EntryState.ASKED)
    return paulas_entry(world)


def round_of(section: Section, state: RoundState) -> Round:
    return Round.objects.filter(section=section).first() or make_round(section, 1, [(1, 2, "")], state=state)


def a_round(world: World, state: RoundState = RoundState.PUBLISHED) -> dict[str, Any]:
    return {"pk": round_of(running_event(world).sections.get(), state).pk}


def an_unpublished_round(world: World) -> dict[str, Any]:
    return a_round(world, RoundState.PAIRED)


def a_board(world: World) -> dict[str, Any]:
    return {"pk": Round.objects.get(**a_round(world)).pairings.get().pk}


def an_unpublished_board(world: World) -> dict[str, Any]:
    return {"pk": Round.objects.get(**an_unpublished_round(world)).pairings.get().pk}


def rank_one(world: World) -> dict[str, Any]:
    return {"number": 1}


def a_section_with_players(world: World) -> dict[str, Any]:
    return {"pk": running_event(world).sections.get().pk}


READING = (
    Visit("api:event-list", Rule.EVERYBODY),
    Visit("api:event-detail", policies.SEE, arguments=an_event),
    Visit("api:event-detail", policies.SEE_DRAFT, arguments=a_draft, note="still a draft"),
    Visit("api:section-list", Rule.EVERYBODY),
    Visit("api:section-detail", policies.SEE, arguments=a_section),
    Visit("api:section-detail", policies.SEE_DRAFT, arguments=a_section_of_a_draft, note="of a draft"),
    Visit("api:table-standings", policies.SEE, arguments=a_section),
    Visit("api:table-standings", policies.SEE_DRAFT, arguments=a_section_of_a_draft, note="of a draft"),
    Visit("api:table-explanation", policies.SEE, arguments=a_section_with_players, data=rank_one),
    Visit("api:entry-list", Rule.EVERYBODY),
    Visit("api:entry-detail", policies.SEE, arguments=paulas_entry),
    Visit("api:round-list", Rule.EVERYBODY),
    Visit("api:round-detail", policies.SEE, arguments=a_round),
    Visit("api:round-detail", policies.PAIR, arguments=an_unpublished_round, note="not published"),
    Visit("api:pairing-list", Rule.EVERYBODY),
    Visit("api:pairing-detail", policies.SEE, arguments=a_board),
    Visit("api:pairing-detail", policies.PAIR, arguments=an_unpublished_board, note="not published"),
)
VISITS = READING

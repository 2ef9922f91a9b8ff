"""Entries: signing up, managing them, checking in."""

from typing import Any

from tests.permissions.declarations import Rule, Visit
from tests.permissions.visits.events_pages import a_draft, an_event, event_of_the_club
from tests.permissions.world import Viewer, World
from tournaments import policies
from tournaments.models import Entry, KeptApart


def paulas_entry(world: World) -> Entry:
    section = event_of_the_club(world).sections.get()
    return Entry.objects.get_or_create(section=section, person=world.people[Viewer.CONCERNED])[0]


def a_code(world: World) -> dict[str, Any]:
    return {"code": paulas_entry(world).code}


def an_entry(world: World) -> dict[str, Any]:
    return {**an_event(world), "entry": paulas_entry(world).pk}


def a_pair(world: World) -> dict[str, Any]:
    one = paulas_entry(world)
    other = Entry.objects.get_or_create(section=one.section, person=world.unclaimed)[0]
    pair, _made = KeptApart.objects.get_or_create(section=one.section, one=one, other=other)
    return {**an_event(world), "pair": pair.pk}


def the_section(world: World) -> dict[str, Any]:
    return {"section": event_of_the_club(world).sections.get().pk}


def a_row(world: World) -> dict[str, Any]:
    return {"row": f"{paulas_entry(world).pk}:absent"}


def paula_in_the_section(world: World) -> dict[str, Any]:
    """Who has played with the club is known to everybody who manages entries."""
    return {**the_section(world), "person": paulas_entry(world).person_id}


VISITS = (
    Visit("event-entries", policies.SEE, arguments=an_event),
    Visit("event-entries", policies.SEE_DRAFT, arguments=a_draft, note="of a draft"),
    Visit("event-sign-up", Rule.SIGNED_IN, arguments=an_event),
    Visit("event-sign-up", Rule.SIGNED_IN, "POST", arguments=an_event),
    Visit("own-entries", Rule.SIGNED_IN, arguments=an_event),
    *(
        Visit(address, policies.ENTER_ONESELF, "POST", arguments=an_entry, concerned=Viewer.CONCERNED)
        for address in ("withdraw-own-entry", "announce-own-absence", "check-in-own-entry")
    ),
    *(
        Visit(address, policies.MANAGE_ENTRIES, arguments=an_event)
        for address in (
            "manage-entries",
            "search-players",
            "enter-new-player",
            "import-entries",
            "enter-members",
            "kept-apart",
            "event-check-in",
            "check-in-slips",
        )
    ),
    *(
        Visit(address, policies.MANAGE_ENTRIES, "POST", arguments=an_event)
        for address in ("enter-new-player", "import-entries", "kept-apart", "refresh-ratings")
    ),
    Visit("enter-player", policies.MANAGE_ENTRIES, "POST", arguments=an_event, data=paula_in_the_section),
    Visit("row-step", policies.MANAGE_ENTRIES, "POST", arguments=an_event, data=a_row),
    Visit("enter-members", policies.MANAGE_ENTRIES, "POST", arguments=an_event, data=paula_in_the_section),
    Visit("everybody-is-here", policies.MANAGE_ENTRIES, "POST", arguments=an_event, data=the_section),
    Visit("mark-absent", policies.MANAGE_ENTRIES, "POST", arguments=an_event, data=the_section),
    Visit("let-meet", policies.MANAGE_ENTRIES, "POST", arguments=a_pair),
    Visit("manage-entry", policies.MANAGE_ENTRIES, arguments=an_entry),
    *(
        Visit(address, policies.MANAGE_ENTRIES, "POST", arguments=an_entry)
        for address in ("manage-entry", "entry-step", "entry-absence", "check-in-entry")
    ),
    Visit("check-in-by-code", Rule.EVERYBODY, arguments=a_code),
    Visit("check-in-by-code", Rule.EVERYBODY, "POST", arguments=a_code),
    Visit("check-in-picture", Rule.EVERYBODY, arguments=a_code),
)

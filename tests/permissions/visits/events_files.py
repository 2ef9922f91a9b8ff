"""Files of an event: for everybody who sees it; what is made for the day, for arbiters."""

from typing import Any

from tests.permissions.declarations import Visit
from tests.permissions.visits.events_pages import a_draft, a_section, a_section_of_a_draft, an_event
from tests.permissions.world import World
from tournaments import policies


def a_list(world: World) -> dict[str, Any]:
    return {**a_section(world), "what": "entries", "kind": "csv"}


def a_list_of_a_draft(world: World) -> dict[str, Any]:
    return {**a_section_of_a_draft(world), "what": "entries", "kind": "csv"}


def certificates(world: World) -> dict[str, Any]:
    return {**a_section(world), "what": "certificates", "kind": "pdf"}


VISITS = (
    Visit("event-files", policies.SEE, arguments=an_event),
    Visit("event-files", policies.SEE_DRAFT, arguments=a_draft, note="of a draft"),
    Visit("section-file", policies.SEE, arguments=a_list),
    Visit("section-file", policies.SEE_DRAFT, arguments=a_list_of_a_draft, note="of a draft"),
    Visit("section-file", policies.CONDUCT, arguments=certificates, note="certificates"),
)

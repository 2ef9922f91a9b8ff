"""Files of an event: for everybody who sees it; what is made for the day, for arbiters."""

from typing import Any

from tests.permissions.declarations import Rule, Visit
from tests.permissions.visits.events_pages import (
    a_draft,
    a_section,
    a_section_of_a_draft,
    an_event,
    the_club,
)
from tests.permissions.world import Viewer, World
from tournaments import policies
from tournaments.models import EventFile


def a_list(world: World) -> dict[str, Any]:
    return {**a_section(world), "what": "entries", "kind": "csv"}


def a_list_of_a_draft(world: World) -> dict[str, Any]:
    return {**a_section_of_a_draft(world), "what": "entries", "kind": "csv"}


def place_cards(world: World) -> dict[str, Any]:
    return {**a_section(world), "what": "place-cards", "kind": "pdf"}


def by_pk(world: World) -> dict[str, Any]:
    return {"pk": an_event(world)["event"]}


def an_event_file(world: World) -> dict[str, Any]:
    """Of the organiser, who has sent it and has not confirmed it."""
    sender = world.accounts[Viewer.ORGANISER]
    file = EventFile.objects.filter(uploaded_by=sender).first()
    file = file or EventFile.objects.create(club=world.club, uploaded_by=sender, size=1)
    return {"slug": world.club.slug, "pk": file.pk}


def its_number(world: World) -> dict[str, Any]:
    return {"pk": an_event_file(world)["pk"]}


def a_file_to_send(world: World) -> dict[str, Any]:
    return {"club": world.club.slug, "content": "UEs="}


def of_sender(address: str, method: str = "GET") -> Visit:
    arguments = its_number if address.startswith("api:") else an_event_file
    return Visit(address, Rule.OWN_ACCOUNT, method, arguments=arguments, concerned=Viewer.ORGANISER)


VISITS = (
    Visit("event-files", policies.SEE, arguments=an_event),
    Visit("event-files", policies.SEE_DRAFT, arguments=a_draft, note="of a draft"),
    Visit("section-file", policies.SEE, arguments=a_list),
    Visit("section-file", policies.SEE_DRAFT, arguments=a_list_of_a_draft, note="of a draft"),
    Visit("section-file", policies.CONDUCT, arguments=place_cards, note="place cards"),
    Visit("download-event", policies.EXPORT, arguments=an_event),
    Visit("api:event-export-file", policies.EXPORT, arguments=by_pk),
    Visit("import-event-file", policies.CREATE, arguments=the_club),
    Visit("import-event-file", policies.CREATE, "POST", arguments=the_club),
    Visit("api:event-file-list", policies.CREATE, "POST", data=a_file_to_send),
    of_sender("event-file"),
    of_sender("event-file-state"),
    of_sender("confirm-event-file", "POST"),
    of_sender("discard-event-file", "POST"),
    of_sender("api:event-file-detail"),
    of_sender("api:event-file-confirm", "POST"),
    of_sender("api:event-file-detail", "DELETE"),
)

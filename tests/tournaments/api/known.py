"""An event with one of everything, by the addresses of the API."""

from typing import Any

from players.models import Club
from tests.tournaments.events import make_event, make_round, make_section
from tournaments.models import EventState


def parts_of_an_event(club: Club) -> dict[str, dict[str, Any]]:
    event = make_event(club=club, state=EventState.RUNNING)
    section = make_section(event, players=4)
    round_ = make_round(section, 1, [(1, 3, "1-0"), (4, 2, "")])
    ids = {
        "events": event.pk,
        "sections": section.pk,
        "entries": section.entries.get(starting_rank=1).pk,
        "rounds": round_.pk,
        "pairings": round_.pairings.get(board=2).pk,
    }
    addresses = (
        "events/{id}/",
        "sections/{id}/",
        "sections/{id}/standings/",
        "sections/{id}/explanation/",
        "entries/{id}/",
        "rounds/{id}/",
        "pairings/{id}/",
    )
    return {f"/api/v1/{address}": {"id": ids[address.partition("/")[0]]} for address in addresses}

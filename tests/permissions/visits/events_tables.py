"""Tables of a section: everybody who sees the event sees them."""

from typing import Any

from tests.permissions.declarations import Visit
from tests.permissions.visits.events_pages import a_section, a_section_of_a_draft
from tests.permissions.world import World
from tournaments import policies
from tournaments.models import Entry


def a_player(world: World) -> dict[str, Any]:
    return _number_one(world, a_section(world))


def a_player_of_a_draft(world: World) -> dict[str, Any]:
    return _number_one(world, a_section_of_a_draft(world))


def _number_one(world: World, arguments: dict[str, Any]) -> dict[str, Any]:
    Entry.objects.get_or_create(
        section_id=arguments["section"], person=world.unclaimed, defaults={"starting_rank": 1}
    )
    return {**arguments, "number": 1}


OF_A_SECTION = ("standings", "crosstable", "progress", "prizes", "rating-report")
OF_A_PLAYER = ("standing", "player-card")
VISITS = (
    *(Visit(name, policies.SEE, arguments=a_section) for name in OF_A_SECTION),
    *(
        Visit(name, policies.SEE_DRAFT, arguments=a_section_of_a_draft, note="of a draft")
        for name in OF_A_SECTION
    ),
    *(Visit(name, policies.SEE, arguments=a_player) for name in OF_A_PLAYER),
    *(
        Visit(name, policies.SEE_DRAFT, arguments=a_player_of_a_draft, note="of a draft")
        for name in OF_A_PLAYER
    ),
)

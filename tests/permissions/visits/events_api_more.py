"""What was added to the API of events page by page: each operation asks what the page for the same thing asks."""

from typing import Any

from tests.permissions.declarations import Rule, Visit
from tests.permissions.visits.events_api import (
    a_board,
    a_report_file,
    a_section,
    a_section_with_players,
    an_event,
    an_unpublished_round,
    rank_one,
    running_event,
    sending,
)
from tests.permissions.visits.events_results import a_board_without_referee as board_without_referee
from tests.permissions.world import Viewer, World
from tournaments import policies


def a_running_event(world: World) -> dict[str, Any]:
    return {"pk": running_event(world).pk}


def paulas_code(world: World) -> dict[str, Any]:
    return {"code": running_event(world).sections.get().entries.get(person=world.paula).code}


def a_board_without_referee(world: World) -> dict[str, Any]:
    return {"pk": board_without_referee(world)["pairing"]}


VISITS = (
    Visit("api:import-preview", policies.CREATE, "POST", data=a_report_file),
    Visit("api:history-log", policies.SEE_HISTORY, arguments=an_event),
    Visit("api:players-of-event-candidates", policies.MANAGE_ENTRIES, arguments=an_event, data=sending(q="Paul")),
    Visit("api:players-of-event-ratings", policies.MANAGE_ENTRIES, "POST", arguments=an_event),
    Visit("api:players-of-section-mark-absent", policies.MANAGE_ENTRIES, "POST", arguments=a_section),
    Visit("api:ending-readiness", policies.CONDUCT, arguments=a_running_event),
    Visit("api:check-in-detail", Rule.EVERYBODY, arguments=paulas_code),
    Visit("api:check-in-list", Rule.EVERYBODY, "POST", data=paulas_code),
    Visit("api:drafting-draft", policies.PAIR, arguments=an_unpublished_round),
    Visit("api:record-of-board-records", policies.SEND_RECORD, arguments=a_board, concerned=Viewer.CONCERNED),
    Visit(
        "api:record-of-board-records", policies.SEND_RECORD, "POST", arguments=a_board, concerned=Viewer.CONCERNED,
        data=sending(text="nothing"),
    ),
    Visit("api:text-record-texts", policies.SEE_TEXT_RECORD, arguments=a_board_without_referee),
    Visit(
        "api:text-record-texts", policies.SEND_RECORD, "POST", arguments=a_board_without_referee,
        concerned=Viewer.CONCERNED, data=sending(text="nothing"),
    ),
    Visit(
        "api:text-record-remove-text", policies.ENTER_RESULTS, "POST", arguments=a_board_without_referee,
        data=sending(text=1),
    ),
    Visit("api:table-progress", policies.SEE, arguments=a_section),
    Visit("api:table-ratings", policies.SEE, arguments=a_section),
    Visit("api:table-player-card", policies.SEE, arguments=a_section_with_players, data=rank_one),
    Visit(
        "api:file-file", policies.SEE, arguments=a_section, data=sending(key="standings", format="csv")
    ),
    Visit(
        "api:file-file", policies.CONDUCT, arguments=a_section, data=sending(key="place-cards", format="pdf"),
        note="for arbiters",
    ),
)  # fmt: skip

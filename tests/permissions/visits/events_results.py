"""Results: the arbiter's pages, the player's own board, records sent for a board, and the end of an event."""

from typing import Any

from players.club_games.services import GameDetails, find_or_add_game
from tests.permissions.declarations import Visit
from tests.permissions.visits.events_pages import event_of_the_club
from tests.permissions.world import Viewer, World
from tests.tournaments.builders import make_round
from tournaments import policies
from tournaments.models import Entry, Event, EventState, Pairing, TextRecord


def the_pairing(world: World) -> Pairing:
    """Of the person concerned against somebody without an account."""
    event = event_of_the_club(world, EventState.RUNNING)
    section = event.sections.get()
    if not section.rounds.exists():
        for rank, person in enumerate((world.paula, world.unclaimed), start=1):
            Entry.objects.create(section=section, person=person, starting_rank=rank)
        make_round(section, 1, [(1, 2, "")])
    return Pairing.objects.get(round__section=section)


def a_round(world: World) -> dict[str, Any]:
    pairing = the_pairing(world)
    section = pairing.round.section
    return {"event": section.event_id, "section": section.pk, "number": 1}


def a_numbered_board(world: World) -> dict[str, Any]:
    return a_round(world) | {"board": 1}


def a_board(world: World) -> dict[str, Any]:
    pairing = the_pairing(world)
    return {"event": pairing.round.section.event_id, "pairing": pairing.pk}


def the_event(world: World) -> dict[str, Any]:
    return {"event": the_pairing(world).round.section.event_id}


def a_key(world: World) -> dict[str, Any]:
    return {"board": "1", "key": "1"}


def a_result(world: World) -> dict[str, Any]:
    return {"do": "save", "result": "1-0"}


def a_report(world: World) -> dict[str, Any]:
    return {"result": "1-0"}


def a_record(world: World) -> dict[str, Any]:
    return {"text": "1. "}


def a_board_without_referee(world: World) -> dict[str, Any]:
    """With a record; `/events/` finds the event by its game."""
    pairing = the_pairing(world)
    event = pairing.round.section.event
    if event.is_refereed:
        game = find_or_add_game(actor=None, club=world.club, details=CHESS)
        Event.objects.filter(pk=event.pk).update(game=game.slug)
    return {"event": event.pk, "pairing": pairing.pk}


def a_text(world: World) -> dict[str, Any]:
    board = a_board_without_referee(world)
    text, _made = TextRecord.objects.get_or_create(
        pairing_id=board["pairing"], digest="x", defaults={"text": "1. e4"}
    )
    return board | {"pk": text.pk}


def the_text(world: World) -> dict[str, Any]:
    return {"record": a_text(world)["pk"]}


def the_end(world: World) -> dict[str, Any]:
    return {"do": "finish", "reason": "Over."}


CHESS = GameDetails(name="Chess", first_side="White", second_side="Black", has_draws=True)
RESULTS, OWN = policies.ENTER_RESULTS, policies.REPORT_RESULT
SEND = policies.SEND_RECORD
PAULA = Viewer.CONCERNED

VISITS = (
    Visit("round-results", RESULTS, arguments=a_round),
    Visit("round-results", RESULTS, "POST", arguments=a_round, data=a_key),
    Visit("board", RESULTS, arguments=a_board),
    Visit("board", RESULTS, "POST", arguments=a_board, data=a_result),
    Visit("waiting-decisions", RESULTS, arguments=the_event),
    Visit("own-board", OWN, arguments=a_numbered_board, concerned=PAULA),
    Visit("own-board", OWN, "POST", arguments=a_numbered_board, data=a_report, concerned=PAULA),
    Visit("send-record", SEND, arguments=a_board, concerned=PAULA),
    Visit("send-record", SEND, "POST", arguments=a_board, data=a_record, concerned=PAULA),
    Visit("board-texts", policies.SEE_TEXT_RECORD, arguments=a_board_without_referee),
    Visit("board-texts", RESULTS, "POST", arguments=a_board_without_referee, data=the_text),
    Visit("text-record", policies.SEE_TEXT_RECORD, arguments=a_text),
    Visit("event-finish", policies.CONDUCT, arguments=the_event),
    Visit("event-finish", policies.CONDUCT, "POST", arguments=the_event, data=the_end),
)

"""Games that are followed while they are recorded."""

from collections.abc import Mapping
from typing import Any

from games.live import policies
from games.live.services import share_recording
from games.models import LiveMode, Recording
from games.recorder.services.drafts import start_recording
from tests.games.recorder.steps import enter
from tests.permissions.declarations import Visit
from tests.permissions.visits.events_rounds import section_of_the_day
from tests.permissions.world import Viewer, World
from tournaments import policies as event_policies
from tournaments.event_records import target_pairing
from tournaments.models import Event, Pairing


def paulas_draft(world: World) -> Mapping[str, Any]:
    draft = start_recording(account=world.accounts[Viewer.CONCERNED], kind="barragoon", tags={})
    return {"key": draft.key}


def paulas_live_game(world: World) -> Mapping[str, Any]:
    account = world.accounts[Viewer.CONCERNED]
    draft = start_recording(account=account, kind="barragoon", tags={})
    enter(draft, "c2-c4")
    return {"key": share_recording(actor=account, recording=draft, mode=LiveMode.ON).key}


def the_event(world: World) -> dict[str, Any]:
    section = section_of_the_day(world)
    Event.objects.filter(pk=section.event_id).update(live_boards="on")
    pairing = Pairing.objects.get(round__section=section, round__number=1, board=1)
    account = world.accounts[Viewer.EVENT_ARBITER]
    draft = Recording.objects.create(account=account, kind="barragoon", meant_for=target_pairing(pairing))
    enter(draft, "c2-c4")
    return {"event": section.event_id}


def the_board(world: World) -> dict[str, Any]:
    arguments = the_event(world)
    pairing = Pairing.objects.get(round__section__event=arguments["event"], round__number=1, board=1)
    return {**arguments, "pairing": pairing.pk}


VISITS = (
    Visit("live-game", policies.FOLLOW_LIVE, arguments=paulas_live_game),
    Visit("live-game-changes", policies.FOLLOW_LIVE, arguments=paulas_live_game),
    Visit("share-recording", policies.SHARE_LIVE, arguments=paulas_draft, concerned=Viewer.CONCERNED),
    Visit(
        "share-recording",
        policies.SHARE_LIVE,
        "POST",
        arguments=paulas_draft,
        data=lambda world: {"mode": "on", "delay": 0},
        concerned=Viewer.CONCERNED,
    ),
    Visit("live-boards", event_policies.SEE, arguments=the_event),
    Visit("live-projector", event_policies.SEE, arguments=the_event),
    Visit("live-changes", event_policies.SEE, arguments=the_event),
    Visit("live-board", event_policies.SEE, arguments=the_board),
    Visit("live-board-changes", event_policies.SEE, arguments=the_board),
)

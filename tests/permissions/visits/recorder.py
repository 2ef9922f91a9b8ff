"""The recorder: drafts are their owner's."""

from collections.abc import Mapping
from typing import Any

from engine.core import FIRST
from games.recorder import policies
from games.recorder.services.drafts import start_recording
from games.recorder.services.seats import invitation_to, start_shared_recording
from tests.games.recorder.steps import enter
from tests.permissions.declarations import Rule, Visit
from tests.permissions.world import Viewer, World


def paulas_draft(world: World) -> Mapping[str, Any]:
    draft = start_recording(account=world.accounts[Viewer.CONCERNED], kind="barragoon", tags={})
    enter(draft, "c2-c4")
    return {"key": draft.key}


def paulas_seat(world: World) -> Mapping[str, Any]:
    account = world.accounts[Viewer.CONCERNED]
    shared = start_shared_recording(account=account, kind="stratego", tags={}, side=FIRST)
    return {"key": shared.key}


def an_invitation(world: World) -> Mapping[str, Any]:
    account = world.accounts[Viewer.CONCERNED]
    shared = start_shared_recording(account=account, kind="stratego", tags={}, side=FIRST)
    return {"invitation": invitation_to(shared)}


VISITS = (
    Visit("saved-setups", Rule.SIGNED_IN, "POST"),
    Visit("join-recording", Rule.SIGNED_IN, arguments=an_invitation),
    Visit("join-recording", Rule.SIGNED_IN, "POST", arguments=an_invitation),
    Visit("recording-seat", policies.SIT_AT_RECORDING, arguments=paulas_seat, concerned=Viewer.CONCERNED),
    Visit(
        "recording-seat-steps", policies.SIT_AT_RECORDING, arguments=paulas_seat, concerned=Viewer.CONCERNED
    ),
    Visit(
        "recording-seat-steps",
        policies.SIT_AT_RECORDING,
        "POST",
        arguments=paulas_seat,
        concerned=Viewer.CONCERNED,
    ),
    Visit(
        "recording-seat-setup",
        policies.SIT_AT_RECORDING,
        "POST",
        arguments=paulas_seat,
        concerned=Viewer.CONCERNED,
    ),
    Visit(
        "recording-rules",
        policies.CONTINUE_RECORDING,
        "POST",
        arguments=paulas_draft,
        concerned=Viewer.CONCERNED,
    ),
    Visit("record", Rule.SIGNED_IN),
    Visit("record", Rule.SIGNED_IN, "POST"),
    Visit("recording", policies.CONTINUE_RECORDING, arguments=paulas_draft, concerned=Viewer.CONCERNED),
    Visit("recording-steps", policies.CONTINUE_RECORDING, arguments=paulas_draft, concerned=Viewer.CONCERNED),
    Visit(
        "recording-steps",
        policies.CONTINUE_RECORDING,
        "POST",
        arguments=paulas_draft,
        concerned=Viewer.CONCERNED,
    ),
    Visit(
        "hand-in-recording",
        policies.CONTINUE_RECORDING,
        "POST",
        arguments=paulas_draft,
        concerned=Viewer.CONCERNED,
    ),
    Visit(
        "adjourn-recording",
        policies.CONTINUE_RECORDING,
        "POST",
        arguments=paulas_draft,
        concerned=Viewer.CONCERNED,
    ),
    Visit(
        "delete-recording",
        policies.DELETE_RECORDING,
        "POST",
        arguments=paulas_draft,
        concerned=Viewer.CONCERNED,
    ),
)

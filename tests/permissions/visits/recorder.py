"""The recorder: drafts are their owner's."""

from collections.abc import Mapping
from typing import Any

from games.recorder import policies
from games.recorder.services.drafts import start_recording
from tests.games.recorder.steps import enter
from tests.permissions.declarations import Rule, Visit
from tests.permissions.world import Viewer, World


def paulas_draft(world: World) -> Mapping[str, Any]:
    draft = start_recording(account=world.accounts[Viewer.CONCERNED], kind="barragoon", tags={})
    enter(draft, "c2-c4")
    return {"key": draft.key}


VISITS = (
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

"""Analyses: whose notebook they are in, and what is shared of them."""

from collections.abc import Mapping
from typing import Any

from games.analysis import policies
from games.analysis.services import analyse_position, share_analysis
from games.models import Analysis
from tests.permissions.declarations import Rule, Visit
from tests.permissions.world import Viewer, World


def paulas(world: World) -> Analysis:
    return analyse_position(account=world.accounts[Viewer.CONCERNED], kind="barragoon", title="An idea")


def paulas_analysis(world: World) -> Mapping[str, Any]:
    return {"key": paulas(world).key}


def shared_analysis(world: World) -> Mapping[str, Any]:
    analysis = paulas(world)
    share_analysis(actor=analysis.account, analysis=analysis, is_shared=True)
    return {"key": analysis.share_key}


def own(address: str, method: str = "GET") -> Visit:
    return Visit(
        address, policies.KEEP_ANALYSIS, method, arguments=paulas_analysis, concerned=Viewer.CONCERNED
    )


VISITS = (
    Visit("analyses", Rule.SIGNED_IN),
    Visit("analyses", Rule.SIGNED_IN, "POST"),
    Visit("position-editor", Rule.SIGNED_IN),
    Visit("check-position", Rule.SIGNED_IN, "POST"),
    Visit("dead-position", Rule.SIGNED_IN, "POST"),
    own("analysis"),
    own("analysis-record"),
    own("save-analysis", "POST"),
    own("share-analysis", "POST"),
    own("delete-analysis", "POST"),
    Visit("shared-analysis", policies.READ_SHARED_ANALYSIS, arguments=shared_analysis),
    Visit("shared-analysis-record", policies.READ_SHARED_ANALYSIS, arguments=shared_analysis),
)

"""Pages that belong to no app."""

from typing import Any

from config.monitoring.workers import WORKER_KINDS
from core.monitoring.heartbeats import record_worker
from players.policies import ADMINISTER_SITE
from tests.permissions.declarations import Rule, Visit
from tests.permissions.world import World


def with_a_worker(world: World) -> dict[str, Any]:
    """Without one the site says 503, which is no answer to who may ask."""
    record_worker(WORKER_KINDS)
    return {}


VISITS = (
    Visit("home", Rule.EVERYBODY),
    Visit("decisions", Rule.SIGNED_IN),
    Visit("decision-count", Rule.EVERYBODY),
    Visit("favicon.ico", Rule.EVERYBODY),
    Visit("service-worker", Rule.EVERYBODY),
    Visit("choose-theme", Rule.EVERYBODY, "POST", data=lambda world: {"theme": "dark"}),
    Visit("style-guide", Rule.NOBODY),
    Visit("guides", Rule.EVERYBODY),
    Visit("guide", Rule.EVERYBODY, arguments=lambda world: {"name": "events"}),
    Visit("all-rules", Rule.EVERYBODY),
    Visit("game-rules", Rule.EVERYBODY, arguments=lambda world: {"game": "barragoon"}),
    Visit("set_language", Rule.EVERYBODY, "POST", data=lambda world: {"language": "de"}),
    Visit("status", ADMINISTER_SITE),
    # Without METRICS_TOKEN; who may with it is seen in tests/config/monitoring/test_metrics.py.
    Visit("metrics", Rule.NOBODY),
    Visit("healthz", Rule.EVERYBODY),
    Visit("readyz", Rule.EVERYBODY, data=with_a_worker),
)

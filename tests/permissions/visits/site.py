"""Pages that belong to no app."""

from typing import Any

from config.health import record_heartbeat
from tests.permissions.declarations import Rule, Visit
from tests.permissions.world import World


def with_a_worker(world: World) -> dict[str, Any]:
    """Without one the site says 503, which is no answer to who may ask."""
    record_heartbeat()
    return {}


VISITS = (
    Visit("home", Rule.EVERYBODY),
    Visit("favicon.ico", Rule.EVERYBODY),
    Visit("choose-theme", Rule.EVERYBODY, "POST", data=lambda world: {"theme": "dark"}),
    Visit("style-guide", Rule.NOBODY),
    Visit("set_language", Rule.EVERYBODY, "POST", data=lambda world: {"language": "de"}),
    Visit("healthz", Rule.EVERYBODY),
    Visit("readyz", Rule.EVERYBODY, data=with_a_worker),
)

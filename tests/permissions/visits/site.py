"""Pages that belong to no app."""

from typing import Any

from jobs.heartbeat import note_worker_alive
from tests.permissions.declarations import Rule, Visit
from tests.permissions.world import World


def with_a_worker(world: World) -> dict[str, Any]:
    """Without one the site says 503, which is no answer to who may ask."""
    note_worker_alive()
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

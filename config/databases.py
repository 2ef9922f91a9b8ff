"""The databases: SQLite or PostgreSQL, a PgBouncer in between, and a replica that public pages may read from."""

from pathlib import Path
from typing import Any, Final

from config.environment import ConfigurationError, Environment

PRIMARY: Final = "default"
REPLICA: Final = "replica"
SQLITE: Final = "django.db.backends.sqlite3"

# To open even a file takes as long as some queries.
CONNECTION_SECONDS: Final = 60
# Our queries are short: the server would need longer to call further processes in than to answer alone. And it may look
# things up in any order, as disks without moving parts and a database that fits into the memory can.
PLANNER_OPTIONS: Final = "-c max_parallel_workers_per_gather=0 -c jit=off -c random_page_cost=1.1"
# A replica that does not answer is given up soon: the primary has everything as well.
REPLICA_OPTIONS: Final = {"connect_timeout": 2, "tcp_user_timeout": 3000}


def read_databases(env: Environment, *, var: Path) -> dict[str, dict[str, Any]]:
    """As Django wants them, by alias."""
    primary = env.database("DATABASE_URL", default=var / "kiebitz.sqlite3")
    is_pooled = env.flag("PGBOUNCER", default=False)
    databases = {PRIMARY: primary}
    if env.text("DATABASE_REPLICA_URL"):
        replica = env.database("DATABASE_REPLICA_URL", default=var)
        if SQLITE in (primary["ENGINE"], replica["ENGINE"]):
            raise ConfigurationError(
                "DATABASE_REPLICA_URL is set, but only PostgreSQL has replicas: name PostgreSQL in both "
                "DATABASE_URL and DATABASE_REPLICA_URL, or leave the replica out."
            )
        replica["OPTIONS"] = REPLICA_OPTIONS | replica["OPTIONS"]
        # Tests that know no replica make no second database.
        replica["TEST"] = {"MIRROR": PRIMARY}
        databases[REPLICA] = replica
    cache = env.number("SQLITE_CACHE_KB", 16000, minimum=500)
    for database in databases.values():
        if database["ENGINE"] == SQLITE:
            _complete_sqlite(database, cache=cache)
        else:
            _complete_postgres(database, is_pooled=is_pooled)
        database["CONN_MAX_AGE"] = CONNECTION_SECONDS
    return databases


def _complete_sqlite(database: dict[str, Any], *, cache: int) -> None:
    """`cache` are the kilobytes of each connection, and each thread has one."""
    database["OPTIONS"] = {
        # Writers queue up instead of failing half-way: a transaction takes the write lock when it begins.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-{cache};",
    }


def _complete_postgres(database: dict[str, Any], *, is_pooled: bool) -> None:
    database["CONN_HEALTH_CHECKS"] = True
    database["OPTIONS"].setdefault("connect_timeout", 5)
    if is_pooled:
        # Between two transactions the pooler may give our connection to somebody else: nothing may outlive one. Django
        # prepares no statements on the server by itself, and the role says what PLANNER_OPTIONS would.
        database["DISABLE_SERVER_SIDE_CURSORS"] = True
    else:
        database["OPTIONS"].setdefault("options", PLANNER_OPTIONS)

"""Which faults come, when and for how long: all of it follows from the seed, so a run's faults can be repeated."""

import random
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple


class FaultKind(StrEnum):
    WORKER_KILLED = "worker killed"
    WORKER_CHILD_KILLED = "process of a worker killed"
    WORKER_RESTARTED = "worker restarted"
    WORKER_STOPPED = "worker stopped for a while"
    WEB_KILLED = "web server killed"
    WEB_CHILD_KILLED = "process of a web server killed"
    WEB_RESTARTED = "web server restarted"
    WEB_STOPPED = "process of a web server stopped for a while"
    BEAT_KILLED = "beat killed"
    BEAT_STOPPED = "beat stopped for a while"
    TWO_BEATS = "two beats"
    REDIS_KILLED = "Redis killed"
    REDIS_EMPTIED = "Redis emptied while it runs"
    REDIS_WIPED = "Redis killed and its data lost"
    REDIS_FROZEN = "Redis answers nobody for a while"
    POSTGRES_RESTARTED = "PostgreSQL restarted"
    POSTGRES_KILLED = "PostgreSQL ended as in a crash"
    CONNECTIONS_ENDED = "connections to PostgreSQL ended"
    DISK_FULL = "disk full for a while"
    TWO_PREPARE = "two prepare at once"
    BACKUP = "backup taken"


# These two are no harm to the site; they have to succeed, unless something else is broken at the same time.
COMMANDS: Final = frozenset({FaultKind.TWO_PREPARE, FaultKind.BACKUP})
PAUSE_SECONDS: Final = (1.0, 6.0)
LENGTH_SECONDS: Final = (2.0, 8.0)
SHARE_OF_PAIRS: Final = 0.2
TARGETS: Final = 1000


class PlannedFault(NamedTuple):
    """`kinds` are one or two at once. `target` chooses among several programs or processes of a kind."""

    kinds: tuple[FaultKind, ...]
    pause: float
    seconds: float
    target: int

    @property
    def name(self) -> str:
        return " + ".join(self.kinds)


def planned_faults(seed: int) -> Iterator[PlannedFault]:
    """Without an end. Each kind comes once before any comes again, so that a short run has many kinds."""
    rng = random.Random(seed)  # noqa: S311  faults, not secrets
    deck: list[FaultKind] = []
    while True:
        if not deck:
            deck = rng.sample(list(FaultKind), len(FaultKind))
        kinds = [deck.pop()]
        if deck and rng.random() < SHARE_OF_PAIRS:
            kinds.append(deck.pop())
        yield PlannedFault(
            tuple(kinds),
            pause=round(rng.uniform(*PAUSE_SECONDS), 1),
            seconds=round(rng.uniform(*LENGTH_SECONDS), 1),
            target=rng.randrange(TARGETS),
        )

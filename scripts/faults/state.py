"""What the site has, in plain values: what the checks look at."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class StoredUpload:
    name: str
    accepted: int
    errors: int
    unfinished: int
    duplicates: int
    games: int


@dataclass(frozen=True)
class Facts:
    uploads: list[StoredUpload] = field(default_factory=list)
    games: int = 0
    results: dict[int, str] = field(default_factory=dict)
    published_rounds: set[int] = field(default_factory=set)
    history_lines: dict[str, int] = field(default_factory=dict)  # of those that must stand there once
    rated_events: dict[int, int] = field(default_factory=dict)  # event → how often it was handed over
    confirmations: dict[int, int] = field(default_factory=dict)  # game → players who have confirmed
    photos: dict[int, str] = field(default_factory=dict)  # person → key of what its files hold
    list_versions: dict[str, list[int]] = field(default_factory=dict)  # of each rating list, in their order
    failed_jobs: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Queues:
    """Rows are read before and after the queues: they become fewer all the time."""

    messages: int
    waiting: int

"""The kinds of jobs there are: each names its rows, how the work is prepared and how its effect is written."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.core.exceptions import ImproperlyConfigured

from core.registry import Registry
from jobs.models import WorkItem
from jobs.queues import DEFAULT_QUEUE


class PermanentFailure(Exception):
    """Raised while preparing: trying again will not help. The message is kept with the item and shown to people."""


def _write_nothing(item: Any, result: Any) -> None:
    """Some kinds write what they have done piece by piece, while they prepare."""


def _do_nothing(item: Any) -> None:
    """For most kinds, nothing else depends on an item that failed."""


def _nothing_to_load() -> None:
    """Most kinds have all they need when their module is loaded."""


class BatchResult(NamedTuple):
    """Which items of a batch are done now, and which are to be tried alone; with the others nobody has begun."""

    done: Collection[int]
    failed: Collection[int] = ()


@dataclass(frozen=True, kw_only=True)
class Batch:
    """How many small items are done at once, for a transaction each would cost more than their work.

    `size(item)` says how many items like this one are worth a transaction; none, if it is to be done alone.
    `prepare(items, go_on)` and `apply(items, result)` are as those of `JobKind`; `apply` says which items are done.
    `prepare` asks `go_on()` now and then, outside any transaction, and ends as soon as it is false: a second has
    passed. Rounds that wait are paired meanwhile (`jobs.urgent`). If something goes wrong nothing is written, and each
    item is tried alone.
    """

    size: Callable[[Any], int]
    prepare: Callable[[Sequence[Any], Callable[[], bool]], Any]
    apply: Callable[[Sequence[Any], Any], BatchResult]


@dataclass(frozen=True, kw_only=True)
class JobKind:
    """`prepare(item)` does the slow part outside any transaction and may happen more than once.

    `apply(item, result)` writes the effect. It runs in the transaction that marks the item done, with the row
    locked, so it happens exactly once. `on_failure(item)` likewise, when the item is marked failed: what waits for it
    would wait for ever. `on_retry(item)` takes that back, when an administrator lets a failed item be tried again.

    `expected_errors` are the errors of others, a mail server that is away: the log has a line of them, and of all
    others where in our code they came from.

    `warm_up()` loads what the work needs and nobody else does. A worker calls it before it forks its processes, which
    then share it.
    """

    name: str
    model: type[WorkItem]
    prepare: Callable[[Any], Any]
    apply: Callable[[Any, Any], None] = _write_nothing
    on_failure: Callable[[Any], None] = _do_nothing
    on_retry: Callable[[Any], None] = _do_nothing
    expected_errors: tuple[type[Exception], ...] = ()
    warm_up: Callable[[], None] = _nothing_to_load
    max_attempts: int = 10
    # 0 to 9: what has a larger number is taken up when nothing with a smaller one is waiting.
    priority: int = 0
    queue: str = DEFAULT_QUEUE
    batch: Batch | None = None
    # Others take over when a worker has not been heard of for so long, or for JOB_LEASE if that is shorter.
    max_lease_seconds: float = 20


JOB_KINDS: Final = Registry[JobKind]("kinds of jobs")


def register_kinds(*kinds: JobKind) -> None:
    for kind in kinds:
        JOB_KINDS.register(kind.name, kind)


def kind_for(item: WorkItem) -> JobKind:
    for kind in JOB_KINDS:
        if isinstance(item, kind.model):
            return kind
    raise ImproperlyConfigured(f"No kind of job works on {type(item).__name__} rows.")

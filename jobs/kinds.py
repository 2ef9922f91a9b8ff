"""The kinds of jobs there are: each names its rows, how the work is prepared and how its effect is written."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

from core.registry import Registry
from jobs.models import WorkItem


class PermanentFailure(Exception):
    """Raised while preparing: trying again will not help. The message is kept with the item and shown to people."""


def _write_nothing(item: Any, result: Any) -> None:
    """Some kinds write what they have done piece by piece, while they prepare."""


def _do_nothing(item: Any) -> None:
    """For most kinds, nothing else depends on an item that failed."""


def _nothing_to_load() -> None:
    """Most kinds have all they need when their module is loaded."""


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


JOB_KINDS: Final = Registry[JobKind]("kinds of jobs")


def register_kinds(*kinds: JobKind) -> None:
    for kind in kinds:
        JOB_KINDS.register(kind.name, kind)


def kind_for(item: WorkItem) -> JobKind:
    for kind in JOB_KINDS:
        if isinstance(item, kind.model):
            return kind
    raise ImproperlyConfigured(f"No kind of job works on {type(item).__name__} rows.")

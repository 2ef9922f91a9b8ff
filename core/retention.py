"""What is deleted after a time: each app registers rules for its own rows, and one task a night goes through them.

Rows go in small batches, each in a short transaction, the oldest first. A rule may be applied twice, or by two workers
at once, and be interrupted anywhere: what is left is found the next time. No rule may take what a page or a later job
still needs.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.registry import Registry

logger = logging.getLogger(__name__)

ROWS_AT_A_TIME: Final = 500


@dataclass(frozen=True, kw_only=True)
class RetentionRule:
    """`rows(before)` are those that may go if they were done with before that time.

    `setting` names the setting with the number of days; 0 there means that they are kept for ever. `delete(rows)` takes
    a query for some of them, in a transaction, with the rows locked; without it the rows themselves are deleted.
    """

    title: str
    setting: str
    rows: Callable[[datetime], QuerySet[Any]]
    delete: Callable[[QuerySet[Any]], object] = lambda rows: rows.delete()
    rows_at_a_time: int = ROWS_AT_A_TIME

    @property
    def days(self) -> int:
        return int(getattr(settings, self.setting))

    def due_rows(self) -> QuerySet[Any] | None:
        """None if they are kept for ever."""
        return self.rows(timezone.now() - timedelta(days=self.days)) if self.days else None


RETENTION: Final = Registry[RetentionRule]("rules of retention")


class DueRows(NamedTuple):
    rule: RetentionRule
    number: int


class Deletion(NamedTuple):
    """How many rows went, by the rules' names; `is_complete` unless the time was over before."""

    deleted: dict[str, int]
    is_complete: bool


def count_due_rows() -> Iterator[DueRows]:
    """For each rule, what would go now."""
    for rule in RETENTION:
        due = rule.due_rows()
        yield DueRows(rule, 0 if due is None else due.count())


def delete_due_rows(*, seconds: float) -> Deletion:
    """All that is due, or as much as can be deleted in that time."""
    ends_at, deleted = monotonic() + seconds, {}
    for name, rule in RETENTION.items():
        deleted[name] = 0
        while count := _delete_some(rule):
            deleted[name] += count
            if monotonic() > ends_at:
                return Deletion(deleted, is_complete=False)
    return Deletion(deleted, is_complete=True)


@transaction.atomic
def _delete_some(rule: RetentionRule) -> int:
    """How many rows were looked at: 0 if nothing is left for us. What another worker has just locked is its own."""
    due = rule.due_rows()
    if due is None:
        return 0
    skips = connection.features.has_select_for_update_skip_locked
    locked = due.order_by("pk").select_for_update(skip_locked=skips, of=("self",) if skips else ())
    keys = list(locked.values_list("pk", flat=True)[: rule.rows_at_a_time])
    if keys:
        rule.delete(due.model._default_manager.filter(pk__in=keys))
        logger.info("%d rows of “%s” were deleted.", len(keys), rule.title)
    return len(keys)

"""Read the history: of an object, of a club, and as rows for an export. Each is one query, newest line first."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q, QuerySet

from audit.changes import Value
from audit.models import AuditEntry

ROWS_AT_A_TIME = 2000


@dataclass(frozen=True, kw_only=True)
class HistoryFilter:
    """What to look for; what is left out does not matter. `since` is included, `until` is not."""

    actor: int | None = None
    actions: frozenset[str] = frozenset()
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True)
class HistoryRow:
    """A line as it is exported."""

    when: datetime
    actor: str
    action: str
    sentence: str
    target_kind: str
    target_id: int
    target: str
    before: dict[str, Value]
    after: dict[str, Value]
    reason: str
    request_id: str


EVERYTHING = HistoryFilter()


def history_of(target: Model) -> QuerySet[AuditEntry]:
    """The lines about one object. The caller cuts a page out of it."""
    kind = ContentType.objects.get_for_model(target)
    return _newest_first(AuditEntry.objects.filter(target_type=kind, target_id=target.pk))


def history_of_club(club: int, wanted: HistoryFilter = EVERYTHING) -> QuerySet[AuditEntry]:
    """The lines that concern a club, whatever they are about."""
    return _newest_first(AuditEntry.objects.filter(_condition(wanted), club_id=club))


def export_rows(entries: QuerySet[AuditEntry]) -> Iterator[HistoryRow]:
    """Every line, read a few thousand at a time: the memory needed does not grow with the history."""
    for entry in entries.iterator(chunk_size=ROWS_AT_A_TIME):
        # Content types are few and remembered by their manager: no query a row.
        kind = ContentType.objects.get_for_id(entry.target_type_id)
        yield HistoryRow(
            when=entry.when,
            actor=entry.actor_name,
            action=entry.action,
            sentence=str(entry),
            target_kind=f"{kind.app_label}.{kind.model}",
            target_id=entry.target_id,
            target=entry.target_name,
            before=entry.before,
            after=entry.after,
            reason=entry.reason,
            request_id=entry.request_id,
        )


def _newest_first(entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    return entries.order_by("-when", "-pk")


def _condition(wanted: HistoryFilter) -> Q:
    condition = Q()
    if wanted.actor is not None:
        condition &= Q(actor_id=wanted.actor)
    if wanted.actions:
        condition &= Q(action__in=wanted.actions)
    if wanted.since is not None:
        condition &= Q(when__gte=wanted.since)
    if wanted.until is not None:
        condition &= Q(when__lt=wanted.until)
    return condition

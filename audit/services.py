"""Write lines of the history in the transaction of their change, and redact the names of who wants to be forgotten."""

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.contenttypes.models import ContentType
from django.db import Error, connection, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from audit import partitions
from audit.actions import Action, is_registered
from audit.changes import REDACTED, Difference, Value, Values, difference, field_values
from audit.models import AuditEntry
from audit.triggers import NAME_KEYS, VALUE_COLUMNS
from core.db.bulk import insert_rows
from core.web import request_ids

logger = logging.getLogger(__name__)

# What a form or the API takes as the reason of a change, unless it has a limit of its own.
MAX_REASON_LENGTH: Final = 500
MAX_ACTOR_NAME_LENGTH = 120
MAX_TARGET_NAME_LENGTH = 200
MAX_REQUEST_ID_LENGTH = 64
ROWS_AT_A_TIME: Final = 2000

# Keys under which a line about one object names another of its kind.
MENTION_KEYS: Final = ("profile", "merged_into")


class CannotRecord(Exception):
    """The caller made a mistake that no user can mend."""


def record(
    *,
    actor: AbstractBaseUser | None,
    action: Action,
    target: Model,
    before: Values,
    after: Values,
    reason: str = "",
    club: int | None = None,
) -> AuditEntry:
    """Write that `actor` changed `target`; without an actor, the site itself did. `club` is the id of one concerned.

    A change and its line are written together or not at all, so the caller's transaction has to be open.
    """
    _check_caller(action)
    if target.pk is None:
        raise CannotRecord("A line of the history needs an object with an id: save it first.")
    return AuditEntry.objects.create(
        actor_id=actor.pk if actor else None,
        actor_name=str(actor)[:MAX_ACTOR_NAME_LENGTH] if actor else "",
        action=action.key,
        target_type=ContentType.objects.get_for_model(target),
        target_id=target.pk,
        target_name=str(target)[:MAX_TARGET_NAME_LENGTH],
        club_id=club,
        before=dict(before),
        after=dict(after),
        reason=reason,
        request_id=request_ids.current_request_id()[:MAX_REQUEST_ID_LENGTH],
    )


def record_changes(
    *,
    actor: AbstractBaseUser | None,
    action: Action,
    target: Model,
    before: Values,
    fields: Iterable[str],
    private: Collection[str] = (),
    reason: str = "",
    club: int | None = None,
) -> Difference:
    """Compare these fields of `target` with their values before; a line is written if something differs.

    Saves nothing but the line.
    """
    changed = difference(before, field_values(target, fields), private=private)
    if changed.before or changed.after:
        record(
            actor=actor,
            action=action,
            target=target,
            before=changed.before,
            after=changed.after,
            reason=reason,
            club=club,
        )
    return changed


class NewRow(NamedTuple):
    """A new object as the history names it."""

    pk: int
    name: str
    values: Values


def record_creations(
    *,
    actor: AbstractBaseUser | None,
    action: Action,
    created: Iterable[tuple[Model, Values]],
    club: int | None = None,
) -> None:
    """The same for many new objects of one kind at once, each with its values."""
    pairs = list(created)
    if pairs:
        rows = [NewRow(target.pk, str(target), values) for target, values in pairs]
        record_new_rows(actor=actor, action=action, model=type(pairs[0][0]), created=rows, club=club)


def record_new_rows(
    *,
    actor: AbstractBaseUser | None,
    action: Action,
    model: type[Model],
    created: Sequence[NewRow],
    club: int | None = None,
) -> None:
    """The same for rows that were never made into objects."""
    _check_caller(action)
    same: dict[str, Any] = {
        "when": timezone.now(),
        "actor_id": actor.pk if actor else None,
        "actor_name": str(actor)[:MAX_ACTOR_NAME_LENGTH] if actor else "",
        "action": action.key,
        "target_type_id": ContentType.objects.get_for_model(model).pk,
        "club_id": club,
        "before": {},
        "reason": "",
        "request_id": request_ids.current_request_id()[:MAX_REQUEST_ID_LENGTH],
    }
    insert_rows(
        AuditEntry,
        [
            same
            | {
                "target_id": one.pk,
                "target_name": one.name[:MAX_TARGET_NAME_LENGTH],
                "after": one.values,
            }
            for one in created
        ],
    )


def _check_caller(action: Action) -> None:
    if not connection.in_atomic_block:
        raise CannotRecord(
            "A line of the history belongs into the transaction of its change: open one first."
        )
    if not is_registered(action):
        raise CannotRecord(f"The change {action.key!r} is not known: register it in the ready() of its app.")


def make_tables_of_years() -> list[int]:
    """On PostgreSQL the tables for the lines of this year and the next, if they are not there; which ones were made.

    What cannot be made now is tried again the next night, and nobody waits for it: lines of a year without a table are
    kept as well.
    """
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        years = partitions.years_without_table(partitions.partitions(cursor), timezone.now())
    return [year for year in years if _make_table(year)]


def _make_table(year: int) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '3s'")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [partitions.LOCK_NUMBER])
            if partitions.table_of(year) in partitions.partitions(cursor):
                return False  # another scheduler was quicker
            for statement in partitions.make_year(year):
                cursor.execute(statement)
    except Error as error:
        logger.warning("There is no table for the history of %d yet: %s", year, error)
        return False
    return True


# The model's own manager refuses every change; this one leaves it to the database, which lets names be redacted.
_entries = AuditEntry._base_manager


@transaction.atomic
def redact_names(*, actor: AbstractBaseUser, targets: Iterable[Model], names: Iterable[str] = ()) -> set[str]:
    """Redact the names of somebody who leaves, and return all the names they had, for others who store them.

    In the lines that `actor` wrote, in those about the objects that were the person (profile and account), and in those
    about others of their kind that mention them by one of `names` or of the names they had.
    """
    targets, had = list(targets), {*names}
    for target in targets:
        had.update(_entries_about(target).values_list("target_name", flat=True))
    had -= {"", REDACTED}
    _entries.filter(actor_id=actor.pk).exclude(actor_name=REDACTED).update(actor_name=REDACTED)
    for target in targets:
        about = _entries_about(target)
        about.exclude(target_name=REDACTED).update(target_name=REDACTED)
        _redact(about, {})
    kinds = {ContentType.objects.get_for_model(target) for target in targets}
    for key in MENTION_KEYS:
        for column in VALUE_COLUMNS:
            mentioning = _entries.filter(target_type__in=kinds, **{f"{column}__{key}__in": sorted(had)})
            _redact(mentioning, {key: had})
    return had


def _entries_about(target: Model) -> QuerySet[AuditEntry]:
    return _entries.filter(target_type=ContentType.objects.get_for_model(target), target_id=target.pk)


def _redact(lines: QuerySet[AuditEntry], only: Mapping[str, Collection[str]]) -> None:
    """All names in the lines, or only those given for a key."""
    for line in lines.only("pk", *VALUE_COLUMNS).iterator(chunk_size=ROWS_AT_A_TIME):
        changed = {
            column: redacted
            for column in VALUE_COLUMNS
            if (redacted := _redacted(getattr(line, column), only)) != getattr(line, column)
        }
        if changed:
            _entries.filter(pk=line.pk).update(**changed)


def _redacted(values: dict[str, Value], only: Mapping[str, Collection[str]]) -> dict[str, Value]:
    def is_name(key: str, value: Value) -> bool:
        return key in NAME_KEYS and bool(value) and (not only or value in only.get(key, ()))

    return {key: REDACTED if is_name(key, value) else value for key, value in values.items()}

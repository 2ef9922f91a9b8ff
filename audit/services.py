"""Write a line of the history, in the transaction of the change that it tells of."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from audit import request_ids
from audit.actions import Action, is_registered
from audit.changes import Values
from audit.many_rows import insert_rows
from audit.models import AuditEntry

LONGEST_ACTOR_NAME = 120
LONGEST_TARGET_NAME = 200
LONGEST_REQUEST_ID = 64


class CannotBeRecorded(Exception):
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
    """Tell that `actor` changed `target`; without an actor, the site itself did. `club` is the id of one concerned.

    A change and its line are written together or not at all, so the caller's transaction has to be open.
    """
    _check_caller(action)
    if target.pk is None:
        raise CannotBeRecorded("A line of the history needs an object with an id: save it first.")
    return AuditEntry.objects.create(
        actor_id=actor.pk if actor else None,
        actor_name=str(actor)[:LONGEST_ACTOR_NAME] if actor else "",
        action=action.key,
        target_type=ContentType.objects.get_for_model(target),
        target_id=target.pk,
        target_name=str(target)[:LONGEST_TARGET_NAME],
        club_id=club,
        before=dict(before),
        after=dict(after),
        reason=reason,
        request_id=request_ids.current()[:LONGEST_REQUEST_ID],
    )


class Created(NamedTuple):
    """A new object as the history tells of it: its id, its name, its values."""

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
        told = [Created(target.pk, str(target), values) for target, values in pairs]
        record_new_rows(actor=actor, action=action, model=type(pairs[0][0]), created=told, club=club)


def record_new_rows(
    *,
    actor: AbstractBaseUser | None,
    action: Action,
    model: type[Model],
    created: Sequence[Created],
    club: int | None = None,
) -> None:
    """The same for rows that were never made into objects."""
    _check_caller(action)
    same: dict[str, Any] = {
        "when": timezone.now(),
        "actor_id": actor.pk if actor else None,
        "actor_name": str(actor)[:LONGEST_ACTOR_NAME] if actor else "",
        "action": action.key,
        "target_type_id": ContentType.objects.get_for_model(model).pk,
        "club_id": club,
        "before": {},
        "reason": "",
        "request_id": request_ids.current()[:LONGEST_REQUEST_ID],
    }
    insert_rows(
        AuditEntry,
        [
            same
            | {
                "target_id": one.pk,
                "target_name": one.name[:LONGEST_TARGET_NAME],
                "after": one.values,
            }
            for one in created
        ],
    )


def _check_caller(action: Action) -> None:
    if not connection.in_atomic_block:
        raise CannotBeRecorded(
            "A line of the history belongs into the transaction of its change: open one first."
        )
    if not is_registered(action):
        raise CannotBeRecorded(
            f"The change {action.key!r} is not known: register it with audit.actions.register."
        )

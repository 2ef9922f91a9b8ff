"""Write a line of the history, in the transaction of the change that it tells of."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.models import Model

from audit import request_ids
from audit.actions import Action, is_registered
from audit.changes import Values
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
    if not connection.in_atomic_block:
        raise CannotBeRecorded(
            "A line of the history belongs into the transaction of its change: open one first."
        )
    if not is_registered(action):
        raise CannotBeRecorded(
            f"The change {action.key!r} is not known: register it with audit.actions.register."
        )
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

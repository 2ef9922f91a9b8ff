"""The event's log: everything that happens in an event is told of the event itself.

Pairings and entries come and go with the work of a tournament day; the event stays, and so does its log.
"""

from audit import services as audit
from audit.actions import Action
from audit.changes import Values
from players.models import User
from tournaments.models import Event


def tell(
    *,
    actor: User | None,
    action: Action,
    event: Event,
    before: Values | None = None,
    after: Values | None = None,
    reason: str = "",
) -> None:
    """Keys of `before` and `after` are fields of the event, or what the change is about in a word or two.

    The section, the round and the board, if there are any, stand in both.
    """
    audit.record(
        actor=actor,
        action=action,
        target=event,
        before=before or {},
        after=after or {},
        reason=reason,
        club=event.club_id,
    )

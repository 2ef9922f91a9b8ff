"""The one place where a result is written: the row, its version, and the line in the event's log."""

from django.utils import timezone

from audit.actions import Action
from audit.changes import Value
from players.models import User
from tournaments.history import tell
from tournaments.models import Event, Pairing, PairingResult, ResultOrigin

CHANGED = ("result", "origin", "result_at", "reason", "record_contradicts", "version")


def event_of(pairing: Pairing) -> int:
    return pairing.round.section.event_id


def write_result(
    *,
    actor: User | None,
    event: Event,
    pairing: Pairing,
    result: str,
    origin: ResultOrigin,
    action: Action,
    reason: str = "",
) -> None:
    """Inside the caller's transaction, after its guards. The same result again, from the same origin, is no change."""
    if (pairing.result, pairing.origin, pairing.reason) == (result, origin, reason):
        return
    before = _said(pairing)
    pairing.result = result
    pairing.origin = origin if result != PairingResult.NONE else ResultOrigin.NONE
    pairing.reason = reason
    pairing.result_at = timezone.now() if result != PairingResult.NONE else None
    # Whoever writes a result has seen what the record says, or wrote it after the record.
    pairing.record_contradicts = False
    pairing.version += 1
    pairing.save(update_fields=CHANGED)
    tell(
        actor=actor,
        action=action,
        event=event,
        before=place(pairing) | before,
        after=place(pairing) | _said(pairing),
        reason=reason,
    )


def place(pairing: Pairing) -> dict[str, Value]:
    """Where it is, for the event's log. People stand there by their ids: names are looked up when it is read."""
    where: dict[str, Value] = {
        "section": pairing.round.section.name,
        "round": pairing.round.number,
        "board": pairing.board,
        "first": pairing.first.person_id,
        "second": pairing.second.person_id,
    }
    return where | ({"leg": pairing.leg} if pairing.leg > 1 else {})


def _said(pairing: Pairing) -> dict[str, Value]:
    return {"result": pairing.result, "origin": str(pairing.origin)}

"""Entering, clearing, deciding and correcting results. Every result is written by `write_result`."""

from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.actions import Action
from audit.changes import Value
from audit.services import MAX_REASON_LENGTH
from core.errors import Refused
from core.game_types import can_be_drawn
from players.models import User
from tournaments import audit_actions
from tournaments.history import record_action
from tournaments.locking import lock_event, refuse_if_changed
from tournaments.models import Event, EventState, Pairing, PairingResult, ResultOrigin, ResultReport, Round
from tournaments.results.selectors import (
    board_label,
    is_correction,
    log_place,
    reload_pairing,
    result_history,
    result_label,
)
from tournaments.results.services.mail import send_decided

CHANGED_FIELDS = ("result", "origin", "result_at", "reason", "record_contradicts", "copies_differ", "version")


class LockedPairing(NamedTuple):
    """A pairing as it is now, which nobody else can change until the transaction ends."""

    event: Event
    pairing: Pairing


@transaction.atomic
def enter_result(
    *,
    actor: User | None,
    pairing: Pairing,
    result: str,
    seen: int | None = None,
    reason: str = "",
    decision: bool = False,
) -> Pairing:
    """Set a result, or clear it with an empty one.

    A decision needs a reason, and so does a change of a result on which others have built. Entering the result that is
    there already is no conflict: a player or a colleague may have been faster.
    """
    event, pairing = lock_pairing(pairing)
    _refuse_invalid(event, pairing, result)
    reason = clean_reason(reason)
    origin = ResultOrigin.DECISION if decision else ResultOrigin.ARBITER
    if pairing.result == result and not decision:
        return pairing
    refuse_if_result_changed(event, pairing, seen=seen)
    if decision and not reason:
        raise Refused(_("Please give the reason for your decision: players will ask for it."))
    corrects = require_reason_for_correction(pairing, reason)
    if result == PairingResult.NONE:
        # The players may report again; what they had said stands in the log.
        _delete_reports(actor, event, pairing)
    write_result(
        actor=actor,
        event=event,
        pairing=pairing,
        result=result,
        origin=origin,
        action=_choose_action(result, corrects=corrects, decision=decision),
        reason=reason,
    )
    if decision:
        send_decided(pairing)
    return pairing


def _refuse_invalid(event: Event, pairing: Pairing, result: str) -> None:
    refuse_unless_running(event)
    refuse_unless_public(pairing.round)
    if result not in PairingResult.values:
        raise Refused(
            _("“%(result)s” is not a result. Please choose one from the list.") % {"result": result}
        )
    refuse_impossible_draw(event, result)


def refuse_impossible_draw(event: Event, result: str) -> None:
    if result == PairingResult.DRAW and not can_be_drawn(event.game):
        raise Refused(_("Games of %(game)s cannot be drawn.") % {"game": event.get_game_display()})


def lock_pairing(pairing: Pairing) -> LockedPairing:
    event = lock_event(pairing.round.section.event_id)
    return LockedPairing(event, reload_pairing(pairing))


def clean_reason(reason: str) -> str:
    """On one line, without null characters."""
    reason = " ".join(reason.replace("\0", "").split())
    if len(reason) > MAX_REASON_LENGTH:
        raise Refused(_("The reason is too long: at most %(max)d characters.") % {"max": MAX_REASON_LENGTH})
    return reason


def require_reason_for_correction(pairing: Pairing, reason: str) -> bool:
    """Whether a change of the result is a correction; refused if it is one without a reason."""
    corrects = is_correction(pairing)
    if corrects and not reason:
        raise Refused(
            _(
                "Round %(number)d is closed, or later rounds were paired on its results. "
                "Please say why this one is changed."
            )
            % {"number": pairing.round.number}
        )
    return corrects


def _choose_action(result: str, *, corrects: bool, decision: bool) -> Action:
    if corrects:
        return audit_actions.RESULT_CORRECTED
    if decision:
        return audit_actions.RESULT_DECIDED
    if result == PairingResult.NONE:
        return audit_actions.RESULT_CLEARED
    return audit_actions.RESULT_ENTERED


def _delete_reports(actor: User | None, event: Event, pairing: Pairing) -> None:
    reports = ResultReport.objects.filter(pairing=pairing)
    said: dict[str, Value] = {
        "first_said" if report.entry_id == pairing.first_id else "second_said": report.result
        for report in reports
    }
    if said:
        reports.delete()
        record_action(
            actor=actor,
            action=audit_actions.REPORTS_FORGOTTEN,
            event=event,
            before=log_place(pairing) | said,
            after=log_place(pairing),
        )


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
    before = _log_result(pairing)
    pairing.result = result
    pairing.origin = origin if result != PairingResult.NONE else ResultOrigin.NONE
    pairing.reason = reason
    pairing.result_at = timezone.now() if result != PairingResult.NONE else None
    # The author of a result has seen what the records say, or entered it after them.
    pairing.record_contradicts = pairing.copies_differ = False
    pairing.version += 1
    pairing.save(update_fields=CHANGED_FIELDS)
    record_action(
        actor=actor,
        action=action,
        event=event,
        before=log_place(pairing) | before,
        after=log_place(pairing) | _log_result(pairing),
        reason=reason,
    )


def _log_result(pairing: Pairing) -> dict[str, Value]:
    return {"result": pairing.result, "origin": str(pairing.origin)}


def refuse_if_result_changed(event: Event, pairing: Pairing, *, seen: int | None) -> None:
    """`seen` is the version that the page showed; without one nothing was shown."""
    refuse_if_changed(
        pairing,
        seen=seen,
        history=result_history(event, pairing),
        what=_("board %(board)s") % {"board": board_label(pairing)},
        now=_("The result is now: %(now)s.") % {"now": result_label(pairing.result)},
    )


def refuse_unless_running(event: Event) -> None:
    if event.has_finished:
        raise Refused(
            _("%(event)s is finished. Reopen it first: then results can be changed again.") % {"event": event}
        )
    if event.state != EventState.RUNNING:
        raise Refused(_("%(event)s has not started yet. There are no results to enter.") % {"event": event})


def refuse_unless_public(round_: Round) -> None:
    if not round_.is_public:
        raise Refused(
            _("Round %(number)d is not published yet. Publish it first, then enter its results.")
            % {"number": round_.number}
        )

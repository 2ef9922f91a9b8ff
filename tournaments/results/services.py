"""What an arbiter does with results: enter, clear, decide, and correct what others have built on."""

from django.db import transaction
from django.utils.translation import gettext as _

from audit.actions import Action
from audit.changes import Value
from players.errors import Refused
from players.models import User
from tournaments import actions
from tournaments.history import tell
from tournaments.holding import hold
from tournaments.models import Event, Pairing, PairingResult, ResultOrigin, ResultReport
from tournaments.results.meanwhile import refuse_if_changed
from tournaments.results.reading import pairing_now
from tournaments.results.states import (
    is_correction,
    refuse_unless_public,
    refuse_unless_running,
)
from tournaments.results.writing import event_of, place, write_result

LONGEST_REASON = 500


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

    A decision says why, and so does a change of a result on which others have built. Whoever enters what is there
    already, perhaps because a player or a colleague was faster, has nothing to look at again.
    """
    event = hold(event_of(pairing))
    pairing = pairing_now(pairing)
    _check(event, pairing, result)
    reason = tidy_reason(reason)
    origin = ResultOrigin.DECISION if decision else ResultOrigin.ARBITER
    if pairing.result == result and not decision:
        return pairing
    refuse_if_changed(event, pairing, seen=seen)
    corrects = is_correction(pairing)
    if decision and not reason:
        raise Refused(_("Please give the reason of your decision: players will ask for it."))
    if corrects and not reason:
        raise Refused(
            _(
                "Round %(number)d is closed, or later rounds were paired on its results. "
                "Please say why this one is changed."
            )
            % {"number": pairing.round.number}
        )
    if result == PairingResult.NONE:
        # The players may report anew; what they had said stands in the log.
        _forget_reports(actor, event, pairing)
    write_result(
        actor=actor,
        event=event,
        pairing=pairing,
        result=result,
        origin=origin,
        action=_action(result, corrects=corrects, decision=decision),
        reason=reason,
    )
    return pairing


def _check(event: Event, pairing: Pairing, result: str) -> None:
    refuse_unless_running(event)
    refuse_unless_public(pairing.round)
    if result not in PairingResult.values:
        raise Refused(
            _("“%(result)s” is no result. Please choose one of those offered.") % {"result": result}
        )


def tidy_reason(reason: str) -> str:
    """On one line, without what no text has."""
    reason = " ".join(reason.replace("\0", "").split())
    if len(reason) > LONGEST_REASON:
        raise Refused(
            _("The reason is too long: %(most)d characters are the most.") % {"most": LONGEST_REASON}
        )
    return reason


def _action(result: str, *, corrects: bool, decision: bool) -> Action:
    if corrects:
        return actions.RESULT_CORRECTED
    if decision:
        return actions.RESULT_DECIDED
    if result == PairingResult.NONE:
        return actions.RESULT_CLEARED
    return actions.RESULT_ENTERED


def _forget_reports(actor: User | None, event: Event, pairing: Pairing) -> None:
    reports = ResultReport.objects.filter(pairing=pairing)
    said: dict[str, Value] = {
        "first_said" if report.entry_id == pairing.first_id else "second_said": report.result
        for report in reports
    }
    if said:
        reports.delete()
        tell(
            actor=actor,
            action=actions.REPORTS_FORGOTTEN,
            event=event,
            before=place(pairing) | said,
            after=place(pairing),
        )

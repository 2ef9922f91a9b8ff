"""Results by the players: one reports, the other confirms; what they do not agree on is for the arbiter."""

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Refused
from core.web.rate_limits import RateLimit
from players.models import User
from tournaments import audit_actions
from tournaments.history import record_action
from tournaments.models import (
    Entry,
    Event,
    Pairing,
    PairingResult,
    ResultOrigin,
    ResultReport,
    RoundState,
)
from tournaments.results.selectors import (
    REPORTABLE_RESULTS,
    REPORTS_QUERY,
    is_open,
    log_place,
    result_label,
)
from tournaments.results.services.mail import send_reported
from tournaments.results.services.results import (
    lock_pairing,
    refuse_impossible_draw,
    refuse_unless_public,
    refuse_unless_running,
    write_result,
)

# In an hour, of one player about one board: whoever changes their mind all the time is told of no more.
REPORT_MAILS: Final = RateLimit("event-report-mails", 3)


@transaction.atomic
def report_result(*, actor: User | None, pairing: Pairing, entry: Entry, result: str) -> Pairing:
    """Store what one of the two players says. When both say the same, it becomes the result.

    A player may change the own report until there is a result. Reporting the same again changes nothing.
    """
    event, pairing = lock_pairing(pairing)
    _refuse_invalid(event, pairing, entry, result)
    if pairing.result == result:
        return pairing
    _refuse_if_decided(pairing)
    reports = {report.entry_id: report for report in REPORTS_QUERY.all(pairing=pairing.pk)}
    own = reports.pop(entry.pk, None)
    if not _save_report(actor, event, pairing, entry, own, result):
        return pairing
    if any(other.result == result for other in reports.values()):
        write_result(
            actor=actor,
            event=event,
            pairing=pairing,
            result=result,
            origin=ResultOrigin.PLAYERS,
            action=audit_actions.RESULT_CONFIRMED,
        )
    elif not reports and not REPORT_MAILS.seconds_to_wait(f"{pairing.pk}:{entry.pk}"):
        send_reported(pairing, by=entry, result=result)
    return pairing


@transaction.atomic
def withdraw_report(*, actor: User | None, pairing: Pairing, entry: Entry) -> bool:
    """Take back what a player reported, while there is no result, and say whether there was a report."""
    event, pairing = lock_pairing(pairing)
    _refuse_if_decided(pairing)
    said = ResultReport.objects.filter(pairing=pairing, entry=entry).first()
    if said is None:
        return False
    said.delete()
    record_action(
        actor=actor,
        action=audit_actions.REPORT_WITHDRAWN,
        event=event,
        before=log_place(pairing) | {"report": said.result, "player": entry.person_id},
        after=log_place(pairing) | {"report": PairingResult.NONE.value, "player": entry.person_id},
    )
    return True


def _refuse_if_decided(pairing: Pairing) -> None:
    if not is_open(pairing):
        raise Refused(
            _("The result of this game is %(result)s. If that is wrong, please tell the arbiter.")
            % {"result": result_label(pairing.result)}
        )


def _refuse_invalid(event: Event, pairing: Pairing, entry: Entry, result: str) -> None:
    refuse_unless_running(event)
    refuse_unless_public(pairing.round)
    if not event.players_report:
        raise Refused(_("In this event the arbiter enters the results. Please tell the arbiter yours."))
    # A closed round may still have adjourned games; those are the arbiter's.
    if pairing.round.state == RoundState.CLOSED:
        raise Refused(
            _("Round %(number)d is closed. Please tell the arbiter the result.")
            % {"number": pairing.round.number}
        )
    if entry.pk not in (pairing.first_id, pairing.second_id):
        raise Refused(_("You are not one of the players of this game."))
    if result not in REPORTABLE_RESULTS:
        raise Refused(_("Players report a win, a draw or a loss. Please tell the arbiter anything else."))
    refuse_impossible_draw(event, result)


def _save_report(
    actor: User | None,
    event: Event,
    pairing: Pairing,
    entry: Entry,
    report: ResultReport | None,
    result: str,
) -> bool:
    """Write or overwrite the player's report, and say whether it says anything new."""
    before = report.result if report else PairingResult.NONE.value
    if before == result:
        return False
    if report is None:
        report = ResultReport(pairing=pairing, entry=entry)
    report.result, report.reported_at = result, timezone.now()
    report.save()
    record_action(
        actor=actor,
        action=audit_actions.RESULT_REPORTED,
        event=event,
        before=log_place(pairing) | {"report": before, "player": entry.person_id},
        after=log_place(pairing) | {"report": result, "player": entry.person_id},
    )
    return True

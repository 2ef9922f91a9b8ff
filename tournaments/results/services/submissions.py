"""Sending the record of a board, and reminding its players when it is due and has not come."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from games.models import SourceKind, Upload
from games.submissions.services.uploads import submit
from players.accounts.services.mail import MailKind, absolute_url, send_account_mail
from players.models import User
from tournaments.event_records import record_visibility, target_pairing
from tournaments.models import Event, EventState, Pairing, PairingResult, RoundState
from tournaments.results.services.results import refuse_unless_public

RECORD_REMINDERS: Final = MailKind(
    "event_records",
    _("Records of your games in events"),
    _("The record of a game that you have played in an event is due, and has not come yet."),
)

# A game that nobody has played has no record.
PLAYED_RESULTS: Final = (
    PairingResult.FIRST_WINS.value,
    PairingResult.DRAW.value,
    PairingResult.SECOND_WINS.value,
    PairingResult.BOTH_LOSE.value,
)


def send_record(
    *,
    account: User,
    pairing: Pairing,
    content: Iterable[bytes],
    size: int,
    source: SourceKind,
    file_name: str = "",
) -> Upload:
    """Stored unchanged and checked in the background, like all records; then it becomes the board's."""
    event = pairing.round.section.event
    refuse_unless_public(pairing.round)
    if event.state == EventState.ARCHIVED:
        raise Refused(gettext("The event is in the archive and can no longer be changed."))
    if not event.is_refereed:
        raise Refused(gettext("Nobody referees this game: its records are kept as text."))
    return submit(
        account=account,
        content=content,
        size=size,
        source=source,
        file_name=file_name,
        club=event.club,
        visibility=record_visibility(event, pairing.round),
        no_capture_limit=event.no_capture_limit,
        meant_for=target_pairing(pairing),
    )


def send_reminders() -> int:
    """Called by the schedule; everything follows from the rows. How many games somebody was reminded of."""
    events = Event.objects.filter(
        records_due_hours__isnull=False,
        state__in=(EventState.RUNNING, EventState.FINISHED, EventState.RATED),
    )
    return sum(_remind_event(event) for event in events.order_by("pk"))


def pairings_without_record(event: Event) -> list[Pairing]:
    """Games whose records are due and missing, and of which nobody was reminded. One query."""
    if event.records_due_hours is None:
        return []
    closed_until = timezone.now() - timedelta(hours=event.records_due_hours)
    due = Pairing.objects.filter(
        round__section__event=event,
        round__state=RoundState.CLOSED,
        round__closed_at__lte=closed_until,
        result__in=PLAYED_RESULTS,
        game=None,
        text_records=None,
        reminded_at=None,
    )
    return list(
        due.select_related(
            "round__section__event", "first__person__account", "second__person__account"
        ).order_by("pk")
    )


def _remind_event(event: Event) -> int:
    return sum(_remind_players(pairing) for pairing in pairings_without_record(event))


@transaction.atomic
def _remind_players(pairing: Pairing) -> bool:
    """The mark and the mails are written in one transaction: a second call finds the mark."""
    unmarked = Pairing.objects.filter(pk=pairing.pk, reminded_at=None, game=None, text_records=None)
    if not unmarked.update(reminded_at=timezone.now()):
        return False
    accounts = [pairing.first.person.account, pairing.second.person.account]
    written = [_send_reminder(account, pairing) for account in accounts if account and account.is_active]
    return any(written)


def _send_reminder(account: User, pairing: Pairing) -> bool:
    section = pairing.round.section
    path = reverse("own-board", args=[section.event_id, section.pk, pairing.round.number, pairing.board])
    context = {
        "pairing": pairing,
        "event": section.event,
        "number": pairing.round.number,
        "link": absolute_url(f"{path}?leg={pairing.leg}" if pairing.leg > 1 else path),
    }
    return send_account_mail(
        to=account, kind=RECORD_REMINDERS, template="tournaments/results/mail/record_due.txt", context=context
    )

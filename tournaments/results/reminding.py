"""Records that are due and have not come: the players are reminded, once for each game."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.accounts.mail import send, site_address
from players.accounts.mail_kinds import MailKind, register
from players.models import User
from tournaments.models import Event, EventState, Pairing, PairingResult, RoundState

RECORDS: Final = register(
    MailKind(
        "event_records",
        _("Records of your games in events"),
        _("The record of a game that you have played in an event is due, and has not come yet."),
    )
)
# A game that nobody has played has no record.
PLAYED: Final = (
    PairingResult.FIRST_WINS.value,
    PairingResult.DRAW.value,
    PairingResult.SECOND_WINS.value,
    PairingResult.BOTH_LOSE.value,
)


def remind_of_what_is_due() -> int:
    """Called by the schedule; everything follows from the rows. How many games somebody was reminded of."""
    events = Event.objects.filter(
        records_due_hours__isnull=False,
        state__in=(EventState.RUNNING, EventState.FINISHED, EventState.RATED),
    )
    return sum(_remind_in(event) for event in events.order_by("pk"))


def records_due(event: Event) -> list[Pairing]:
    """Games whose records are due and missing, and of which nobody was reminded. One query."""
    if event.records_due_hours is None:
        return []
    closed_until = timezone.now() - timedelta(hours=event.records_due_hours)
    due = Pairing.objects.filter(
        round__section__event=event,
        round__state=RoundState.CLOSED,
        round__closed_at__lte=closed_until,
        result__in=PLAYED,
        game=None,
        reminded_at=None,
    )
    return list(
        due.select_related(
            "round__section__event", "first__person__account", "second__person__account"
        ).order_by("pk")
    )


def _remind_in(event: Event) -> int:
    return sum(_remind(pairing) for pairing in records_due(event))


@transaction.atomic
def _remind(pairing: Pairing) -> bool:
    """The mark and the mails are written together; whoever comes second finds the mark."""
    unmarked = Pairing.objects.filter(pk=pairing.pk, reminded_at=None, game=None)
    if not unmarked.update(reminded_at=timezone.now()):
        return False
    accounts = [pairing.first.person.account, pairing.second.person.account]
    written = [_write_to(account, pairing) for account in accounts if account and account.is_active]
    return any(written)


def _write_to(account: User, pairing: Pairing) -> bool:
    section = pairing.round.section
    path = reverse("own-board", args=[section.event_id, section.pk, pairing.round.number, pairing.board])
    context = {
        "pairing": pairing,
        "event": section.event,
        "number": pairing.round.number,
        "link": site_address(f"{path}?leg={pairing.leg}" if pairing.leg > 1 else path),
    }
    return send(to=account, kind=RECORDS, template="tournaments/results/mail/record_due.txt", context=context)

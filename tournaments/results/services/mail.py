"""Mails to players about their results: what waits for their word, and what an arbiter decided."""

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.accounts.services.mail import MailKind, absolute_url, send_account_mail
from tournaments.models import Entry, Pairing
from tournaments.results.selectors import result_label

CONFIRMATION_MAILS: Final = MailKind(
    "event_results_to_confirm",
    _("Results to confirm"),
    _("Your opponent in a tournament has reported the result of your game."),
    default=False,
)
DECISION_MAILS: Final = MailKind(
    "event_decisions",
    _("Decisions about your games"),
    _("An arbiter of a tournament has decided the result of your game."),
)


def send_reported(pairing: Pairing, *, by: Entry, result: str) -> None:
    """To the other player: `result` waits for confirmation."""
    other = pairing.second if by.pk == pairing.first_id else pairing.first
    _send(CONFIRMATION_MAILS, "reported", pairing, [other], opponent=by, result=result)


def send_decided(pairing: Pairing) -> None:
    """To both: what it is, and the reason."""
    _send(DECISION_MAILS, "decided", pairing, [pairing.first, pairing.second], result=pairing.result)


def _send(
    kind: MailKind,
    template: str,
    pairing: Pairing,
    to: list[Entry],
    *,
    result: str,
    opponent: Entry | None = None,
) -> None:
    event = pairing.round.section.event
    for entry in to:
        account = entry.person.account
        if account is None or not account.is_active:
            continue
        context = {
            "event": event.name,
            "number": pairing.round.number,
            "board": pairing.board,
            "first": pairing.first,
            "second": pairing.second,
            "opponent": opponent,
            "result": result_label(result),
            "reason": pairing.reason,
            "link": absolute_url(reverse("my-board", args=[event.pk])),
        }
        path = f"tournaments/results/mail/{template}.txt"
        send_account_mail(to=account, kind=kind, template=path, context=context)

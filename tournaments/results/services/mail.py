"""What players are told of their results: what waits for their word, and what an arbiter decided."""

from functools import partial
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.accounts.services.mail import MailKind, absolute_url, send_account_mail
from players.notifications.services import Note, Words, notify
from tournaments.models import Entry, Pairing
from tournaments.results.selectors import result_label

CONFIRMATION_MAILS: Final = MailKind(
    "event_results_to_confirm",
    _("Results to confirm"),
    _("Your opponent in a tournament has reported the result of your game."),
    default=False,
    by_push=True,
    by_feed=True,
)
DECISION_MAILS: Final = MailKind(
    "event_decisions",
    _("Decisions about your games"),
    _("An arbiter of a tournament has decided the result of your game."),
    by_push=True,
    by_feed=True,
)


def send_reported(pairing: Pairing, *, by: Entry, result: str) -> None:
    """To the other player: the result that was reported waits for confirmation."""
    other = pairing.second if by.pk == pairing.first_id else pairing.first
    _send(CONFIRMATION_MAILS, "reported", pairing, [other], opponent=by, result=result)
    version = timezone.now().isoformat()
    _tell(CONFIRMATION_MAILS, f"report-{pairing.pk}", version, pairing, [other], result)


def send_decided(pairing: Pairing) -> None:
    """To both: what it is, and the reason."""
    players = [pairing.first, pairing.second]
    _send(DECISION_MAILS, "decided", pairing, players, result=pairing.result)
    _tell(DECISION_MAILS, f"decision-{pairing.pk}", str(pairing.version), pairing, players, pairing.result)


def _tell(kind: MailKind, subject: str, version: str, pairing: Pairing, to: list[Entry], result: str) -> None:
    path = reverse("my-board", args=[pairing.round.section.event_id])
    write = partial(_words, kind, pairing, result)
    accounts = [entry.person.account for entry in to]
    notify(kind, [Note(account, subject, version, path, write) for account in accounts if account])


def _words(kind: MailKind, pairing: Pairing, result: str) -> Words:
    """No names: others may see the screen."""
    if kind is CONFIRMATION_MAILS:
        sentence = gettext("Round %(number)d, board %(board)d: %(result)s was reported. Is that right?")
    else:
        sentence = gettext("Round %(number)d, board %(board)d: the arbiter decided %(result)s.")
    words = sentence % {
        "number": pairing.round.number,
        "board": pairing.board,
        "result": result_label(result),
    }
    return Words(pairing.round.section.event.name, words)


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

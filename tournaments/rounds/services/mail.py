"""Mails about a published round, to players who asked for them: board, colour, opponent and one link."""

from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.accounts.services.mail import MailKind, absolute_url, localized_for, send_account_mail
from players.models import MailChoice, User
from tournaments.models import Entry, Pairing, Round
from tournaments.presenters import colour_names

PAIRING_MAILS: Final = MailKind(
    "event_pairings",
    _("Pairings of your tournaments"),
    _("A round is published: your board, your colour and your opponent."),
    default=False,
)


def send_pairings(round_: Round) -> int:
    """In the transaction that publishes it; how many were written. One query where nobody asked for any."""
    wishes = MailChoice.objects.filter(
        kind=PAIRING_MAILS.key, wanted=True, account__person__entries__section=round_.section_id
    )
    accounts = set(wishes.values_list("account", flat=True))
    if not accounts:
        return 0
    of_accounts = Q(first__person__account__in=accounts) | Q(second__person__account__in=accounts)
    pairings = (
        Pairing.objects.filter(of_accounts, round=round_, leg=1)
        .select_related("first__person__account", "second__person__account")
        .order_by("board")
    )
    written = 0
    for pairing in pairings:
        for own, opponent in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
            account = own.person.account
            if account is not None and account.is_active and account.pk in accounts:
                written += _send(account, round_, pairing, own, opponent)
    return written


def _send(account: User, round_: Round, pairing: Pairing, own: Entry, opponent: Entry) -> bool:
    event = round_.section.event
    with localized_for(account):
        colours = colour_names(event)
        context = {
            "event": event.name,
            "number": round_.number,
            "board": pairing.board,
            "colour": colours.first if own == pairing.first else colours.second,
            "opponent": opponent.person.name,
            "link": absolute_url(reverse("my-board", args=[event.pk])),
        }
    template = "tournaments/rounds/mail/pairing.txt"
    return send_account_mail(to=account, kind=PAIRING_MAILS, template=template, context=context)

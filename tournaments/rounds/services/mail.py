"""What players are told of a published round if they want to be: board, colour, opponent and one link."""

from collections.abc import Collection, Iterator
from functools import partial
from typing import Final, NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.accounts.services.mail import MailKind, absolute_url, localized_for, send_account_mail
from players.models import MailChoice, User
from players.notifications.selectors import find_reach
from players.notifications.services import Note, Words, notify
from tournaments.models import Entry, Pairing, Round
from tournaments.presenters import colour_names

PAIRING_MAILS: Final = MailKind(
    "event_pairings",
    _("Pairings of your tournaments"),
    _("A round is published: your board, your colour and your opponent."),
    default=False,
    by_push=True,
    by_feed=True,
)


class Seat(NamedTuple):
    """A player with an account, at a board of the round."""

    account: User
    pairing: Pairing
    own: Entry
    opponent: Entry


def send_pairings(round_: Round) -> int:
    """In the transaction that publishes it; how many mails were written. Four queries where nobody wants to hear."""
    players = User.objects.filter(person__entries__section=round_.section_id)
    wishes = MailChoice.objects.filter(kind=PAIRING_MAILS.key, wanted=True, account__in=players)
    mailed = set(wishes.values_list("account", flat=True))
    told = find_reach(PAIRING_MAILS, players).accounts
    if not (mailed or told):
        return 0
    seats = list(_seats_of(round_, mailed | told))
    notify(PAIRING_MAILS, [_note(round_, seat) for seat in seats if seat.account.pk in told])
    return sum(_send(round_, seat) for seat in seats if seat.account.pk in mailed)


def _seats_of(round_: Round, accounts: Collection[int]) -> Iterator[Seat]:
    of_accounts = Q(first__person__account__in=accounts) | Q(second__person__account__in=accounts)
    pairings = (
        Pairing.objects.filter(of_accounts, round=round_, leg=1)
        .select_related("first__person__account", "second__person__account")
        .order_by("board")
    )
    for pairing in pairings:
        for own, opponent in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
            account = own.person.account
            if account is not None and account.is_active and account.pk in accounts:
                yield Seat(account, pairing, own, opponent)


def _note(round_: Round, seat: Seat) -> Note:
    """A round that was taken back and is published again is told again to those whose board is another one."""
    return Note(
        seat.account,
        subject=f"round-{round_.pk}",
        version=round_.published_at.isoformat() if round_.published_at else "",
        path=reverse("my-board", args=[round_.section.event_id]),
        write=partial(_words, round_, seat),
    )


def _words(round_: Round, seat: Seat) -> Words:
    """No names: others may see the screen."""
    words = gettext("Round %(number)d: board %(board)d, %(colour)s") % {
        "number": round_.number,
        "board": seat.pairing.board,
        "colour": _colour(round_, seat),
    }
    return Words(round_.section.event.name, words)


def _colour(round_: Round, seat: Seat) -> str:
    colours = colour_names(round_.section.event)
    return str(colours.first if seat.own == seat.pairing.first else colours.second)


def _send(round_: Round, seat: Seat) -> bool:
    event = round_.section.event
    with localized_for(seat.account):
        context = {
            "event": event.name,
            "number": round_.number,
            "board": seat.pairing.board,
            "colour": _colour(round_, seat),
            "opponent": seat.opponent.person.name,
            "link": absolute_url(reverse("my-board", args=[event.pk])),
        }
    template = "tournaments/rounds/mail/pairing.txt"
    return send_account_mail(to=seat.account, kind=PAIRING_MAILS, template=template, context=context)

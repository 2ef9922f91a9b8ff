"""What players with an account are told of their entries; organisers tell the others."""

from functools import partial
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.accounts.services.mail import MailKind, absolute_url, send_account_mail
from players.notifications.services import Note, Words, notify
from tournaments.models import Entry, EntryState

MAX_REFERENCE_LENGTH: Final = 140
# The banks' code has at most 331 bytes; 66 of them are its frame, the IBAN and the amount.
MAX_PAYMENT_BYTES: Final = 331 - 66
ENTRY_MAILS: Final = MailKind(
    "event_entries",
    _("Your entries in tournaments"),
    _("Your entry is confirmed, waits for a place, has got one, or was withdrawn."),
    by_push=True,
    by_feed=True,
)
_MOVED_UP: Final = "moved_up"
_TEMPLATES: Final = {
    EntryState.CONFIRMED: "confirmed",
    EntryState.WAITING: "waiting",
    EntryState.ASKED: "asked",
    EntryState.WITHDRAWN: "withdrawn",
}


def send_state(entry: Entry) -> None:
    """What has become of an entry: confirmed, waiting, asked or withdrawn."""
    _send_about(entry, _TEMPLATES[EntryState(entry.state)])


def send_moved_up(entry: Entry) -> None:
    """The player has moved up from the waiting list."""
    _send_about(entry, _MOVED_UP)


def check_in_url(entry: Entry) -> str:
    """What the player's QR code leads to."""
    return absolute_url(reverse("check-in-by-code", args=[entry.code]))


def payment_reference(entry: Entry) -> str:
    """By which the organisers know whose transfer it is: event, player and number, as short as banks need it."""
    event = entry.section.event
    room = MAX_PAYMENT_BYTES - len(event.payee.encode())
    names = [event.name, entry.person.name]
    while True:
        reference = f"{', '.join(names)}, {entry.pk}"
        if len(reference) <= MAX_REFERENCE_LENGTH and len(reference.encode()) <= room:
            return reference
        longer = max((0, 1), key=lambda index: len(names[index].encode()))
        names[longer] = names[longer][:-1].rstrip()


def _send_about(entry: Entry, template: str) -> None:
    account = entry.person.account
    if account is None or not account.is_active:
        return
    event = entry.section.event
    context = {
        "entry": entry,
        "section": entry.section,
        "event": event,
        "link": absolute_url(event.get_absolute_url()),
        "check_in": check_in_url(entry),
        "own_entry": absolute_url(reverse("own-entries", args=[event.pk])),
        "owes_fee": entry.state == EntryState.CONFIRMED
        and bool(event.fee and event.iban)
        and not (entry.fee_paid or entry.fee_waived),
        "reference": payment_reference(entry),
    }
    send_account_mail(
        to=account, kind=ENTRY_MAILS, template=f"tournaments/entries/mail/{template}.txt", context=context
    )
    note = Note(
        account,
        subject=f"entry-{entry.pk}",
        version=f"{entry.version}-{template}",
        path=event.get_absolute_url(),
        write=partial(_words, event.name, template),
    )
    notify(ENTRY_MAILS, [note])


def _words(event: str, template: str) -> Words:
    sentences = {
        "confirmed": gettext("Your entry is confirmed."),
        "waiting": gettext("You are on the waiting list."),
        "asked": gettext("Your entry has arrived. The organisers confirm it."),
        "withdrawn": gettext("Your entry is withdrawn."),
        _MOVED_UP: gettext("You have moved up from the waiting list: you play."),
    }
    return Words(event, sentences[template])

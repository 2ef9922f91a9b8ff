"""The mails about entries. They go to players who have an account; others are told by whoever entered them."""

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.accounts.mail import send, site_address
from players.accounts.mail_kinds import MailKind, register
from tournaments.models import Entry, EntryState

ENTRIES: Final = register(
    MailKind(
        "event_entries",
        _("Your entries in tournaments"),
        _("Your entry is confirmed, waits for a place, has got one, or was withdrawn."),
    )
)
_TEMPLATES: Final = {
    EntryState.CONFIRMED: "confirmed",
    EntryState.WAITING: "waiting",
    EntryState.ASKED: "asked",
    EntryState.WITHDRAWN: "withdrawn",
}


def tell_of_state(entry: Entry) -> None:
    """What has become of an entry: confirmed, waiting, asked or withdrawn."""
    _about(entry, _TEMPLATES[EntryState(entry.state)])


def tell_of_place(entry: Entry) -> None:
    """The player has moved up from the waiting list."""
    _about(entry, "moved_up")


def check_in_address(entry: Entry) -> str:
    """What the player's QR code leads to."""
    return site_address(reverse("check-in-by-code", args=[entry.code]))


def _about(entry: Entry, template: str) -> None:
    account = entry.person.account
    if account is None or not account.is_active:
        return
    event = entry.section.event
    context = {
        "entry": entry,
        "section": entry.section,
        "event": event,
        "link": site_address(event.get_absolute_url()),
        "check_in": check_in_address(entry),
    }
    send(to=account, kind=ENTRIES, template=f"tournaments/entries/mail/{template}.txt", context=context)

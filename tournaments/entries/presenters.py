"""An entry as its player sees it: on the own page, on the page of the event, and as a QR code to check in."""

from typing import NamedTuple

import segno
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from core.web.panels import Panel
from players.models import User
from tournaments.entries.selectors.entries import own_entries, waiting_position
from tournaments.entries.services.attendance import can_check_in
from tournaments.entries.services.mail import check_in_url
from tournaments.entries.services.registration import accepts_sign_ups
from tournaments.models import Absence, Entry, EntryState, Event, PairingSystem, PlayerAbsences
from tournaments.selectors import upcoming_rounds


def check_in_qr_code(entry: Entry) -> str:
    """SVG to stand in a page: no style attribute, and light behind it in a dark room too."""
    picture: str = segno.make(check_in_url(entry), error="m", micro=False).svg_inline(
        scale=4, border=4, light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return picture


class OwnEntry(NamedTuple):
    """`place` in the waiting line; `rounds` that can still be announced as missed; the QR code as SVG."""

    entry: Entry
    place: int | None
    missed: list[tuple[Absence, bool]]
    rounds: list[int]
    may_check_in: bool
    picture: str


def present_own_entry(entry: Entry) -> OwnEntry:
    """Three queries at most, apart from the entry's own."""
    event, section = entry.section.event, entry.section
    plays = entry.state == EntryState.CONFIRMED and not event.has_finished
    to_come = upcoming_rounds(section) if plays else range(0)
    missed = list(entry.absences.all())
    announced = {absence.round_number for absence in missed}
    can_miss = section.system != PairingSystem.KNOCKOUT and event.player_absences != PlayerAbsences.NONE
    return OwnEntry(
        entry=entry,
        place=waiting_position(entry) if entry.state == EntryState.WAITING else None,
        missed=[
            (absence, absence.round_number in to_come and absence.kind == event.player_absences)
            for absence in missed
        ],
        rounds=[number for number in to_come if number not in announced] if can_miss else [],
        may_check_in=can_check_in(entry),
        picture=check_in_qr_code(entry) if plays else "",
    )


def own_entry_panel(request: HttpRequest, event: Event) -> Panel | None:
    """For those who are entered, and for those who could be. Three queries at most."""
    account = request.user
    entries = own_entries(event, account) if isinstance(account, User) else []
    may_sign_up = not entries and accepts_sign_ups(event)
    if not entries and not may_sign_up:
        return None
    shown = [
        {
            "entry": entry,
            "place": waiting_position(entry) if entry.state == EntryState.WAITING else None,
            "may_check_in": can_check_in(entry),
        }
        for entry in entries
    ]
    return Panel(
        _("Your entry") if entries else _("Enter this event"),
        "tournaments/entries/parts/own_entry.html",
        {"event": event, "entries": shown},
        more_url=reverse("event-entries", args=[event.pk]),
        more_label=_("All entries"),
    )

"""An entry as its player sees it: on the own page, on the page of the event, and as a QR code to check in."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Final, NamedTuple

import segno
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from core.web.panels import Panel
from players.models import User
from tournaments.entries.selectors.entries import own_entries, sections_with_places, waiting_position
from tournaments.entries.services.attendance import can_check_in
from tournaments.entries.services.mail import check_in_url, payment_reference
from tournaments.entries.services.registration import accepts_sign_ups
from tournaments.models import (
    Absence,
    Entry,
    EntryState,
    Event,
    PairingSystem,
    PlayerAbsences,
    Section,
)
from tournaments.selectors import upcoming_rounds


def check_in_qr_code(entry: Entry) -> str:
    """SVG to stand in a page: no style attribute, and light behind it in a dark room too."""
    picture: str = segno.make(check_in_url(entry), error="m", micro=False).svg_inline(
        scale=4, border=4, light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return picture


# An amount of euros in what organisers wrote: “8 €”, “€ 8,50”, “12.00 EUR”. Two amounts are none that we could choose.
_EUROS: Final = re.compile(
    r"(?:€|EUR|Euro)?\s*([0-9]{1,6})(?:[.,]([0-9]{2}))?\s*(?:€|EUR|Euro)?", re.IGNORECASE
)


class Payment(NamedTuple):
    """How an entry's fee is transferred; `picture` is the code that banking apps read, as SVG."""

    fee: str
    payee: str
    iban: str
    reference: str
    picture: str


def fee_in_euros(fee: str) -> Decimal | None:
    """The one amount that the words name; None if they name none, several, or another currency."""
    found = _EUROS.fullmatch(fee.strip())
    if found is None or not re.search("€|eur", fee, re.IGNORECASE):
        return None
    return Decimal(f"{found[1]}.{found[2] or '00'}")


def payment_for(entry: Entry) -> Payment | None:
    """None where nothing is to be transferred: no bank details, paid, waived, or without a place."""
    event = entry.section.event
    owes = entry.state == EntryState.CONFIRMED and not entry.fee_paid and not entry.fee_waived
    if not (owes and event.fee and event.iban):
        return None
    reference = payment_reference(entry)
    iban = " ".join(event.iban[start : start + 4] for start in range(0, len(event.iban), 4))
    return Payment(event.fee, event.payee, iban, reference, _payment_qr_code(event, reference))


def _payment_qr_code(event: Event, reference: str) -> str:
    picture: str = segno.make(
        payment_code(event, reference), error="m", micro=False, encoding="utf-8", eci=False
    ).svg_inline(scale=4, border=4, light="#fff", svgclass="qr", lineclass=None, omitsize=True)
    return picture


def payment_code(event: Event, reference: str) -> str:
    """As the European Payments Council lays it down (EPC069-12), version 2: no bank code is needed."""
    amount = fee_in_euros(event.fee)
    lines = (
        "BCD",
        "002",
        "1",
        "SCT",
        "",
        event.payee,
        event.iban,
        f"EUR{amount}" if amount else "",
        "",
        "",
        reference,
    )
    return "\n".join(lines)


class FeeTotals(NamedTuple):
    """How many fees are paid, open and waived; the sums where the fee is one amount in euros."""

    paid: int
    open: int
    waived: int
    paid_sum: str
    open_sum: str


def fee_totals(event: Event, entries: Iterable[Entry]) -> FeeTotals | None:
    """Of those who have a place; who has withdrawn is counted only if the fee was paid. None without a fee."""
    if not event.fee:
        return None
    paid = waived = unpaid = 0
    for entry in entries:
        has_place = entry.state == EntryState.CONFIRMED
        paid += entry.fee_paid and (has_place or entry.state == EntryState.WITHDRAWN)
        waived += has_place and entry.fee_waived
        unpaid += has_place and not entry.fee_paid and not entry.fee_waived
    amount = fee_in_euros(event.fee)
    sums = ("", "") if amount is None else (f"{amount * paid} €", f"{amount * unpaid} €")
    return FeeTotals(paid, unpaid, waived, *sums)


class OwnEntry(NamedTuple):
    """`place` in the waiting line; `rounds` that can still be announced as missed; the QR code as SVG."""

    entry: Entry
    place: int | None
    missed: list[tuple[Absence, bool]]
    rounds: list[int]
    may_check_in: bool
    picture: str
    payment: Payment | None


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
        payment=payment_for(entry),
    )


class PlacesLeft(NamedTuple):
    """Of a section; `position` is the place on the waiting list that the next one gets, if it is full."""

    section: Section
    left: int | None
    position: int | None


def places_left(event: Event) -> list[PlacesLeft]:
    """One query."""
    found = []
    for section in sections_with_places(event):
        taken, waiting = section.taken, section.waiting  # type: ignore[attr-defined]
        left = None if section.entry_limit is None else max(0, section.entry_limit - taken)
        is_full = left == 0 or (section.entry_limit is not None and waiting)
        found.append(PlacesLeft(section, left, waiting + 1 if is_full else None))
    return found


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
        _("Your entry") if entries else _("How to enter"),
        "tournaments/entries/parts/own_entry.html",
        {"event": event, "entries": shown, "places": [] if entries else places_left(event)},
        more_url=reverse("event-entries", args=[event.pk]),
        more_label=_("All entries"),
    )

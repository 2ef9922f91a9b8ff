"""An entry as its player sees it: what it is, which rounds can be missed, whether it is the day to check in."""

from typing import NamedTuple

from players.errors import Refused
from tournaments.entries.checking_in import refuse_other_days
from tournaments.entries.code_picture import picture_of
from tournaments.entries.presence import rounds_to_come
from tournaments.entries.selectors import place_in_line
from tournaments.models import Absence, Entry, EntryState, PairingSystem, PlayerAbsences


class OwnEntry(NamedTuple):
    """`place` in the waiting line; `rounds` that can still be announced as missed; the QR code as SVG."""

    entry: Entry
    place: int | None
    missed: list[tuple[Absence, bool]]
    rounds: list[int]
    may_check_in: bool
    picture: str


def shown_to_player(entry: Entry) -> OwnEntry:
    """Three queries at most, apart from the entry's own."""
    event, section = entry.section.event, entry.section
    plays = entry.state == EntryState.CONFIRMED and not event.has_finished
    to_come = rounds_to_come(section) if plays else range(0)
    missed = list(entry.absences.all())
    announced = {absence.round_number for absence in missed}
    can_miss = section.system != PairingSystem.KNOCKOUT and event.player_absences != PlayerAbsences.NONE
    return OwnEntry(
        entry=entry,
        place=place_in_line(entry) if entry.state == EntryState.WAITING else None,
        missed=[
            (absence, absence.round_number in to_come and absence.kind == event.player_absences)
            for absence in missed
        ],
        rounds=[number for number in to_come if number not in announced] if can_miss else [],
        may_check_in=plays and entry.checked_in_at is None and is_the_day(entry),
        picture=picture_of(entry) if plays else "",
    )


def is_the_day(entry: Entry) -> bool:
    try:
        refuse_other_days(entry.section.event)
    except Refused:
        return False
    return True

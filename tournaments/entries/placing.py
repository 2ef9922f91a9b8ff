"""Whether an entry has a place, waits for one, or comes late. Called with the event held."""

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from players.errors import Refused
from tournaments.entries.limits import MOST_ENTRIES
from tournaments.entries.presence import last_round, rounds_of
from tournaments.models import Entry, EntryState, PairingSystem, Section


def has_room(section: Section) -> bool:
    """Only those who are confirmed take a place. One query, none without a limit."""
    if section.entry_limit is None:
        return True
    return section.entries.filter(state=EntryState.CONFIRMED).count() < section.entry_limit


def refuse_too_many(section: Section, more: int = 1) -> None:
    if section.entries.count() + more > MOST_ENTRIES:
        raise Refused(_("A section can have %(most)d entries at most.") % {"most": MOST_ENTRIES})


def place(entry: Entry, *, over_limit: bool = False) -> None:
    """Give the entry a place, or put it at the end of the waiting list. It is not saved."""
    section = entry.section
    room = over_limit or has_room(section)
    entry.withdrawn_after = None
    if section.event.has_started:
        if not room:
            raise Refused(_("The section is full. Enter the player in spite of the limit, or raise it."))
        _let_in_late(entry)
        return
    entry.state = EntryState.CONFIRMED if room else EntryState.WAITING
    entry.entered_at, entry.first_round = timezone.now(), 1


def waiting_in_order(section: Section) -> list[Entry]:
    """With the people. One query."""
    waiting = section.entries.filter(state=EntryState.WAITING).select_related("person__account")
    return list(waiting.order_by("entered_at", "pk"))


def _let_in_late(entry: Entry) -> None:
    """The next rank, from the next round that nobody has begun to pair; rounds before it are lost."""
    section = entry.section
    paired = last_round(section)
    refuse_if_nobody_can_join(section, paired)
    if entry.starting_rank is None:
        last = section.entries.aggregate(last=Max("starting_rank"))["last"] or 0
        entry.starting_rank = last + 1
        entry.first_round = paired + 1
    entry.state = EntryState.CONFIRMED


def refuse_if_nobody_can_join(section: Section, paired: int) -> None:
    if paired and section.system == PairingSystem.KNOCKOUT:
        raise Refused(_("A knockout takes nobody in once its first round is paired."))
    if paired and section.system == PairingSystem.ROUND_ROBIN:
        raise Refused(_("A round robin takes nobody in once its first round is paired."))
    if paired >= rounds_of(section):
        raise Refused(_("All rounds are paired: there is none left to play."))

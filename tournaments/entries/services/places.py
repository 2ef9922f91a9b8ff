"""Places in a section: whether an entry gets one, waits for one, gives it up, or takes it again."""

from enum import StrEnum
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Refused
from players.models import User
from tournaments import audit_actions
from tournaments.entries.services import mail
from tournaments.entries.services.guards import lock_entry, log_values, refuse_if_finished, save_entry
from tournaments.entries.signals import entry_returned, entry_withdrawn
from tournaments.history import record_action
from tournaments.models import Absence, AbsenceKind, Entry, EntryState, EventState, PairingSystem, Section
from tournaments.selectors import (
    current_round_number,
    last_closed_round_number,
    last_round_number,
    round_count,
)

MAX_ENTRIES: Final = 2000
MAX_REASON_LENGTH: Final = 300


class EntryStep(StrEnum):
    """What can be done with an entry, as the API calls it."""

    CONFIRM = "confirm"
    WITHDRAW = "withdraw"
    RETURN = "return"
    LATE_BYES = "late_byes"
    TAKE_BACK_LATE_BYES = "take_back_late_byes"
    CHECK_IN = "check_in"
    UNDO_CHECK_IN = "undo_check_in"


def has_room(section: Section) -> bool:
    """Only those who are confirmed take a place. One query, none without a limit."""
    if section.entry_limit is None:
        return True
    return section.entries.filter(state=EntryState.CONFIRMED).count() < section.entry_limit


def refuse_too_many(section: Section, more: int = 1) -> None:
    if section.entries.count() + more > MAX_ENTRIES:
        raise Refused(_("A section has at most %(max)d entries.") % {"max": MAX_ENTRIES})


def assign_place(entry: Entry, *, over_limit: bool = False) -> None:
    """Give the entry a place, or put it at the end of the waiting list. It is not saved."""
    section = entry.section
    room = over_limit or has_room(section)
    entry.withdrawn_after = None
    if section.event.has_started:
        if not room:
            raise Refused(_("The section is full. Enter the player despite the limit, or raise it."))
        _enter_late(entry)
        return
    entry.state = EntryState.CONFIRMED if room else EntryState.WAITING
    entry.entered_at, entry.first_round = timezone.now(), 1


def waiting_entries(section: Section) -> list[Entry]:
    """With the people. One query."""
    waiting = section.entries.filter(state=EntryState.WAITING).select_related("person__account")
    return list(waiting.order_by("entered_at", "pk"))


def _enter_late(entry: Entry) -> None:
    """The next rank, from the next round that nobody has begun to pair; rounds before it are lost."""
    section = entry.section
    paired = last_round_number(section)
    refuse_late_entry(section, paired)
    if entry.starting_rank is None:
        last = section.entries.aggregate(last=Max("starting_rank"))["last"] or 0
        entry.starting_rank = last + 1
        entry.first_round = paired + 1
    entry.state = EntryState.CONFIRMED


def refuse_late_entry(section: Section, paired: int) -> None:
    if paired and section.system == PairingSystem.KNOCKOUT:
        raise Refused(_("Nobody can enter a knockout once its first round is paired."))
    if paired and section.system == PairingSystem.ROUND_ROBIN:
        raise Refused(_("Nobody can enter a round robin once its first round is paired."))
    if paired >= round_count(section):
        raise Refused(_("All rounds are paired: there is none left to play."))


def fill_free_places(*, actor: User | None, section: Section) -> list[Entry]:
    """Fill the free places of a section, in the order in which players entered; those who moved up get a mail.

    Called with the event locked, after anything that may free a place: a withdrawal, a removal, a raised limit. Once
    the event has started the organiser decides who comes in.
    """
    if section.event.state != EventState.OPEN:
        return []
    moved = []
    for entry in waiting_entries(section):
        if not has_room(section):
            break
        entry.section = section
        entry.state = EntryState.CONFIRMED
        save_entry(entry)
        record_action(
            actor=actor, action=audit_actions.MOVED_UP, event=section.event, after=log_values(entry)
        )
        mail.send_moved_up(entry)
        moved.append(entry)
    return moved


@transaction.atomic
def withdraw_entry(*, actor: User | None, entry: Entry, seen: int | None = None, reason: str = "") -> Entry:
    """Before the start the place goes to the first on the waiting list.

    During the event the published rounds count, and the following ones are played without the player.
    """
    entry = lock_entry(entry, seen=seen)
    section, before = entry.section, str(entry.state)
    refuse_if_finished(section.event)
    if entry.state == EntryState.WITHDRAWN:
        raise Refused(_("%(name)s has already withdrawn.") % {"name": entry.person})
    entry.state = EntryState.WITHDRAWN
    entry.withdrawn_after = current_round_number(section) if entry.starting_rank is not None else None
    if not section.event.has_started:
        entry.checked_in_at = None
    # What was announced for rounds to come brings nothing to somebody who has left.
    entry.absences.filter(round_number__gt=last_round_number(section)).delete()
    save_entry(entry)
    record_action(
        actor=actor,
        action=audit_actions.WITHDRAWN,
        event=section.event,
        before=log_values(entry, entry=before),
        after=log_values(entry, entry=str(entry.state), withdrawn_after=entry.withdrawn_after),
        reason=reason,
    )
    entry_withdrawn.send(Entry, entry=entry)
    if actor is None or entry.person.account_id != actor.pk:
        mail.send_state(entry)
    fill_free_places(actor=actor, section=section)
    return entry


@transaction.atomic
def reinstate_entry(
    *, actor: User | None, entry: Entry, seen: int | None = None, over_limit: bool = False
) -> Entry:
    """Before the start as a new entry, at the end of the line. During the event the rounds in between are absences."""
    entry = lock_entry(entry, seen=seen)
    section = entry.section
    refuse_if_finished(section.event)
    if entry.state != EntryState.WITHDRAWN:
        raise Refused(_("%(name)s has not withdrawn.") % {"name": entry.person})
    if entry.starting_rank is None:
        assign_place(entry, over_limit=over_limit)
    else:
        _resume_play(entry)
    entry.withdrawn_after = None
    save_entry(entry)
    record_action(
        actor=actor,
        action=audit_actions.RETURNED,
        event=section.event,
        before=log_values(entry, entry=str(EntryState.WITHDRAWN)),
        after=log_values(entry, entry=str(entry.state)),
    )
    entry_returned.send(Entry, entry=entry)
    mail.send_state(entry)
    return entry


def _resume_play(entry: Entry) -> None:
    section = entry.section
    # The table of a round robin keeps a board for everybody: what is not closed can still be played.
    gone = last_closed_round_number if section.system == PairingSystem.ROUND_ROBIN else last_round_number
    missed = range((entry.withdrawn_after or 0) + 1, gone(section) + 1)
    if missed and section.system == PairingSystem.KNOCKOUT:
        raise Refused(_("Nobody can return to a knockout after a round was paired without them."))
    if missed.stop > round_count(section):
        raise Refused(_("All rounds are paired: there is none left to play."))
    Absence.objects.bulk_create(
        (Absence(entry=entry, round_number=number, kind=AbsenceKind.ABSENT) for number in missed),
        ignore_conflicts=True,
    )
    entry.state = EntryState.CONFIRMED

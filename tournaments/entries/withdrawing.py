"""Withdrawal and return, before the event and during it."""

from django.db import transaction
from django.utils.translation import gettext as _

from players.errors import Refused
from players.models import User
from tournaments import actions
from tournaments.entries import mails
from tournaments.entries.holding import about, hold_entry, refuse_if_finished, save
from tournaments.entries.placing import place
from tournaments.entries.presence import last_published_round, last_round, rounds_of
from tournaments.entries.waiting_list import move_up
from tournaments.history import tell
from tournaments.models import Absence, AbsenceKind, Entry, EntryState, PairingSystem


@transaction.atomic
def withdraw(*, actor: User | None, entry: Entry, seen: int | None = None, reason: str = "") -> Entry:
    """Before the start the place goes to whoever waits longest. During the event the rounds that are published count,
    and those that come are played without the player.
    """
    entry = hold_entry(entry, seen=seen)
    section, before = entry.section, str(entry.state)
    refuse_if_finished(section.event)
    if entry.state == EntryState.WITHDRAWN:
        raise Refused(_("%(name)s has withdrawn already.") % {"name": entry.person})
    entry.state = EntryState.WITHDRAWN
    entry.withdrawn_after = last_published_round(section) if entry.starting_rank is not None else None
    if not section.event.has_started:
        entry.checked_in_at = None
    # What was announced for rounds to come brings nothing to somebody who has left.
    entry.absences.filter(round_number__gt=last_round(section)).delete()
    save(entry)
    tell(
        actor=actor,
        action=actions.WITHDRAWN,
        event=section.event,
        before=about(entry, entry=before),
        after=about(entry, entry=str(entry.state), withdrawn_after=entry.withdrawn_after),
        reason=reason,
    )
    if actor is None or entry.person.account_id != actor.pk:
        mails.tell_of_state(entry)
    move_up(actor=actor, section=section)
    return entry


@transaction.atomic
def come_back(
    *, actor: User | None, entry: Entry, seen: int | None = None, over_limit: bool = False
) -> Entry:
    """Before the start as a new entry, at the end of the line. During the event the rounds in between are absences."""
    entry = hold_entry(entry, seen=seen)
    section = entry.section
    refuse_if_finished(section.event)
    if entry.state != EntryState.WITHDRAWN:
        raise Refused(_("%(name)s has not withdrawn.") % {"name": entry.person})
    if entry.starting_rank is None:
        place(entry, over_limit=over_limit)
    else:
        _play_again(entry)
    entry.withdrawn_after = None
    save(entry)
    tell(
        actor=actor,
        action=actions.RETURNED,
        event=section.event,
        before=about(entry, entry=str(EntryState.WITHDRAWN)),
        after=about(entry, entry=str(entry.state)),
    )
    mails.tell_of_state(entry)
    return entry


def _play_again(entry: Entry) -> None:
    section = entry.section
    missed = range((entry.withdrawn_after or 0) + 1, last_round(section) + 1)
    if missed and section.system == PairingSystem.KNOCKOUT:
        raise Refused(_("In a knockout nobody returns after a round was paired without them."))
    if missed.stop > rounds_of(section):
        raise Refused(_("All rounds are paired: there is none left to play."))
    Absence.objects.bulk_create(
        (Absence(entry=entry, round_number=number, kind=AbsenceKind.ABSENT) for number in missed),
        ignore_conflicts=True,
    )
    entry.state = EntryState.CONFIRMED

"""Check-in on the day: by the organisers, or by players with the code that only they have."""

from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from players.errors import Refused
from players.models import User
from tournaments import actions
from tournaments.entries.holding import about, hold_entry, hold_section, refuse_if_finished, save
from tournaments.entries.presence import last_round
from tournaments.history import tell
from tournaments.models import (
    Absence,
    AbsenceKind,
    Entry,
    EntryState,
    Event,
    EventState,
    PairingSystem,
    Section,
)

FIRST_ROUND = 1


@transaction.atomic
def check_in(*, actor: User | None, entry: Entry) -> Entry:
    """A second time changes nothing. Who was marked absent and comes before the first round is paired plays it."""
    entry = hold_entry(entry)
    event = entry.section.event
    refuse_if_finished(event)
    if event.state == EventState.DRAFT:
        raise Refused(_("The event is still a draft."))
    if entry.state != EntryState.CONFIRMED:
        raise Refused(
            _("%(name)s cannot check in. The entry is: %(state)s.")
            % {"name": entry.person, "state": entry.get_state_display()}
        )
    if entry.checked_in_at is None:
        entry.checked_in_at = timezone.now()
        if last_round(entry.section) < FIRST_ROUND:
            entry.absences.filter(round_number=FIRST_ROUND, kind=AbsenceKind.ABSENT).delete()
        save(entry)
        tell(actor=actor, action=actions.CHECKED_IN, event=event, after=about(entry))
    return entry


def check_in_by_code(*, entry: Entry) -> Entry:
    """Whoever has the code is the player."""
    return check_in_by_player(actor=None, entry=entry)


@transaction.atomic
def check_in_by_player(*, actor: User | None, entry: Entry) -> Entry:
    """On the days of the event only: nobody is there before."""
    entry = hold_entry(entry)
    refuse_other_days(entry.section.event)
    return check_in(actor=actor, entry=entry)


def refuse_other_days(event: Event) -> None:
    today = timezone.localdate(timezone=ZoneInfo(event.time_zone))
    if today < event.starts_on:
        raise Refused(
            _("You can check in on the day itself: from %(day)s.")
            % {"day": date_format(event.starts_on, "DATE_FORMAT")}
        )
    if today > event.ends_on:
        raise Refused(_("This event is over."))


@transaction.atomic
def undo_check_in(*, actor: User | None, entry: Entry) -> Entry:
    entry = hold_entry(entry)
    refuse_if_finished(entry.section.event)
    if entry.checked_in_at is not None:
        entry.checked_in_at = None
        save(entry)
        tell(actor=actor, action=actions.NOT_CHECKED_IN, event=entry.section.event, before=about(entry))
    return entry


@transaction.atomic
def mark_absent_who_is_not_here(*, actor: User | None, section: Section) -> int:
    """Everybody of a section who has not checked in misses round one, unless they have announced it; how many."""
    section = hold_section(section)
    refuse_if_finished(section.event)
    if section.system == PairingSystem.KNOCKOUT:
        raise Refused(_("Nobody can miss a round of a knockout. Please withdraw who has not come."))
    if last_round(section) >= FIRST_ROUND:
        raise Refused(_("Round 1 is paired, or just being paired."))
    missing = section.entries.filter(state=EntryState.CONFIRMED, checked_in_at=None)
    missing = missing.exclude(absences__round_number=FIRST_ROUND)
    absences = [Absence(entry=entry, round_number=FIRST_ROUND, kind=AbsenceKind.ABSENT) for entry in missing]
    Absence.objects.bulk_create(absences)
    if absences:
        tell(
            actor=actor,
            action=actions.MARKED_ABSENT,
            event=section.event,
            after={"section": section.name, "players": [absence.entry.person_id for absence in absences]},
        )
    return len(absences)

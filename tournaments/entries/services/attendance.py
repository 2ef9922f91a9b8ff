"""Who is there: rounds that a player will miss, and check-in on the day by organisers or by the player's code."""

from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core.errors import Refused
from core.web.rate_limits import RateLimit
from players.models import User
from tournaments import audit_actions
from tournaments.entries.services.guards import (
    lock_entry,
    lock_section,
    log_values,
    refuse_if_finished,
    save_entry,
)
from tournaments.history import record_action
from tournaments.models import (
    Absence,
    AbsenceKind,
    Bye,
    ByeKind,
    Entry,
    EntryState,
    Event,
    EventState,
    PairingSystem,
    PlayerAbsences,
    Round,
    RoundState,
    Section,
)
from tournaments.selectors import last_round_number, round_count

FIRST_ROUND = 1

# A hall full of players shares one address; a secret of 96 bits is not found by trying.
CHECK_INS_BY_ADDRESS: Final = RateLimit("event-check-ins-address", 600)


@transaction.atomic
def announce_absence(
    *,
    actor: User | None,
    entry: Entry,
    round_number: int,
    kind: AbsenceKind,
    seen: int | None = None,
) -> Absence:
    """By the arbiters, who say what it brings. Announced once more, it brings what was said last."""
    entry = lock_entry(entry, seen=seen)
    return _store_absence(actor, entry, round_number, kind)


@transaction.atomic
def announce_own_absence(*, actor: User, entry: Entry, round_number: int) -> Absence:
    """By the player: it brings what the event's rules say. What an arbiter has decided stays."""
    entry = lock_entry(entry)
    rule = entry.section.event.player_absences
    if rule == PlayerAbsences.NONE:
        raise Refused(_("Please tell the arbiters which rounds you will miss."))
    if entry.absences.filter(round_number=round_number).exists():
        raise Refused(_("Your absence from round %(number)d is already noted.") % {"number": round_number})
    return _store_absence(actor, entry, round_number, AbsenceKind(rule))


@transaction.atomic
def cancel_own_absence(*, actor: User, entry: Entry, round_number: int) -> None:
    """By the player, of what a player announces. What an arbiter has decided stays."""
    entry = lock_entry(entry)
    rule = entry.section.event.player_absences
    if entry.absences.filter(round_number=round_number).exclude(kind=rule).exists():
        raise Refused(_("An arbiter has noted this absence. Please speak to an arbiter."))
    cancel_absence(actor=actor, entry=entry, round_number=round_number)


@transaction.atomic
def cancel_absence(*, actor: User | None, entry: Entry, round_number: int, seen: int | None = None) -> None:
    entry = lock_entry(entry, seen=seen)
    _refuse_round(entry, round_number)
    absence = entry.absences.filter(round_number=round_number).first()
    if absence is None:
        raise Refused(_("No absence from round %(number)d is noted.") % {"number": round_number})
    absence.delete()
    save_entry(entry)
    record_action(
        actor=actor,
        action=audit_actions.ABSENCE_CANCELLED,
        event=entry.section.event,
        before=log_values(entry, round=round_number, absence=str(absence.kind)),
        after=log_values(entry, round=round_number),
    )


def _store_absence(actor: User | None, entry: Entry, round_number: int, kind: AbsenceKind) -> Absence:
    _refuse_round(entry, round_number)
    if entry.state == EntryState.WITHDRAWN:
        raise Refused(_("%(name)s has withdrawn.") % {"name": entry.person})
    before = entry.absences.filter(round_number=round_number).first()
    absence, _created = Absence.objects.update_or_create(
        entry=entry, round_number=round_number, defaults={"kind": kind}
    )
    save_entry(entry)
    record_action(
        actor=actor,
        action=audit_actions.ABSENCE_ANNOUNCED,
        event=entry.section.event,
        before=log_values(entry, round=round_number, absence=str(before.kind) if before else None),
        after=log_values(entry, round=round_number, absence=str(kind)),
    )
    return absence


def _refuse_round(entry: Entry, number: int) -> None:
    section = entry.section
    refuse_if_finished(section.event)
    if section.system == PairingSystem.KNOCKOUT:
        raise Refused(_("Nobody can miss a round of a knockout. Please withdraw instead."))
    if number <= last_round_number(section):
        raise Refused(
            _("Round %(number)d is paired, or just being paired. Please speak to an arbiter.")
            % {"number": number}
        )
    if number > round_count(section):
        raise Refused(_("There is no round %(number)d.") % {"number": number})


@transaction.atomic
def grant_late_byes(*, actor: User | None, entry: Entry, seen: int | None = None) -> list[int]:
    """Half-point byes for the rounds that were played before a late entry; their numbers.

    Only while no draft waits: it was paired with the points as they were.
    """
    entry = lock_entry(entry, seen=seen)
    section = entry.section
    refuse_if_finished(section.event)
    if section.system not in (PairingSystem.SWISS, PairingSystem.KEIZER):
        raise Refused(_("Only Swiss and Keizer tournaments have half-point byes."))
    _refuse_under_a_draft(section)
    if entry.state != EntryState.CONFIRMED:
        raise Refused(_("%(name)s does not play at the moment.") % {"name": entry.person})
    missed = missed_rounds(entry)
    if not missed:
        raise Refused(_("%(name)s has missed no round without a bye.") % {"name": entry.person})
    Bye.objects.bulk_create(Bye(round=each, entry=entry, kind=ByeKind.HALF_POINT) for each in missed)
    save_entry(entry)
    numbers = [each.number for each in missed]
    record_action(
        actor=actor,
        action=audit_actions.LATE_BYES_GRANTED,
        event=section.event,
        after=log_values(entry, rounds=", ".join(map(str, numbers))),
    )
    return numbers


@transaction.atomic
def take_back_late_byes(*, actor: User | None, entry: Entry, seen: int | None = None) -> list[int]:
    """What `grant_late_byes` gave; the numbers of the rounds. Boards that were published since stay as they are."""
    entry = lock_entry(entry, seen=seen)
    refuse_if_finished(entry.section.event)
    _refuse_under_a_draft(entry.section)
    byes = late_byes(entry)
    if not byes:
        raise Refused(_("%(name)s has no half-point byes for the rounds before.") % {"name": entry.person})
    numbers = [bye.round.number for bye in byes]
    Bye.objects.filter(pk__in=[bye.pk for bye in byes]).delete()
    save_entry(entry)
    record_action(
        actor=actor,
        action=audit_actions.LATE_BYES_TAKEN_BACK,
        event=entry.section.event,
        before=log_values(entry, rounds=", ".join(map(str, numbers))),
    )
    return numbers


def late_byes(entry: Entry) -> list[Bye]:
    """Half-point byes of the rounds before a late entry. One query, none for those who came in time."""
    if entry.first_round <= FIRST_ROUND:
        return []
    before = Bye.objects.filter(entry=entry, kind=ByeKind.HALF_POINT, round__number__lt=entry.first_round)
    return list(before.select_related("round").order_by("round__number"))


def _refuse_under_a_draft(section: Section) -> None:
    if section.rounds.exclude(state__in=(RoundState.PUBLISHED, RoundState.CLOSED)).exists():
        raise Refused(
            _("A round is paired with the points as they are. Publish it, or delete the draft first.")
        )


def missed_rounds(entry: Entry) -> list[Round]:
    """Published rounds before a late entry that brought nothing. One query, none for those who came in time."""
    if entry.first_round <= FIRST_ROUND or entry.section.system not in (
        PairingSystem.SWISS,
        PairingSystem.KEIZER,
    ):
        return []
    public = entry.section.rounds.filter(
        number__lt=entry.first_round, state__in=(RoundState.PUBLISHED, RoundState.CLOSED)
    )
    return list(public.exclude(byes__entry=entry).order_by("number"))


@transaction.atomic
def check_in(*, actor: User | None, entry: Entry) -> Entry:
    """A second time changes nothing. Who was marked absent and comes before the first round is paired plays it."""
    entry = lock_entry(entry)
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
        if last_round_number(entry.section) < FIRST_ROUND:
            entry.absences.filter(round_number=FIRST_ROUND, kind=AbsenceKind.ABSENT).delete()
        save_entry(entry)
        record_action(actor=actor, action=audit_actions.CHECKED_IN, event=event, after=log_values(entry))
    return entry


def check_in_by_code(*, entry: Entry) -> Entry:
    """The code proves that it is the player."""
    return check_in_by_player(actor=None, entry=entry)


@transaction.atomic
def check_in_by_player(*, actor: User | None, entry: Entry) -> Entry:
    """On the days of the event only: nobody is there before."""
    entry = lock_entry(entry)
    refuse_outside_event_days(entry.section.event)
    return check_in(actor=actor, entry=entry)


def refuse_outside_event_days(event: Event) -> None:
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
    entry = lock_entry(entry)
    refuse_if_finished(entry.section.event)
    if entry.checked_in_at is not None:
        entry.checked_in_at = None
        save_entry(entry)
        record_action(
            actor=actor,
            action=audit_actions.NOT_CHECKED_IN,
            event=entry.section.event,
            before=log_values(entry),
        )
    return entry


@transaction.atomic
def mark_missing_as_absent(*, actor: User | None, section: Section) -> int:
    """Everybody of a section who has not checked in misses round one, unless they have announced it; how many."""
    section = lock_section(section)
    refuse_if_finished(section.event)
    if section.system == PairingSystem.KNOCKOUT:
        raise Refused(
            _("Nobody can miss a round of a knockout. Please withdraw the players who have not come.")
        )
    if last_round_number(section) >= FIRST_ROUND:
        raise Refused(_("Round 1 is paired, or just being paired."))
    missing = section.entries.filter(state=EntryState.CONFIRMED, checked_in_at=None)
    missing = missing.exclude(absences__round_number=FIRST_ROUND)
    absences = [Absence(entry=entry, round_number=FIRST_ROUND, kind=AbsenceKind.ABSENT) for entry in missing]
    Absence.objects.bulk_create(absences)
    if absences:
        record_action(
            actor=actor,
            action=audit_actions.MARKED_ABSENT,
            event=section.event,
            after={"section": section.name, "players": [absence.entry.person_id for absence in absences]},
        )
    return len(absences)


def can_check_in(entry: Entry) -> bool:
    """Whether the player can check in now."""
    event = entry.section.event
    if entry.state != EntryState.CONFIRMED or entry.checked_in_at is not None or event.has_finished:
        return False
    try:
        refuse_outside_event_days(event)
    except Refused:
        return False
    return True

"""Single rounds that a player announces to miss: possible until the round is paired."""

from django.db import transaction
from django.utils.translation import gettext as _

from players.errors import Refused
from players.models import User
from tournaments import actions
from tournaments.entries.holding import about, hold_entry, refuse_if_finished, save
from tournaments.entries.presence import last_round, rounds_of
from tournaments.history import tell
from tournaments.models import Absence, AbsenceKind, Entry, EntryState, PairingSystem, PlayerAbsences


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
    entry = hold_entry(entry, seen=seen)
    return _announce(actor, entry, round_number, kind)


@transaction.atomic
def announce_own_absence(*, actor: User, entry: Entry, round_number: int) -> Absence:
    """By the player: it brings what the event's rules say. What an arbiter has decided stays."""
    entry = hold_entry(entry)
    rule = entry.section.event.player_absences
    if rule == PlayerAbsences.NONE:
        raise Refused(_("Please tell the arbiters which rounds you will miss."))
    if entry.absences.filter(round_number=round_number).exists():
        raise Refused(_("Your absence from round %(number)d is noted already.") % {"number": round_number})
    return _announce(actor, entry, round_number, AbsenceKind(rule))


@transaction.atomic
def cancel_own_absence(*, actor: User, entry: Entry, round_number: int) -> None:
    """By the player, of what a player announces. What an arbiter has decided stays."""
    entry = hold_entry(entry)
    rule = entry.section.event.player_absences
    if entry.absences.filter(round_number=round_number).exclude(kind=rule).exists():
        raise Refused(_("An arbiter has noted this absence. Please speak to an arbiter."))
    cancel_absence(actor=actor, entry=entry, round_number=round_number)


@transaction.atomic
def cancel_absence(*, actor: User | None, entry: Entry, round_number: int, seen: int | None = None) -> None:
    entry = hold_entry(entry, seen=seen)
    _refuse_round(entry, round_number)
    absence = entry.absences.filter(round_number=round_number).first()
    if absence is None:
        raise Refused(_("No absence from round %(number)d is noted.") % {"number": round_number})
    absence.delete()
    save(entry)
    tell(
        actor=actor,
        action=actions.ABSENCE_CANCELLED,
        event=entry.section.event,
        before=about(entry, round=round_number, absence=str(absence.kind)),
        after=about(entry, round=round_number),
    )


def _announce(actor: User | None, entry: Entry, round_number: int, kind: AbsenceKind) -> Absence:
    _refuse_round(entry, round_number)
    if entry.state == EntryState.WITHDRAWN:
        raise Refused(_("%(name)s has withdrawn.") % {"name": entry.person})
    before = entry.absences.filter(round_number=round_number).first()
    absence, _created = Absence.objects.update_or_create(
        entry=entry, round_number=round_number, defaults={"kind": kind}
    )
    save(entry)
    tell(
        actor=actor,
        action=actions.ABSENCE_ANNOUNCED,
        event=entry.section.event,
        before=about(entry, round=round_number, absence=str(before.kind) if before else None),
        after=about(entry, round=round_number, absence=str(kind)),
    )
    return absence


def _refuse_round(entry: Entry, number: int) -> None:
    section = entry.section
    refuse_if_finished(section.event)
    if section.system == PairingSystem.KNOCKOUT:
        raise Refused(_("Nobody can miss a round of a knockout. Please withdraw instead."))
    if number <= last_round(section):
        raise Refused(
            _("Round %(number)d is paired, or just being paired. Please speak to an arbiter.")
            % {"number": number}
        )
    if number > rounds_of(section):
        raise Refused(_("There is no round %(number)d.") % {"number": number})

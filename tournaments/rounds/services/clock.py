"""Starting, stopping and resetting the round clock."""

from enum import StrEnum

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.actions import Action
from core.errors import Refused
from players.models import User
from tournaments.audit_actions import CLOCK_RESET, CLOCK_STARTED, CLOCK_STOPPED
from tournaments.history import record_action
from tournaments.locking import LockedRound, conflict_error, describe_last_action, lock_round
from tournaments.models import Round, RoundState
from tournaments.rounds.selectors.clock import read_clock

MAX_MINUTES = 24 * 60


class ClockStep(StrEnum):
    START = "start"
    STOP = "stop"
    RESET = "reset"


@transaction.atomic
def start_clock(*, actor: User, round: Round, minutes: int | None = None) -> Round:  # noqa: A002  what it is
    """From where it stopped, or from so many minutes, or from the minutes of the event's rounds."""
    locked = _lock_with_clock(round)
    now = locked.round
    if now.clock_started_at is not None:
        raise conflict_error(
            _("The clock is running."),
            describe_last_action(locked.event, [CLOCK_STARTED], locked.section, now.number),
        )
    if minutes is not None:
        if not 1 <= minutes <= MAX_MINUTES:
            raise Refused(_("A clock runs for 1 to %(max)s minutes.") % {"max": MAX_MINUTES})
        now.clock_seconds = minutes * 60
    elif now.clock_seconds is None:
        if not locked.event.round_minutes:
            raise Refused(_("How many minutes? The event does not say how long a round takes."))
        now.clock_seconds = locked.event.round_minutes * 60
    now.clock_started_at = timezone.now()
    return _save(actor, locked, CLOCK_STARTED)


@transaction.atomic
def stop_clock(*, actor: User, round: Round) -> Round:  # noqa: A002
    locked = _lock_with_clock(round)
    now = locked.round
    running = read_clock(locked.event, now)
    if running is None or not running.is_running:
        raise conflict_error(
            _("The clock is not running."),
            describe_last_action(locked.event, [CLOCK_STOPPED, CLOCK_RESET], locked.section, now.number),
        )
    now.clock_started_at, now.clock_seconds = None, running.seconds
    return _save(actor, locked, CLOCK_STOPPED)


@transaction.atomic
def reset_clock(*, actor: User, round: Round) -> Round:  # noqa: A002
    locked = _lock_with_clock(round)
    locked.round.clock_started_at = locked.round.clock_seconds = None
    return _save(actor, locked, CLOCK_RESET)


def _lock_with_clock(round_: Round) -> LockedRound:
    locked = lock_round(round_)
    if locked.round.state != RoundState.PUBLISHED:
        raise Refused(_("Only a round that is published and not closed has a clock."))
    return locked


def _save(actor: User, locked: LockedRound, action: Action) -> Round:
    now = locked.round
    now.version += 1
    now.save(update_fields=["clock_started_at", "clock_seconds", "version"])
    left = read_clock(locked.event, now)
    record_action(
        actor=actor,
        action=action,
        event=locked.event,
        after=locked.log_values(clock=left.text if left else ""),
    )
    return now

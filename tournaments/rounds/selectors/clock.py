"""The round clock: one time for the whole hall, counted down from what the server says."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.models import Event, Round


@dataclass(frozen=True)
class Clock:
    """`ends` while it is running; `seconds` left at the time `now`."""

    seconds: int
    now: datetime
    ends: datetime | None = None

    @property
    def is_running(self) -> bool:
        return self.ends is not None

    @property
    def text(self) -> str:
        hours, rest = divmod(self.seconds, 3600)
        minutes, seconds = divmod(rest, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def read_clock(event: Event, round_: Round, now: datetime | None = None) -> Clock | None:
    """None if the event has no clock and nobody has set one."""
    now = now or timezone.now()
    if round_.clock_seconds is None:
        return Clock(event.round_minutes * 60, now) if event.round_minutes else None
    if round_.clock_started_at is None:
        return Clock(round_.clock_seconds, now)
    gone = int((now - round_.clock_started_at).total_seconds())
    ends = round_.clock_started_at + timedelta(seconds=round_.clock_seconds)
    return Clock(max(0, round_.clock_seconds - gone), now, ends)

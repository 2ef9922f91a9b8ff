"""Which automatic backup is due, and how the last ones went."""

from datetime import datetime, time, timedelta
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from backups.models import BackupRequest, BackupRun, Occasion

# Several rounds are often published one after the other: one backup is enough for all of them.
QUIET_TIME: Final = timedelta(seconds=60)
LONGEST_WAIT: Final = timedelta(minutes=5)
# After one that failed, as with a full disk.
RETRY_AFTER: Final = timedelta(minutes=10)
# In UTC. What was due while the machine was off is due when it is on again.
NIGHT: Final = time(2, 43)


def due_occasion(now: datetime) -> Occasion | None:
    """Of the backup that has to be made now, if any."""
    if not settings.BACKUP_KEEP:
        return None
    last = BackupRun.objects.order_by("-started_at").first()
    if last is not None and last.error and now - last.started_at < RETRY_AFTER:
        return None
    if (occasion := _requested(now)) is not None:
        return occasion
    return Occasion.NIGHT if _night_is_due(now) else None


def last_run() -> BackupRun | None:
    """The last one that is finished, whichever way."""
    return BackupRun.objects.filter(finished_at__isnull=False).order_by("-started_at").first()


def last_good_run() -> BackupRun | None:
    return BackupRun.objects.filter(finished_at__isnull=False, error="").order_by("-started_at").first()


def site_exists_since() -> datetime:
    """The moment of the last migration: before it, the backup of an upgrade was made, or there was nothing."""
    applied = MigrationRecorder(connection).migration_qs.order_by("-applied").first()
    return applied.applied if applied else timezone.now()


def _requested(now: datetime) -> Occasion | None:
    requests = list(BackupRequest.objects.order_by("requested_at"))
    if not requests:
        return None
    oldest, newest = requests[0], requests[-1]
    if now - newest.requested_at >= QUIET_TIME or now - oldest.requested_at >= LONGEST_WAIT:
        return Occasion(newest.occasion)
    return None


def _night_is_due(now: datetime) -> bool:
    night = now.replace(hour=NIGHT.hour, minute=NIGHT.minute, second=0, microsecond=0)
    if night > now:
        night -= timedelta(days=1)
    good = BackupRun.objects.filter(occasion=Occasion.NIGHT, error="", finished_at__isnull=False)
    last = good.order_by("-started_at").values_list("started_at", flat=True).first()
    return (last or site_exists_since()) < night

"""Automatic backups: wanted when a round is published, every night and before an upgrade; made beside everything else.

What is due follows from rows, so a killed worker, a lost message or a machine that was off leave nothing behind. A
backup that fails is a line in the log and a warning on the status page, and is tried again.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import DatabaseError, IntegrityError, connections, transaction
from django.utils import timezone

from backups.errors import BackupRefused, first_line
from backups.models import RUNNING, BackupRequest, BackupRun, Occasion
from backups.selectors import due_occasion
from backups.services.backup import write_backup
from backups.services.restore import describe_present_site
from backups.services.rotation import delete_superfluous_backups
from backups.stores import automatic_name, backup_store

logger = logging.getLogger(__name__)

# Whoever makes a backup says so now and then; one that has been silent for long was killed.
SIGN_EVERY: Final = 10.0
LOST_AFTER: Final = timedelta(seconds=60)
RUNS_KEPT: Final = timedelta(days=60)


@dataclass(frozen=True)
class Outcome:
    started_at: datetime
    name: str = ""
    place: str = ""
    rows: int = 0
    size: int = 0
    error: str = ""


def make_due_backup() -> BackupRun | None:
    """The one that was made, or that failed; None if none is due or another process makes it."""
    now = timezone.now()
    _end_lost_runs(now)
    occasion = due_occasion(now)
    if occasion is None or (run := _claim(occasion, now)) is None:
        return None
    # Only those that were committed before the backup's moment: later ones are not in it.
    served = list(BackupRequest.objects.values_list("pk", flat=True))
    with _signs_of_life(run.pk):
        outcome = _make(occasion, now)
    with transaction.atomic():
        BackupRun.objects.filter(pk=run.pk).update(
            slot=None,
            finished_at=timezone.now(),
            name=outcome.name,
            place=outcome.place,
            rows=outcome.rows,
            size=outcome.size,
            error=outcome.error,
        )
        if not outcome.error:
            BackupRequest.objects.filter(pk__in=served).delete()
        BackupRun.objects.filter(started_at__lt=now - RUNS_KEPT, slot=None).exclude(pk=run.pk).delete()
    return BackupRun.objects.filter(pk=run.pk).first()


def back_up_before_upgrade(*, say: Callable[[str], object]) -> Outcome | None:
    """Before tables change; None if there is nothing to lose. A backup that fails does not stop the upgrade."""
    if not settings.BACKUP_KEEP or not describe_present_site():
        return None
    say("Writing a backup before the upgrade …")
    outcome = _make(Occasion.UPGRADE, timezone.now())
    if outcome.error:
        say(f"No backup could be written before the upgrade: {outcome.error}")
    else:
        say(f"The backup before the upgrade is {outcome.name} in {outcome.place}.")
    return outcome


def record_upgrade_backup(*, outcome: Outcome) -> None:
    """When the tables are those of this release: for the status page."""
    BackupRun.objects.create(
        occasion=Occasion.UPGRADE,
        started_at=outcome.started_at,
        finished_at=timezone.now(),
        name=outcome.name,
        place=outcome.place,
        rows=outcome.rows,
        size=outcome.size,
        error=outcome.error,
    )


def _make(occasion: Occasion, now: datetime) -> Outcome:
    """Whatever stands in its way is told and never raised: the site goes on without."""
    name = automatic_name(occasion, now)
    place = ""
    try:
        store = backup_store()
        place = store.place
        rows: list[int] = []
        size = store.save(name, lambda path: rows.append(write_backup(path).manifest.rows))
        delete_superfluous_backups(store, now)
    except (BackupRefused, OSError, DatabaseError) as error:
        logger.warning("The automatic backup failed: %s", error)
        return Outcome(now, place=place, error=first_line(error))
    except Exception as error:
        logger.exception("The automatic backup failed")
        return Outcome(now, place=place, error=f"{type(error).__name__}: {first_line(error)}")
    logger.info("Automatic backup %s: %d rows, %d bytes, in %s", name, rows[0], size, place)
    return Outcome(now, name, place, rows[0], size)


def _claim(occasion: Occasion, now: datetime) -> BackupRun | None:
    try:
        with transaction.atomic():
            return BackupRun.objects.create(occasion=occasion, started_at=now, seen_at=now, slot=RUNNING)
    except IntegrityError:
        return None


def _end_lost_runs(now: datetime) -> None:
    """A killed worker is no reason to wait: what it was making is due again at once."""
    lost = BackupRun.objects.filter(slot=RUNNING, seen_at__lt=now - LOST_AFTER)
    if lost.delete()[0]:
        logger.warning("Whoever was making a backup is gone: it begins anew.")


@contextmanager
def _signs_of_life(pk: int) -> Iterator[None]:
    done = threading.Event()

    def sign() -> None:
        try:
            while not done.wait(SIGN_EVERY):
                BackupRun.objects.filter(pk=pk).update(seen_at=timezone.now())
        except DatabaseError as error:
            logger.warning("The sign of life of a backup could not be written: %s", first_line(error))
        finally:
            connections.close_all()

    thread = threading.Thread(target=sign, name="backup-signs", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()

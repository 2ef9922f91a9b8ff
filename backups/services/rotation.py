"""Which automatic backups go: so many of each occasion stay, and none that is too old but the newest."""

import logging
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings

from backups.stores import KeptBackup, Store, automatic_backups

logger = logging.getLogger(__name__)


def delete_superfluous_backups(store: Store, now: datetime) -> list[str]:
    """The names of those that went. A storage that refuses keeps them until the next time."""
    gone: list[str] = []
    try:
        for kept in superfluous(automatic_backups(store), now):
            store.delete(kept.name)
            gone.append(kept.name)
    except OSError as error:
        logger.warning("Old backups in %s could not be deleted: %s", store.place, error)
    return gone


def superfluous(backups: Iterable[KeptBackup], now: datetime) -> list[KeptBackup]:
    """`backups` come with the newest first."""
    oldest = now - timedelta(days=settings.BACKUP_KEEP_DAYS)
    counts: Counter[str] = Counter()
    found = []
    for kept in backups:
        counts[kept.occasion] += 1
        is_newest = counts[kept.occasion] == 1
        if counts[kept.occasion] > settings.BACKUP_KEEP or (kept.made_at < oldest and not is_newest):
            found.append(kept)
    return found

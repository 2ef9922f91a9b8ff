"""Ask for an automatic backup."""

from django.conf import settings

from backups.models import BackupRequest, Occasion


def request_backup(*, occasion: Occasion) -> None:
    """In the caller's transaction, which waits for no more than one new row."""
    if settings.BACKUP_KEEP:
        BackupRequest.objects.create(occasion=occasion)

"""When automatic backups are wanted, and how those that were made went. Neither is in a backup itself."""

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# There is one at a time on the whole site, whichever machine makes it.
RUNNING: Final = "automatic"


class Occasion(models.TextChoices):
    """Why it is made; the names of files end with these words."""

    ROUND = "round", _("a round was published")
    NIGHT = "night", _("every night")
    UPGRADE = "upgrade", _("before an upgrade")


class BackupRequest(models.Model):
    """Something happened that nobody wants to lose. It goes when a backup that began later is there."""

    occasion = models.CharField(max_length=10, choices=Occasion)
    requested_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("wanted backup")
        verbose_name_plural = _("wanted backups")

    def __str__(self) -> str:
        return self.get_occasion_display()


class BackupRun(models.Model):
    """One automatic backup. Whoever makes it is seen now and then until it is finished, with an error or without."""

    occasion = models.CharField(max_length=10, choices=Occasion)
    started_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)
    slot = models.CharField(max_length=10, null=True, unique=True)  # noqa: DJ001  NULL is not one of the unique values
    name = models.CharField(max_length=100, blank=True)
    place = models.CharField(max_length=300, blank=True)
    rows = models.PositiveBigIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    error = models.TextField(blank=True)

    class Meta:
        verbose_name = _("automatic backup")
        verbose_name_plural = _("automatic backups")
        indexes = [models.Index(fields=["-started_at"], name="backuprun_newest")]
        constraints = [
            models.CheckConstraint(
                condition=Q(slot=RUNNING, finished_at=None) | Q(slot=None, finished_at__isnull=False),
                name="backuprun_slot_while_running",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.get_occasion_display()

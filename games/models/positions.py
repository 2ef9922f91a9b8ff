"""The index of positions: which games passed through which position, packed, so that a position costs few bytes.

All of it follows from the games and can be made again: backups leave it out.
"""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jobs.models import WorkItem


class PositionBatch(models.Model):
    """The positions of some games, sorted by key and cut into blocks. Small batches are merged into larger ones."""

    # Of games that everybody may see, when they were indexed; numbers for everybody are made of these alone.
    is_open = models.BooleanField()
    # Its entries lie in two to the power of so many blocks, by the first bits of their keys.
    bits = models.PositiveSmallIntegerField()
    entries = models.PositiveIntegerField()
    # Which order to make the whole index again it belongs to: `PositionRebuild`.
    generation = models.BigIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("batch of positions")
        verbose_name_plural = _("batches of positions")

    def __str__(self) -> str:
        return f"{self.pk}"


class PositionBlock(models.Model):
    """Entries of a batch, one after the other, sorted: games/positions/entries.py says how they are written."""

    batch = models.ForeignKey(PositionBatch, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    bucket = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        verbose_name = _("block of positions")
        verbose_name_plural = _("blocks of positions")
        constraints = [models.UniqueConstraint(fields=["batch", "bucket"], name="positionblock_place")]

    def __str__(self) -> str:
        return f"{self.batch_id}/{self.bucket}"


class IndexedGame(models.Model):
    """A game whose positions are in the index. Without a foreign key: games come and go without asking the index."""

    game_id = models.BigIntegerField(primary_key=True)
    is_open = models.BooleanField()
    generation = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("indexed game")
        verbose_name_plural = _("indexed games")

    def __str__(self) -> str:
        return f"{self.game_id}"


class PositionOrder(WorkItem):
    """Some games for one job to index."""

    games = models.JSONField(_("games"))

    class Meta(WorkItem.Meta):
        verbose_name = _("order to index positions")
        verbose_name_plural = _("orders to index positions")

    def __str__(self) -> str:
        return f"{self.pk}"


class PositionMerge(WorkItem):
    """Batches of about one size for one job to merge."""

    batches = models.JSONField(_("batches"))

    class Meta(WorkItem.Meta):
        verbose_name = _("order to merge positions")
        verbose_name_plural = _("orders to merge positions")

    def __str__(self) -> str:
        return f"{self.pk}"


class PositionRebuild(models.Model):
    """Somebody wants the index made again. Until every game is in it, what was there before goes on answering."""

    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("rebuild of the positions")
        verbose_name_plural = _("rebuilds of the positions")

    def __str__(self) -> str:
        return f"{self.pk}"

"""What may change a rating list, and the work of computing it anew."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jobs.work_item import WorkItem
from players.models.rated_result import ResultSource
from players.models.rating_ledger import ListVersion
from players.models.rating_pool import RatingPool


class ChangeKind(models.TextChoices):
    HANDED_OVER = "handed_over", _("results were handed over")
    TAKEN_BACK = "taken_back", _("results were taken back")
    CORRECTED = "corrected", _("results were corrected")
    POOL_CHANGED = "pool_changed", _("the rules of the pool were changed")
    PEOPLE_MERGED = "merged", _("two profiles turned out to be one person")
    BIRTH_YEARS = "birth_years", _("years of birth became known or were changed")
    ASKED_FOR = "asked_for", _("somebody asked for a recomputation")


class RatingChange(models.Model):
    """Why a list is computed anew. It is settled by the version that takes it into account."""

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="changes", db_index=False)
    kind = models.CharField(max_length=12, choices=ChangeKind)
    source = models.ForeignKey(ResultSource, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.TextField(blank=True)
    recorded_at = models.DateTimeField(default=timezone.now)
    # Free games wait for the end of their month.
    counts_from = models.DateField()
    settled_at = models.DateTimeField(null=True)
    # None if the list turned out to be the same, as when results are taken back and handed over again.
    version = models.ForeignKey(ListVersion, on_delete=models.PROTECT, null=True, related_name="changes")

    class Meta:
        verbose_name = _("change to a rating list")
        verbose_name_plural = _("changes to rating lists")
        ordering = ("recorded_at", "pk")
        indexes = [  # noqa: RUF012  Django's way to write it
            models.Index(
                fields=["pool", "counts_from"], condition=Q(settled_at=None), name="ratingchange_open"
            ),
        ]
        constraints = [  # noqa: RUF012
            models.CheckConstraint(condition=Q(kind__in=ChangeKind.values), name="ratingchange_kind_known"),
            models.CheckConstraint(
                condition=Q(version=None) | Q(settled_at__isnull=False),
                name="ratingchange_settled_by_version",
            ),
        ]

    def __str__(self) -> str:
        return self.get_kind_display()


class Recomputation(WorkItem):
    """A pool's list has to be computed anew, now or when a month is over. Several changes wait for one of these."""

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="recomputations")
    due_on = models.DateField()
    periods_done = models.PositiveIntegerField(default=0)
    periods = models.PositiveIntegerField(null=True)

    class Meta(WorkItem.Meta):
        verbose_name = _("recomputation of a rating list")
        verbose_name_plural = _("recomputations of rating lists")
        constraints = [  # noqa: RUF012
            *WorkItem.Meta.constraints,
            models.UniqueConstraint(
                fields=["pool", "due_on"], condition=Q(state="waiting"), name="recomputation_once_a_day"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pool} {self.due_on}"

"""Two profiles of one person that became one, and what moved."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models.person import Person


class PersonMerge(models.Model):
    kept = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="merges_received", editable=False)
    merged = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="merges_made", editable=False)
    merged_at = models.DateTimeField(default=timezone.now, editable=False)
    merged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    # Every row that was changed, with its values before and after: see players.people.moved_rows.
    moved = models.JSONField(editable=False)
    undone_at = models.DateTimeField(null=True, editable=False)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )

    class Meta:
        verbose_name = _("merge of two profiles")
        verbose_name_plural = _("merges of profiles")
        ordering = ("-merged_at", "-pk")
        constraints = [  # noqa: RUF012  Django's way to write it
            models.UniqueConstraint(
                fields=["merged"], condition=Q(undone_at=None), name="personmerge_one_in_force"
            ),
            models.CheckConstraint(condition=~Q(kept=F("merged")), name="personmerge_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.merged} → {self.kept}"

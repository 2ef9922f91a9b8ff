"""Records of games that no referee knows: kept as they were sent, and checked by nobody."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.round import Pairing

MAX_TEXT_LENGTH: Final = 20_000


class TextRecord(models.Model):
    """A board may have several: both players and the arbiters may send one, and none is more right than another."""

    pairing = models.ForeignKey(
        Pairing, on_delete=models.CASCADE, related_name="text_records", db_index=False
    )
    text = models.TextField(_("record"), max_length=MAX_TEXT_LENGTH)
    # Of the text: the same is kept once.
    digest = models.CharField(max_length=64, editable=False)
    # The account may go; the record stays. None also if it came with an event's file.
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    sent_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("record kept as text")
        verbose_name_plural = _("records kept as text")
        ordering = ("pairing", "pk")
        constraints = [
            models.UniqueConstraint(fields=["pairing", "digest"], name="textrecord_once_on_a_board"),
            models.CheckConstraint(condition=~Q(text=""), name="textrecord_has_text"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}/{self.pk}"

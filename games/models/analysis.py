"""An analysis in somebody's notebook: lines of play as a tree, with comments, glyphs and arrows."""

import uuid

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.game_types import MAX_GAME_LENGTH, game_choices
from games.models.game import Game

MAX_TITLE_LENGTH = 120


class Analysis(models.Model):
    """Private until it is shared. `record` is a valid record in its canonical form; arrows stand in its comments."""

    key = models.UUIDField(_("address"), default=uuid.uuid4, unique=True, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="analyses",
        db_index=False,  # an index below begins with it
        verbose_name=_("account"),
    )
    kind = models.CharField(_("game"), max_length=MAX_GAME_LENGTH, choices=game_choices)
    title = models.CharField(_("title"), max_length=MAX_TITLE_LENGTH)
    record = models.TextField(_("record"))
    # Where its main line comes from, if from a game of the archive.
    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    is_shared = models.BooleanField(_("shared by link"), default=False)
    # Not the notebook's own: who follows a link learns nothing that could be written to.
    share_key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    # Grows with every change: who saves says what they saw.
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(_("begun"), default=timezone.now, editable=False)
    changed_at = models.DateTimeField(_("last change"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        indexes = [models.Index(fields=["account", "-changed_at"], name="analysis_of_account")]
        constraints = [
            models.CheckConstraint(condition=~models.Q(title=""), name="analysis_has_a_title"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("analysis", args=[self.key])

    @property
    def shared_url(self) -> str:
        return reverse("shared-analysis", args=[self.share_key])

"""Who may see a game, as somebody said later than with the upload."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.visibility import ONLY_EMBARGOES_END, Visibility


class VisibilityWish(models.Model):
    """Takes the place of what the upload said. While an event withholds its records, the game's own row says that."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="visibility_wish"
    )
    visibility = models.CharField(_("who may see it"), max_length=10, choices=Visibility)
    embargo_until = models.DateTimeField(_("embargo until"), null=True, blank=True)

    class Meta:
        verbose_name = _("wish who may see a game")
        verbose_name_plural = _("wishes who may see games")
        constraints = [  # noqa: RUF012  Django's way to write it
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="visibilitywish_visibility_known"
            ),
            models.CheckConstraint(condition=ONLY_EMBARGOES_END, name="visibilitywish_only_embargoes_end"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.get_visibility_display()}"

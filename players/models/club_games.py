"""Games that a club plays and no referee knows."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.db.folding import FoldedField
from core.game_types import MAX_GAME_LENGTH, UNREFEREED_PREFIX
from players.models.clubs import Club

MAX_GAME_NAME_LENGTH: Final = 60
MAX_SIDE_LENGTH: Final = 30


class ClubGame(models.Model):
    """Events and rating lists keep its slug as the name of their game. It stays as it is: results depend on it."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="games_without_referee", verbose_name=_("club")
    )
    slug = models.CharField(max_length=MAX_GAME_LENGTH, unique=True, editable=False)
    name = models.CharField(_("name of the game"), max_length=MAX_GAME_NAME_LENGTH)
    first_side = models.CharField(_("who moves first"), max_length=MAX_SIDE_LENGTH)
    second_side = models.CharField(_("the other side"), max_length=MAX_SIDE_LENGTH)
    has_draws = models.BooleanField(_("games can be drawn"), default=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    name_key = FoldedField(of=["name"])

    class Meta:
        verbose_name = _("game without a referee")
        verbose_name_plural = _("games without a referee")
        ordering = ("name_key", "pk")
        constraints = [
            models.UniqueConstraint(fields=["club", "name_key"], name="clubgame_name_once_in_a_club"),
            # So that no game of the engine, now or later, is called like one of a club.
            models.CheckConstraint(
                condition=Q(slug__startswith=UNREFEREED_PREFIX), name="clubgame_slug_has_its_mark"
            ),
            models.CheckConstraint(
                condition=~Q(name="") & ~Q(first_side="") & ~Q(second_side=""), name="clubgame_has_names"
            ),
        ]

    def __str__(self) -> str:
        return self.name

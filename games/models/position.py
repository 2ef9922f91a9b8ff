"""Which positions a game went through, as keys to look them up by."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class GamePosition(models.Model):
    """The position after a ply (0: the start) as a 64-bit digest of board and side to move."""

    pk = models.CompositePrimaryKey("game_id", "ply")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="positions", db_index=False)
    ply = models.PositiveSmallIntegerField()
    key = models.BigIntegerField()

    class Meta:
        verbose_name = _("position of a game")
        verbose_name_plural = _("positions of games")
        indexes = [  # noqa: RUF012  Django's way to write it
            models.Index(fields=["key"], name="gameposition_by_key"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.ply}"

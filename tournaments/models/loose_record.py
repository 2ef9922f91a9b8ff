"""Games of the archive that an event speaks for although they are the record of none of its boards."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game
from tournaments.models.event import Event
from tournaments.models.round import Round


class LooseRecord(models.Model):
    """Its tags name the event, or it was parted from a board. While the game is the record of a board, that counts.

    Several events may have the same name: then each of them has a row, and the closest word counts.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")
    # Whose end ends the embargo, where that is known; else it lasts as long as the event.
    round = models.ForeignKey(Round, on_delete=models.SET_NULL, null=True, related_name="+")
    # By its tags alone: the event may close it, and opens nothing.
    by_name = models.BooleanField()
    # A name is no proof: it shows nobody what a submitter keeps private, or what may be another event's.
    for_arbiters = models.BooleanField()

    class Meta:
        verbose_name = _("record without a board")
        verbose_name_plural = _("records without a board")
        constraints = [  # noqa: RUF012  Django's way to write it
            models.UniqueConstraint(fields=["game", "event"], name="looserecord_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.game_id}"

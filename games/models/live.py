"""Who may follow a game while it is recorded: an event decides for its boards, the recorder of a free game for that."""

import uuid

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models.recording import Recording

MAX_LIVE_DELAY = 300


class LiveMode(models.TextChoices):
    OFF = "off", _("nobody")
    ON = "on", _("everybody, at once")
    PLIES = "plies", _("everybody, some plies later")
    MINUTES = "minutes", _("everybody, some minutes later")


DELAYED = (LiveMode.PLIES.value, LiveMode.MINUTES.value)


class LiveGame(models.Model):
    """A free game that whoever has the link may follow."""

    recording = models.OneToOneField(
        Recording, on_delete=models.CASCADE, related_name="live", verbose_name=_("recording")
    )
    # Not the recording's own: who follows learns no address of the recorder.
    key = models.UUIDField(_("address"), default=uuid.uuid4, unique=True, editable=False)
    mode = models.CharField(_("who may follow"), max_length=8, choices=LiveMode, default=LiveMode.OFF.value)
    delay = models.PositiveSmallIntegerField(_("delay"), default=0)

    class Meta:
        verbose_name = _("live game")
        verbose_name_plural = _("live games")
        constraints = [
            models.CheckConstraint(condition=Q(mode__in=LiveMode.values), name="livegame_mode_known"),
            models.CheckConstraint(
                condition=~Q(mode__in=DELAYED) | Q(delay__gte=1, delay__lte=MAX_LIVE_DELAY),
                name="livegame_delay_bounded",
            ),
        ]

    def __str__(self) -> str:
        return str(self.key)

    def get_absolute_url(self) -> str:
        return reverse("live-game", args=[self.key])

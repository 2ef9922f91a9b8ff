"""A game that is being recorded: a draft, and its steps as a tree that only ever grows."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.game_types import MAX_GAME_LENGTH, game_choices
from games.models.game import CLUB_IS_NAMED, Visibility
from games.models.submission import Upload
from players.models import Club

MAX_STEP_TEXT_LENGTH = 1000


class RecordingMode(models.TextChoices):
    """How much help the recorder gives."""

    SCRIBE = "scribe", _("scribe")
    SCORE_SHEET = "score_sheet", _("score sheet")
    ANALYSIS = "analysis", _("analysis")


class RecordingState(models.TextChoices):
    OPEN = "open", _("being recorded")
    ADJOURNED = "adjourned", _("adjourned")
    HANDED_IN = "handed_in", _("handed in")


class Recording(models.Model):
    """A draft. Nothing of it is a record before it is handed in; then `upload` says what was sent."""

    key = models.UUIDField(_("address"), default=uuid.uuid4, unique=True, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="recordings",
        db_index=False,  # an index below begins with it
        verbose_name=_("account"),
    )
    kind = models.CharField(_("game"), max_length=MAX_GAME_LENGTH, choices=game_choices)
    mode = models.CharField(
        _("mode"), max_length=12, choices=RecordingMode, default=RecordingMode.SCRIBE.value
    )
    # Each player on a phone of their own (`RecordingSeat`): one line of steps, and set-ups that are no steps.
    is_shared = models.BooleanField(
        _("each player on a phone of their own"), default=False, db_default=False, editable=False
    )
    # As a record has them, by their names. Set-ups of the players are steps.
    tags = models.JSONField(_("tags"), default=dict, blank=True)
    # The board of an event, as `Upload.meant_for` names it; a higher app knows the words.
    meant_for = models.CharField(max_length=40, blank=True, default="", editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("club")
    )
    visibility = models.CharField(
        _("who may see the game"), max_length=10, choices=Visibility, default=Visibility.PUBLIC
    )
    state = models.CharField(
        _("state"), max_length=10, choices=RecordingState, default=RecordingState.OPEN.value, editable=False
    )
    upload = models.OneToOneField(
        Upload, on_delete=models.SET_NULL, null=True, blank=True, related_name="recording", editable=False
    )
    # The step that was stored last, and what all of them come to: the next step is checked against them alone.
    tip = models.UUIDField(null=True, blank=True, editable=False)
    tip_number = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    step_count = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    text_length = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    created_at = models.DateTimeField(_("begun"), default=timezone.now, editable=False)
    changed_at = models.DateTimeField(_("last step"), default=timezone.now, editable=False, db_index=True)

    class Meta:
        verbose_name = _("recording")
        verbose_name_plural = _("recordings")
        indexes = [
            models.Index(fields=["account", "-changed_at"], name="recording_of_account"),
            models.Index(fields=["meant_for"], condition=~Q(meant_for=""), name="recording_of_board"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(mode__in=RecordingMode.values), name="recording_mode_known"),
            models.CheckConstraint(
                condition=Q(state__in=RecordingState.values), name="recording_state_known"
            ),
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="recording_visibility_known"
            ),
            models.CheckConstraint(condition=CLUB_IS_NAMED, name="recording_club_is_named"),
            models.UniqueConstraint(
                fields=["meant_for"],
                condition=Q(is_shared=True, state__in=["open", "adjourned"]) & ~Q(meant_for=""),
                name="recording_shared_once",
            ),
            models.CheckConstraint(
                condition=Q(upload=None) | Q(state=RecordingState.HANDED_IN.value),
                name="recording_sent_when_handed_in",
            ),
        ]

    def __str__(self) -> str:
        return str(self.key)

    def get_absolute_url(self) -> str:
        return reverse("recording", args=[self.key])


class StepKind(models.TextChoices):
    PLY = "ply", _("ply")
    SETUP = "setup", _("set-up")
    COMMENT = "comment", _("comment")
    OFFER = "offer", _("draw offer")
    AGREE = "agree", _("draw agreed")
    RESIGN = "resign", _("resigned")
    FLAG = "flag", _("flag fall")
    # Its text is the number of plies that stay.
    UNDO = "undo", _("taken back")
    # With two phones: the other player says so as well.
    CONFIRM = "confirm", _("confirmed")


class RecordingStep(models.Model):
    """One step, which follows its parent. Two steps with one parent are two branches; none is ever changed.

    The browser chooses the key, so that a step that is sent twice is stored once.
    """

    recording = models.ForeignKey(
        Recording, on_delete=models.CASCADE, related_name="steps", db_index=False, verbose_name=_("recording")
    )
    key = models.UUIDField(_("random id"), editable=False)
    # The key of the step before; None for the first.
    parent = models.UUIDField(null=True, editable=False)
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=8, choices=StepKind)
    text = models.CharField(_("text"), max_length=MAX_STEP_TEXT_LENGTH, blank=True)
    # With two phones: whose entered it, 0 for the first player.
    side = models.PositiveSmallIntegerField(_("side"), null=True, blank=True, editable=False)
    # By the clock of the device.
    made_at = models.DateTimeField(_("made"))
    received_at = models.DateTimeField(_("received"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("step of a recording")
        verbose_name_plural = _("steps of recordings")
        constraints = [
            models.UniqueConstraint(fields=["recording", "key"], name="recordingstep_once"),
            models.CheckConstraint(condition=Q(kind__in=StepKind.values), name="recordingstep_kind_known"),
            models.CheckConstraint(
                condition=Q(number=1, parent=None) | Q(number__gt=1, parent__isnull=False),
                name="recordingstep_follows_another",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.recording_id}/{self.number} {self.kind} {self.text}"


class RecordingSeat(models.Model):
    """One of the two players of a shared recording, with the set-up that only this player knows."""

    recording = models.ForeignKey(
        Recording, on_delete=models.CASCADE, related_name="seats", db_index=False, verbose_name=_("recording")
    )
    side = models.PositiveSmallIntegerField(_("side"))
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="recording_seats",
        verbose_name=_("account"),
    )
    setup = models.CharField(_("set-up"), max_length=60, blank=True, default="")
    # From then on the set-up stays as it is.
    sealed_at = models.DateTimeField(_("set-up sealed"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat of a recording")
        verbose_name_plural = _("seats of recordings")
        constraints = [
            models.UniqueConstraint(fields=["recording", "side"], name="recordingseat_of_side"),
            models.UniqueConstraint(fields=["recording", "account"], name="recordingseat_of_account"),
            models.CheckConstraint(condition=Q(side__in=[0, 1]), name="recordingseat_side_known"),
        ]

    def __str__(self) -> str:
        return f"{self.recording_id}/{self.side}"


class SavedSetup(models.Model):
    """A set-up that somebody keeps for games to come. Nobody else sees it."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="saved_setups",
        db_index=False,
        verbose_name=_("account"),
    )
    kind = models.CharField(_("game"), max_length=MAX_GAME_LENGTH, choices=game_choices)
    name = models.CharField(_("name"), max_length=60)
    text = models.CharField(_("set-up"), max_length=60)
    saved_at = models.DateTimeField(_("saved"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("saved set-up")
        verbose_name_plural = _("saved set-ups")
        ordering = ("name",)
        constraints = [
            models.UniqueConstraint(fields=["account", "kind", "name"], name="savedsetup_named_once"),
            models.CheckConstraint(condition=~Q(name=""), name="savedsetup_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

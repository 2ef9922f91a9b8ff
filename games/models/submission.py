"""One record of an upload and its fate; slices of records are what the workers validate together."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.upload import LONGEST_FILE_NAME, Upload
from jobs.work_item import WorkItem


class SubmissionState(models.TextChoices):
    RECEIVED = "received", _("received")
    ACCEPTED = "accepted", _("accepted")
    ERROR = "error", _("with errors")
    DUPLICATE = "duplicate", _("known already")


class SubmissionSlice(WorkItem):
    """Some records of one upload, validated by one job: a message for each record would cost more than the referee."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="slices")
    # How many of its records the referee has looked at so far, noted now and then: for the bar, nothing else.
    checked = models.PositiveIntegerField(default=0, editable=False)

    class Meta(WorkItem.Meta):
        verbose_name = _("slice of an upload")
        verbose_name_plural = _("slices of uploads")

    def __str__(self) -> str:
        return f"{self.upload_id}/{self.pk}"


class Submission(models.Model):
    """A record as it was sent. Exactly one of three things becomes of it: a game, errors, or a game known before.

    A corrected record is another row with the same ordinal, which points to the one it corrects; only the newest is
    current.
    """

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="submissions", db_index=False)
    slice = models.ForeignKey(SubmissionSlice, on_delete=models.CASCADE, related_name="submissions")
    ordinal = models.PositiveIntegerField(_("number in the upload"))
    # Of a file inside a zip file.
    member = models.CharField(_("file name"), max_length=LONGEST_FILE_NAME, blank=True)
    line = models.PositiveIntegerField(_("first line"), default=1)
    # Bytes, for what is no UTF-8 or holds null bytes is kept as well.
    raw = models.BinaryField(_("text as sent"))
    # It was longer than any record may be, and `raw` is only its beginning.
    cut = models.BooleanField(default=False)
    state = models.CharField(
        _("state"), max_length=10, choices=SubmissionState, default=SubmissionState.RECEIVED, editable=False
    )
    # As the engine reports them: line, column, ply, move, code, rule, message.
    errors = models.JSONField(_("errors"), default=list, blank=True, editable=False)
    # How often a worker began with this record alone: one that never comes to an end is given up.
    tries = models.PositiveSmallIntegerField(default=0, editable=False)
    # The game it became, or of a duplicate the one that was there before.
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, null=True, blank=True, related_name="submissions", editable=False
    )
    corrects = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="correction", editable=False
    )
    is_current = models.BooleanField(default=True, editable=False)

    class Meta:
        verbose_name = _("submitted record")
        verbose_name_plural = _("submitted records")
        indexes = [  # noqa: RUF012  Django's way to write it
            models.Index(
                fields=["upload", "state", "ordinal"], condition=Q(is_current=True), name="submission_fates"
            ),
        ]
        constraints = [  # noqa: RUF012
            models.UniqueConstraint(
                fields=["upload", "ordinal"], condition=Q(is_current=True), name="submission_one_current"
            ),
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(state="accepted"),
                name="submission_one_for_a_game",
            ),
            models.CheckConstraint(
                condition=Q(state__in=SubmissionState.values), name="submission_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=("received", "error"), game=None)
                | Q(state__in=("accepted", "duplicate"), game__isnull=False),
                name="submission_game_when_valid",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.upload_id}/{self.ordinal}"

    def get_absolute_url(self) -> str:
        return reverse("submission", args=[self.pk])

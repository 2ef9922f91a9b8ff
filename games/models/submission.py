"""What somebody sent, byte for byte; its records, each with what became of it; slices of records for workers."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from games.models.game import CLUB_IS_NAMED, ONLY_EMBARGOES_END, Game, Visibility
from jobs.models import WorkItem
from players.models import Club

MAX_FILE_NAME_LENGTH = 200


class SourceKind(models.TextChoices):
    PASTE = "paste", _("pasted text")
    FILE = "file", _("file")
    API = "api", _("program")
    RECORDER = "recorder", _("on-screen recorder")


class Upload(WorkItem):
    """Waiting while it is being cut into records; each record then has its own state.

    `received` is how many records were found so far. It grows in the transactions that store them, so that a worker
    that takes over goes on where the last one stopped.
    """

    source = models.CharField(_("source"), max_length=10, choices=SourceKind)
    file_name = models.CharField(_("file name"), max_length=MAX_FILE_NAME_LENGTH, blank=True)
    size = models.PositiveBigIntegerField(_("size in bytes"))
    # The account may go; the games that came with it stay.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="uploads",
        db_index=False,  # an index below begins with it
        verbose_name=_("account"),
    )
    # A club with games is not simply deleted: who may see them depends on it.
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="uploads", verbose_name=_("club")
    )
    visibility = models.CharField(
        _("who may see the games"), max_length=10, choices=Visibility, default=Visibility.PUBLIC
    )
    embargo_until = models.DateTimeField(_("embargo until"), null=True, blank=True)
    # The event's regulation that adjudication has to know; most events have none.
    no_capture_limit = models.PositiveSmallIntegerField(_("plies without a capture"), null=True, blank=True)
    # What a higher app wants the records for, such as "pairing:17"; it knows its own words.
    meant_for = models.CharField(max_length=40, blank=True, default="", editable=False)
    received = models.PositiveIntegerField(_("records received"), default=0, editable=False)
    # Its pieces are gone since then, see `games.retention`.
    file_deleted_at = models.DateTimeField(null=True, editable=False)

    class Meta(WorkItem.Meta):
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")
        indexes = [
            *WorkItem.Meta.indexes,
            models.Index(fields=["account", "-created_at"], name="upload_of_account"),
        ]
        constraints = [
            *WorkItem.Meta.constraints,
            models.CheckConstraint(condition=Q(source__in=SourceKind.values), name="upload_source_known"),
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="upload_visibility_known"
            ),
            models.CheckConstraint(condition=CLUB_IS_NAMED, name="upload_club_is_named"),
            models.CheckConstraint(condition=ONLY_EMBARGOES_END, name="upload_only_embargoes_end"),
        ]

    def __str__(self) -> str:
        return self.file_name or str(capfirst(self.get_source_display()))

    def get_absolute_url(self) -> str:
        return reverse("upload", args=[self.pk])


class UploadPiece(models.Model):
    """A stretch of the bytes that were sent: large uploads are read piece by piece."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="pieces", db_index=False)
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        verbose_name = _("piece of an upload")
        verbose_name_plural = _("pieces of uploads")
        constraints = [
            models.UniqueConstraint(fields=["upload", "number"], name="uploadpiece_once"),
        ]

    def __str__(self) -> str:
        return f"{self.upload_id}/{self.number}"


class SubmissionState(models.TextChoices):
    RECEIVED = "received", _("received")
    ACCEPTED = "accepted", _("accepted")
    ERROR = "error", _("with errors")
    DUPLICATE = "duplicate", _("already in the archive")


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
    member = models.CharField(_("file name"), max_length=MAX_FILE_NAME_LENGTH, blank=True)
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
        indexes = [
            models.Index(
                fields=["upload", "state", "ordinal"], condition=Q(is_current=True), name="submission_fates"
            ),
        ]
        constraints = [
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

"""What somebody sent: a text or a file, byte for byte, and how far it has been cut into records."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from games.models.visibility import CLUB_IS_NAMED, ONLY_EMBARGOES_END, Visibility
from jobs.work_item import WorkItem
from players.models import Club

LONGEST_FILE_NAME = 200


class SourceKind(models.TextChoices):
    PASTE = "paste", _("pasted text")
    FILE = "file", _("file")
    API = "api", _("program")
    RECORDER = "recorder", _("on-screen recorder")


class Upload(WorkItem):
    """Waiting while it is being cut into records; each record then has its own fate.

    `received` is how many records were found so far. It grows in the transactions that store them, so that a worker
    that takes over goes on where the last one stopped.
    """

    source = models.CharField(_("source"), max_length=10, choices=SourceKind)
    file_name = models.CharField(_("file name"), max_length=LONGEST_FILE_NAME, blank=True)
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
    # A club with games is not deleted by the way: who may see them depends on it.
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

    class Meta(WorkItem.Meta):
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")
        indexes = [  # noqa: RUF012  Django's way to write it
            *WorkItem.Meta.indexes,
            models.Index(fields=["account", "-created_at"], name="upload_of_account"),
        ]
        constraints = [  # noqa: RUF012
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
        constraints = [  # noqa: RUF012
            models.UniqueConstraint(fields=["upload", "number"], name="uploadpiece_once"),
        ]

    def __str__(self) -> str:
        return f"{self.upload_id}/{self.number}"

"""Events that travel: the id that their files carry, where they came from, and files that are being imported."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import GameResult
from games.models.adjudication import AdjudicationState, Verdict
from games.models.submission import MAX_FILE_NAME_LENGTH
from jobs.models import WorkItem
from players.models import Club
from tournaments.models.event import Event
from tournaments.models.round import Pairing

MAX_FILE_ID_LENGTH = 64
MAX_ARBITER_NAME_LENGTH = 200


class EventOrigin(models.Model):
    """What an event is known by on other sites. Made with its first file, or by the import of one."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, primary_key=True, related_name="origin")
    # The same in every file of the event, wherever it is written.
    file_id = models.CharField(max_length=MAX_FILE_ID_LENGTH, db_index=True, editable=False)
    # As the file says; empty where the event was made here.
    club_name = models.CharField(_("held by"), max_length=120, blank=True, editable=False)
    # Names, nothing else: nobody becomes an arbiter by a file.
    arbiters = models.JSONField(_("arbiters"), default=list, blank=True, editable=False)
    imported_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("origin of an event")
        verbose_name_plural = _("origins of events")

    def __str__(self) -> str:
        return self.file_id


class ImportedDecision(models.Model):
    """What an arbiter of another site said to the referee's verdict on a game: history, which decides nothing here."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="imported_decisions")
    arbiter = models.CharField(_("arbiter"), max_length=MAX_ARBITER_NAME_LENGTH, blank=True)
    verdict = models.CharField(_("verdict"), max_length=14, choices=Verdict)
    state = models.CharField(_("state"), max_length=10, choices=AdjudicationState)
    result = models.CharField(_("result that counts"), max_length=8, choices=GameResult, blank=True)
    reason = models.TextField(_("reason"))
    decided_at = models.DateTimeField(_("decided"))

    class Meta:
        verbose_name = _("decision of another site")
        verbose_name_plural = _("decisions of other sites")
        ordering = ("pairing", "pk")

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.state}"


class EventFile(WorkItem):
    """A file as it was sent. A job reads it and says what it would become; somebody confirms that, or not."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="event_files")
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    file_name = models.CharField(max_length=MAX_FILE_NAME_LENGTH, blank=True, editable=False)
    size = models.PositiveBigIntegerField(editable=False)
    # The uploader's language: the job writes its sentences in it.
    language = models.CharField(max_length=16, default="en", editable=False)
    # What the job has found: see tournaments/event_files/selectors/summaries.py.
    summary = models.JSONField(default=dict, editable=False)
    # How far the referee has come: for the progress bar only.
    records_done = models.PositiveIntegerField(default=0, editable=False)
    records_in_all = models.PositiveIntegerField(default=0, editable=False)

    class Meta(WorkItem.Meta):
        verbose_name = _("event file")
        verbose_name_plural = _("event files")

    def __str__(self) -> str:
        return self.file_name

    def get_absolute_url(self) -> str:
        return reverse("event-file", args=[self.club.slug, self.pk])


class EventFilePiece(models.Model):
    """A stretch of a file's bytes."""

    file = models.ForeignKey(EventFile, on_delete=models.CASCADE, related_name="pieces", db_index=False)
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        verbose_name = _("piece of an event file")
        verbose_name_plural = _("pieces of event files")
        constraints = [models.UniqueConstraint(fields=["file", "number"], name="eventfilepiece_once")]

    def __str__(self) -> str:
        return f"{self.file_id}/{self.number}"


class EventFileImport(WorkItem):
    """A confirmed file; a job writes the event. If it may not, `problem` says why, and nothing is written."""

    file = models.OneToOneField(EventFile, on_delete=models.CASCADE, related_name="confirmed")
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    # By the numbers of the file's people: a person's id, or "new".
    choices = models.JSONField(default=dict, editable=False)
    rated = models.BooleanField(default=True, editable=False)
    # The event is here already, and shall be here a second time.
    again = models.BooleanField(default=False, editable=False)
    records_done = models.PositiveIntegerField(default=0, editable=False)
    records_in_all = models.PositiveIntegerField(default=0, editable=False)
    event = models.ForeignKey(Event, on_delete=models.SET_NULL, null=True, related_name="+", editable=False)
    problem = models.TextField(blank=True, editable=False)

    class Meta(WorkItem.Meta):
        verbose_name = _("import of an event file")
        verbose_name_plural = _("imports of event files")
        constraints = [
            *WorkItem.Meta.constraints,
            models.CheckConstraint(
                condition=Q(event=None) | Q(problem=""), name="eventfileimport_event_or_problem"
            ),
        ]

    def __str__(self) -> str:
        return str(self.file)

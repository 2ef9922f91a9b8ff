"""The row that a job is derived from, and the mails that wait to be sent."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class WorkState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class WorkItem(models.Model):
    """One piece of work. It is waiting until its effect has been written, in the same transaction as the state.

    Delivery (when it was enqueued, who has claimed it) only saves double effort. Correctness rests on `state` alone:
    an item leaves WAITING once, under a row lock, together with its effect.
    """

    state = models.CharField(max_length=10, choices=WorkState, default=WorkState.WAITING, editable=False)
    attempts = models.PositiveSmallIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    due_at = models.DateTimeField(default=timezone.now, editable=False)
    enqueued_at = models.DateTimeField(null=True, editable=False)
    claimed_at = models.DateTimeField(null=True, editable=False)
    claimed_by = models.CharField(max_length=64, default="", editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)
    last_error = models.TextField(default="", editable=False)

    class Meta:
        abstract = True
        indexes = [
            # The sweeper asks for what is waiting; finished work is most of the table and not in this index.
            models.Index(fields=["due_at"], condition=Q(state="waiting"), name="%(class)s_waiting"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=WorkState.values),
                name="%(class)s_state_known",
            ),
            models.CheckConstraint(
                condition=Q(state="waiting", finished_at=None)
                | (~Q(state="waiting") & Q(finished_at__isnull=False)),
                name="%(class)s_finished_when_not_waiting",
            ),
        ]


class OutgoingMail(WorkItem):
    subject = models.CharField(max_length=998)
    body = models.TextField(blank=True)
    html_body = models.TextField(blank=True)
    sender = models.CharField(max_length=320)
    recipients = models.JSONField()
    headers = models.JSONField(default=dict, blank=True)
    message_id = models.CharField(max_length=255, unique=True)

    class Meta(WorkItem.Meta):
        verbose_name = _("outgoing mail")
        verbose_name_plural = _("outgoing mail")

    def __str__(self) -> str:
        """Once it is sent, the subject is forgotten."""
        return self.subject or self.message_id

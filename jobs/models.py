"""Rows that jobs of no particular app work on."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from jobs.work_item import WorkItem


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

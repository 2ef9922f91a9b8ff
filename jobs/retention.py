"""Rows of jobs that are done: who looked after them has seen what became of them."""

from datetime import datetime
from functools import partial
from typing import Final

from django.db.models import QuerySet

from core.retention import RetentionRule
from jobs.models import OutgoingMail, WorkItem, WorkState

FINISHED_JOBS_SETTING: Final = "KEEP_FINISHED_JOBS_DAYS"


def done_before(model: type[WorkItem], before: datetime) -> QuerySet[WorkItem]:
    """Without those that failed: they wait for an administrator."""
    return model._default_manager.filter(state=WorkState.DONE, finished_at__lt=before)


def rule_for_jobs(model: type[WorkItem], *, title: str) -> RetentionRule:
    """For a kind of job whose rows nobody needs once they are done."""
    return RetentionRule(title=title, setting=FINISHED_JOBS_SETTING, rows=partial(done_before, model))


def _finished_mails(before: datetime) -> QuerySet[OutgoingMail]:
    """Sent or given up: links in them, such as that of an invitation, hold no longer."""
    return OutgoingMail.objects.exclude(state=WorkState.WAITING).filter(finished_at__lt=before)


FINISHED_MAILS: Final = RetentionRule(
    title="mails that were sent or given up", setting="KEEP_MAILS_DAYS", rows=_finished_mails
)

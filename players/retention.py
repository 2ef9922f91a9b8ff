"""What of accounts and clubs is deleted after a time."""

from datetime import datetime
from typing import Any, Final

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.db.models import Q, QuerySet
from django.utils import timezone

from core.retention import RetentionRule
from jobs.models import WorkState
from jobs.retention import done_before, rule_for_jobs
from players.models import (
    AccountSession,
    DataExport,
    Notification,
    PeopleUpload,
    PushMessage,
    Recomputation,
)


def _ended_sessions(before: datetime) -> QuerySet[AccountSession]:
    """SESSION_DAYS is in `expire_date` already: nobody can use these any more."""
    return AccountSession.objects.filter(expire_date__lt=timezone.now())


def _old_imports(before: datetime) -> QuerySet[PeopleUpload]:
    """Entered, never confirmed, or unreadable. One that got stuck while it was entered waits for an administrator."""
    is_entered = Q(entering__state=WorkState.DONE, entering__finished_at__lt=before)
    return PeopleUpload.objects.exclude(state=WorkState.WAITING).filter(
        is_entered | Q(entering=None), finished_at__lt=before
    )


def _old_exports(before: datetime) -> QuerySet[DataExport]:
    """With all that it holds of a person; another one can be asked for at any time."""
    return DataExport.objects.filter(pk__in=done_before(DataExport, before).values("pk"))


def _old_notifications(before: datetime) -> QuerySet[Notification]:
    """With what is still on its way to a browser: nobody wants to hear of it any more."""
    return Notification.objects.filter(created_at__lt=before)


def _old_attempts(before: datetime) -> QuerySet[Any]:
    return _logged_before(AccessAttempt, before)


def _old_failures(before: datetime) -> QuerySet[Any]:
    return _logged_before(AccessFailureLog, before)


def _old_accesses(before: datetime) -> QuerySet[Any]:
    return _logged_before(AccessLog, before)


def _logged_before(model: Any, before: datetime) -> QuerySet[Any]:
    rows: QuerySet[Any] = model.objects.filter(attempt_time__lt=before)
    return rows


ENDED_SESSIONS: Final = RetentionRule(title="sessions", setting="SESSION_DAYS", rows=_ended_sessions)
# Each may have thousands of rows.
OLD_IMPORTS: Final = RetentionRule(
    title="imports of people", setting="KEEP_PEOPLE_IMPORTS_DAYS", rows=_old_imports, rows_at_a_time=5
)
OLD_EXPORTS: Final = RetentionRule(
    title="exports of account data", setting="KEEP_DATA_EXPORTS_DAYS", rows=_old_exports, rows_at_a_time=50
)
OLD_ATTEMPTS: Final = RetentionRule(
    title="failed attempts to sign in", setting="KEEP_SIGN_IN_ATTEMPTS_DAYS", rows=_old_attempts
)
OLD_FAILURES: Final = RetentionRule(
    title="log of failed attempts", setting="KEEP_SIGN_IN_ATTEMPTS_DAYS", rows=_old_failures
)
OLD_ACCESSES: Final = RetentionRule(
    title="log of sign-ins", setting="KEEP_SIGN_IN_ATTEMPTS_DAYS", rows=_old_accesses
)
OLD_NOTIFICATIONS: Final = RetentionRule(
    title="notifications", setting="KEEP_NOTIFICATIONS_DAYS", rows=_old_notifications
)
RULES: Final = {
    "sessions": ENDED_SESSIONS,
    "sign-in-attempts": OLD_ATTEMPTS,
    "sign-in-failures": OLD_FAILURES,
    "sign-ins": OLD_ACCESSES,
    "people-imports": OLD_IMPORTS,
    "data-exports": OLD_EXPORTS,
    "notifications": OLD_NOTIFICATIONS,
    "push-messages": rule_for_jobs(PushMessage, title="messages to browsers"),
    "recomputations": rule_for_jobs(Recomputation, title="recomputations of rating lists"),
}

"""How long answers are kept for clients that repeat a request. Without the API itself, which workers need not load."""

from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from core.models import StoredAnswer
from core.retention import RetentionRule


def _old_answers(before: datetime) -> QuerySet[StoredAnswer]:
    return StoredAnswer.objects.filter(created_at__lt=before)


OLD_ANSWERS: Final = RetentionRule(
    title="answers of the API for repeated requests", setting="KEEP_API_ANSWERS_DAYS", rows=_old_answers
)

"""Whether the history is whole: its lines can be read, and the database still keeps them from being changed."""

from collections.abc import Generator
from typing import Final

from django.db import connection

from audit.models import AuditEntry
from audit.triggers import PROTECTION
from core.verification import Findings, Verification

LINES_AT_A_TIME: Final = 2000


def verify_history(findings: Findings) -> Generator[None, None, str]:
    for name in PROTECTION.missing_triggers(connection):
        findings.add(
            f"history: the database no longer protects its lines ({name} is missing or switched off)"
        )
    count = 0
    lines = AuditEntry.objects.order_by("pk").values_list("pk", "action", "target_name", "before", "after")
    for pk, action, _name, before, after in lines.iterator(chunk_size=LINES_AT_A_TIME):
        count += 1
        if not action or not isinstance(before, dict) or not isinstance(after, dict):
            findings.add(f"history: line {pk} cannot be read")
        yield
    return f"{count} lines of the history read."


HISTORY: Final = Verification(count=AuditEntry.objects.count, run=verify_history)

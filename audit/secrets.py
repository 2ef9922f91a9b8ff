"""Lines that not everybody may read who may read a history: each app says which, and for whom.

    register_secret(lines_about_hidden_pieces)

in the app's `ready()`. Histories of clubs and the administration pages leave out what is a secret for their reader.
"""

from collections.abc import Callable
from typing import Any

from django.db.models import Q, QuerySet

from audit.models import AuditEntry

# Asked with the account; which lines it may not read.
Secret = Callable[[Any], Q]

_secrets: list[Secret] = []


def register_secret(secret: Secret) -> None:
    _secrets.append(secret)


def lines_open_to(reader: Any, entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    for secret in _secrets:
        entries = entries.exclude(secret(reader))
    return entries

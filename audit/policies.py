"""Who may see what of a history: each app says it of its own objects, in its `ready()`.

    register_history(Person, may_see_history_of_person)

gives the object a page with its history, to look through and to export; `latest_lines` gives what its own page shows.
`register_hidden_lines` leaves out lines that not everybody may read who may read a history. `register_visible_ids` says
which objects' pages somebody may see: lines lead to those.
"""

from collections.abc import Callable, Collection
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db.models import Model, Q, QuerySet

from audit.models import AuditEntry

# Asked with the account; which lines it may not read.
HiddenLines = Callable[[Any], Q]
_hidden_lines: list[HiddenLines] = []


def register_hidden_lines(secret: HiddenLines) -> None:
    _hidden_lines.append(secret)


def visible_lines(reader: Any, entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    for secret in _hidden_lines:
        entries = entries.exclude(secret(reader))
    return entries


# Asked with the account or visitor, and the object.
MaySeeHistory = Callable[[Any, Any], bool]
HISTORY_POLICIES: dict[str, tuple[type[Model], MaySeeHistory]] = {}


def register_history(model: type[Model], may_see: MaySeeHistory) -> None:
    label = model._meta.label_lower
    if label in HISTORY_POLICIES:
        raise ImproperlyConfigured(f"The history of {label} has a policy already.")
    HISTORY_POLICIES[label] = (model, may_see)


# Asked with the account or visitor and ids of objects: those whose pages they may see.
VisibleIds = Callable[[Any, Collection[int]], Collection[int]]
VISIBLE_IDS: dict[type[Model], VisibleIds] = {}


def register_visible_ids(model: type[Model], in_sight: VisibleIds) -> None:
    """Not everybody may see all pages of this kind; lines lead to those that their reader may see."""
    VISIBLE_IDS[model] = in_sight

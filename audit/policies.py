"""Who may see what of a history: each app says it of its own objects, in its `ready()`.

    register_history(Person, may_see=may_see_history_of_person)

gives the object a page with its history, to look through and to export; `latest_lines` gives what its own page shows.
"""

from collections.abc import Callable, Collection
from typing import Any, Final, NamedTuple

from django.db.models import Model, Q, QuerySet

from audit.models import AuditEntry
from core.registry import Registry

# Asked with the account; which lines it may not read, although it may read the history they are in.
HiddenLines = Callable[[Any], Q]
HIDDEN_LINES: Final = Registry[HiddenLines]("kinds of hidden lines")


def visible_lines(reader: Any, entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    for hidden in HIDDEN_LINES:
        entries = entries.exclude(hidden(reader))
    return entries


# Asked with the account or visitor, and the object.
MaySeeHistory = Callable[[Any, Any], bool]

# Asked with the account or visitor and ids of objects: those whose pages they may see.
VisibleIds = Callable[[Any, Collection[int]], Collection[int]]


class HistoryPolicy(NamedTuple):
    """`visible_ids` is for objects whose pages not everybody may see: lines lead to those that their reader may see."""

    model: type[Model]
    may_see: MaySeeHistory
    visible_ids: VisibleIds | None = None


HISTORIES: Final = Registry[HistoryPolicy]("histories")


def register_history(
    model: type[Model], *, may_see: MaySeeHistory, visible_ids: VisibleIds | None = None
) -> None:
    """Under the label of the model, by which addresses name it."""
    HISTORIES.register(model._meta.label_lower, HistoryPolicy(model, may_see, visible_ids))

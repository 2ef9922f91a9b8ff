"""The histories of objects on pages: each app says whose histories there are and who may see them.

    register(Person, may_see_history_of_person)

in the app's `ready()`. From then on the object has a page with its history, to look through and to export, and
`latest_lines` gives what its own page shows.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse

from audit.selectors import history_of
from audit.telling import Line, tell_lines

ON_AN_OBJECTS_PAGE: Final = 5

# Asked with the account or visitor, and the object.
MaySee = Callable[[Any, Any], bool]


@dataclass(frozen=True)
class LatestLines:
    """`more_url` leads to all of them."""

    lines: list[Line]
    more_url: str


_policies: dict[str, tuple[type[Model], MaySee]] = {}


def register(model: type[Model], may_see: MaySee) -> None:
    label = model._meta.label_lower
    if label in _policies:
        raise ImproperlyConfigured(f"The history of {label} has a policy already.")
    _policies[label] = (model, may_see)


def object_with_history(label: str, pk: int) -> tuple[Model, MaySee] | None:
    """The object by its model's label (`players.person`) and id, and who may see its history."""
    if label not in _policies:
        return None
    model, may_see = _policies[label]
    target = model._base_manager.filter(pk=pk).first()
    return None if target is None else (target, may_see)


def latest_lines(request: HttpRequest, target: Model) -> LatestLines | None:
    """What the object's page shows of its history; None for those who may not see it."""
    label = target._meta.label_lower
    if label not in _policies or not _policies[label][1](request.user, target):
        return None
    lines = tell_lines(history_of(target)[:ON_AN_OBJECTS_PAGE], linked=False)
    return LatestLines(lines, address_of_history(target))


def address_of_history(target: Model) -> str:
    return reverse("history", args=[target._meta.label_lower, target.pk])

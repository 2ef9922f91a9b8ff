"""What a change did to an object: the values of its fields before and after, as they are kept in the history."""

from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple
from uuid import UUID

from django.db.models import Model

Value = str | int | float | bool | list["Value"] | dict[str, "Value"] | None
Values = Mapping[str, Value]

# Stands in the history for what others must not read there.
REDACTED = "•••"


class Difference(NamedTuple):
    before: dict[str, Value]
    after: dict[str, Value]


def field_values(instance: Model, fields: Iterable[str]) -> dict[str, Value]:
    """The named fields as JSON can hold them; a foreign key is the id it points to."""
    return {name: _to_json(instance._meta.get_field(name).value_from_object(instance)) for name in fields}  # type: ignore[union-attr]


def difference(before: Values, after: Values, *, private: Collection[str] = ()) -> Difference:
    """The keys whose values differ. Of a private one it is told that it was changed, set or removed, and no more."""
    missing = object()
    changed = [
        key for key in {**before, **after} if not _is_same(before.get(key, missing), after.get(key, missing))
    ]
    return Difference(
        before={key: _shown(key, before[key], private) for key in changed if key in before},
        after={key: _shown(key, after[key], private) for key in changed if key in after},
    )


def _is_same(one: object, other: object) -> bool:
    # True equals 1 in Python, but not in a history.
    return type(one) is type(other) and one == other


def _shown(key: str, value: Value, private: Collection[str]) -> Value:
    return REDACTED if key in private and value not in (None, "") else value


def _to_json(value: object) -> Value:
    match value:
        case None | bool() | int() | float():
            return value
        case str():
            return str(value)  # a choice is its value
        case datetime() | date():
            return value.isoformat()
        case Decimal() | UUID():
            return str(value)
        case list() | tuple():
            return [_to_json(item) for item in value]
        case dict():
            return {str(key): _to_json(item) for key, item in value.items()}
    raise TypeError(
        f"A {type(value).__name__} cannot be kept in the history: turn it into text or numbers first."
    )

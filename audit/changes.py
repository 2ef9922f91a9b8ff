"""Fields of a row that people change: their values before and after, cleaned, compared and refused if two collide."""

from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.translation import gettext as _

from core.db.folding import INVISIBLE_CHARACTERS
from core.errors import Conflict, Refused

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
    """The keys whose values differ. Private values are redacted: the history says that they changed, not how."""
    missing = object()
    changed = [
        key for key in {**before, **after} if not _is_same(before.get(key, missing), after.get(key, missing))
    ]
    return Difference(
        before={key: _shown(key, before[key], private) for key in changed if key in before},
        after={key: _shown(key, after[key], private) for key in changed if key in after},
    )


def filled_values(values: Values) -> dict[str, Value]:
    return {key: value for key, value in values.items() if value not in ("", None)}


def clean_text(value: Any, *, one_line: bool) -> Any:
    """Text without needless blanks; every other value as it is."""
    if not isinstance(value, str):
        return value
    # Browsers send two characters for the end of a line.
    return " ".join(value.split()) if one_line else value.replace("\r\n", "\n").strip()


def set_cleaned(row: Model, changes: Mapping[str, Any], *, one_line: Collection[str]) -> None:
    for key, value in changes.items():
        setattr(row, key, clean_text(value, one_line=key in one_line))


def refuse_invalid_fields(row: Model, *, one_line: Collection[str], checked: Collection[str]) -> None:
    """Refuse invisible characters, and what the fields named in `checked` do not allow."""
    for key in one_line:
        if INVISIBLE_CHARACTERS.search(getattr(row, key)):
            raise Refused(_("The text has invisible characters. Please type it again."))
    try:
        row.clean_fields(exclude={field.name for field in row._meta.concrete_fields} - set(checked))
    except ValidationError as error:
        raise Refused(error_sentence(row, error)) from error


def refuse_conflicting_changes(
    row: Model,
    changes: Mapping[str, Any],
    seen: Mapping[str, Any] | None,
    *,
    one_line: Collection[str] = (),
    others: Values | None = None,
) -> None:
    """Refuse if somebody else changed one of the same fields.

    `seen` is what the page showed; without it nothing was shown. What only the other
    person changed stays as they left it. `others` are values that are no fields of the row, as they are now.
    """
    if seen is None:
        return
    shown, wanted = type(row)(), type(row)()
    both = []
    others = others or {}
    current = field_values(row, changes.keys() - others.keys())
    for key, value in changes.items():
        if key not in seen:
            continue
        if key in others:
            if others[key] not in (seen[key], value):
                both.append(key)
            continue
        setattr(shown, key, clean_text(seen[key], one_line=key in one_line))
        setattr(wanted, key, clean_text(value, one_line=key in one_line))
        if current[key] not in (field_values(shown, [key])[key], field_values(wanted, [key])[key]):
            both.append(key)
    if both:
        raise Conflict(
            _("Somebody else changed the same thing while you were writing. Nothing has been saved yet."),
            both,
        )


def error_sentence(row: Model, error: ValidationError) -> str:
    """What is wrong with the row, by the names of its fields."""
    return " ".join(
        f"{row._meta.get_field(name).verbose_name}: {' '.join(messages)}"  # type: ignore[union-attr]
        for name, messages in error.message_dict.items()
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

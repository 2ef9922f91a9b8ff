"""Changing some fields of a row: cleaned, checked, and compared with what somebody else changed in the meantime."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.translation import gettext as _

from audit.changes import Value, field_values
from core.errors import Conflict, Refused
from players import names
from tournaments.models import Event, EventState


def set_fields(
    row: Model, changes: Mapping[str, Any], *, one_line: Collection[str], checked: Iterable[str]
) -> None:
    """Set the values, or refuse them with a sentence. `checked` are the fields whose own rules are asked."""
    for key, value in changes.items():
        setattr(row, key, clean_text(value, one_line=key in one_line))
    for key in one_line:
        if names.INVISIBLE.search(getattr(row, key)):
            raise Refused(_("There are characters that cannot be seen. Please type it again."))
    try:
        everything = {field.name for field in row._meta.concrete_fields}
        row.clean_fields(exclude=everything - set(checked))
    except ValidationError as error:
        raise Refused(error_sentence(row, error)) from error


def clean_text(value: Any, *, one_line: bool) -> Any:
    if not isinstance(value, str):
        return value
    # Browsers send two characters for the end of a line.
    return " ".join(value.split()) if one_line else value.replace("\r\n", "\n").strip()


def refuse_conflicting_changes(
    row: Model, changes: Mapping[str, Any], seen: Mapping[str, Any] | None
) -> None:
    """`seen` is what the page showed. What only the other changed stays as the other left it."""
    if seen is None:
        return
    shown, wanted = type(row)(), type(row)()
    both = []
    current = field_values(row, changes)
    for key, value in changes.items():
        if key not in seen:
            continue
        setattr(shown, key, seen[key])
        setattr(wanted, key, value)
        if current[key] not in (field_values(shown, [key])[key], field_values(wanted, [key])[key]):
            both.append(key)
    if both:
        raise Conflict(
            _("Somebody else changed the same thing while you were writing. Nothing has been saved yet."),
            both,
        )


def refuse_frozen_fields(
    changes: Collection[str], frozen: Collection[str], *, because: str, model: type[Model]
) -> None:
    """Fields that must not change any more, by their names for people."""
    caught = [str(model._meta.get_field(key).verbose_name) for key in changes if key in frozen]  # type: ignore[union-attr]
    if caught:
        raise Refused(
            _("%(because)s These cannot be changed any more: %(fields)s.")
            % {"because": because, "fields": ", ".join(caught)}
        )


def filled_values(values: Mapping[str, Value]) -> dict[str, Value]:
    return {key: value for key, value in values.items() if value not in ("", None)}


def error_sentence(row: Model, error: ValidationError) -> str:
    return " ".join(
        f"{row._meta.get_field(name).verbose_name}: {' '.join(messages)}"  # type: ignore[union-attr]
        for name, messages in error.message_dict.items()
    )


def why_frozen(event: Event) -> str:
    if event.state == EventState.ARCHIVED:
        return _("The event is archived.")
    if event.has_finished:
        return _("The event is finished.")
    if event.has_started:
        return _("The event has started.")
    return _("The event is open for entries.")


def refuse_if_archived(event: Event) -> None:
    if event.state == EventState.ARCHIVED:
        raise Refused(why_frozen(event))

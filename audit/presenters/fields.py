"""What the keys and values of a line are called for people.

A key is usually a field of the object's model and known by its name, choices and type. What is not, an app describes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from audit.changes import Value
from core.registry import Registry

Names = Mapping[tuple[type[models.Model], int], str]


@dataclass(frozen=True)
class FieldDescription:
    """What a key is called and what its values are called.

    With `refers_to` the values are ids of such objects, or lists of them: the line shows the names these have now.
    """

    label: str | Promise
    values: Mapping[str, str | Promise] = field(default_factory=dict)
    refers_to: type[models.Model] | None = None


FIELD_DESCRIPTIONS: Final = Registry[FieldDescription]("fields of the history")


def describe_fields(model: type[models.Model], descriptions: Mapping[str, FieldDescription]) -> None:
    """Say what keys in the lines about a model mean that are no fields of it."""
    for key, description in descriptions.items():
        FIELD_DESCRIPTIONS.register(f"{model._meta.label_lower}.{key}", description)


def field_label(model: type[models.Model] | None, key: str) -> str:
    if (described := _description(model, key)) is not None:
        return capfirst(str(described.label))
    found = _field(model, key)
    return capfirst(str(found.verbose_name) if found else key.replace("_", " "))


def value_in_words(model: type[models.Model] | None, key: str, value: Value, names: Names) -> str:
    """A stored value in words. `names` are those of the objects that foreign keys point to."""
    if value is None or value == "" or value == [] or value == {}:
        return ""
    if value is True or value is False:
        return _("yes") if value else _("no")
    if (ids := _ids(value)) and (referred := _referenced_model(model, key)) is not None:
        return ", ".join(_name_of(referred, pk, names) for pk in ids)
    if (described := _description(model, key)) is not None:
        return str(described.values.get(str(value), value))
    found = _field(model, key)
    if found is not None and found.choices:
        return str(dict(found.flatchoices).get(value, value))
    return _date_in_words(found, value) or _plain_text(value)


def referenced_objects(
    model: type[models.Model] | None, values: Mapping[str, Value]
) -> Iterable[tuple[type[Any], int]]:
    """The objects that the foreign keys among the values, and keys described so, point to."""
    for key, value in values.items():
        if (ids := _ids(value)) and (referred := _referenced_model(model, key)) is not None:
            yield from ((referred, pk) for pk in ids)


def _referenced_model(model: type[models.Model] | None, key: str) -> type[Any] | None:
    """The model whose ids are the values of the key."""
    if (described := _description(model, key)) is not None:
        return described.refers_to
    found = _field(model, key)
    return found.related_model if isinstance(found, models.ForeignKey) else None


def _ids(value: Value) -> list[int]:
    """Of one object or of several."""
    values = value if isinstance(value, list) else [value]
    return [pk for pk in values if isinstance(pk, int)]


def _name_of(model: type[models.Model], pk: int, names: Names) -> str:
    name = names.get((model, pk))
    return name if name is not None else _("no. %(number)d (deleted)") % {"number": pk}


def _description(model: type[models.Model] | None, key: str) -> FieldDescription | None:
    return FIELD_DESCRIPTIONS.get(f"{model._meta.label_lower}.{key}") if model else None


def _field(model: type[models.Model] | None, key: str) -> models.Field[Any, Any] | None:
    if model is None:  # its app is gone
        return None
    try:
        found = model._meta.get_field(key)
    except FieldDoesNotExist:
        return None
    return found if isinstance(found, models.Field) else None


def _date_in_words(found: models.Field[Any, Any] | None, value: Value) -> str:
    if not isinstance(value, str) or not isinstance(found, models.DateField):
        return ""
    when: datetime | date | None
    try:
        when = parse_datetime(value) if isinstance(found, models.DateTimeField) else parse_date(value)
    except ValueError:
        return ""
    if isinstance(when, datetime) and timezone.is_aware(when):
        return date_format(timezone.localtime(when), "DATETIME_FORMAT")
    return date_format(when, "DATE_FORMAT") if when else ""


def _plain_text(value: Value) -> str:
    if isinstance(value, list):
        return ", ".join(_plain_text(item) for item in value)
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_plain_text(item)}" for key, item in value.items())
    return str(value)

"""Changing some fields of an event or a section: cleaned, checked, and refused once they are fixed."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.translation import gettext as _

from audit.changes import clean_text, error_sentence
from core.errors import Refused
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
            raise Refused(_("The text has invisible characters. Please type it again."))
    try:
        everything = {field.name for field in row._meta.concrete_fields}
        row.clean_fields(exclude=everything - set(checked))
    except ValidationError as error:
        raise Refused(error_sentence(row, error)) from error


def refuse_frozen_fields(
    changes: Collection[str], frozen: Collection[str], *, because: str, model: type[Model]
) -> None:
    """Fields that must not change any more, by their names for people."""
    caught = [str(model._meta.get_field(key).verbose_name) for key in changes if key in frozen]  # type: ignore[union-attr]
    if caught:
        raise Refused(
            _("%(because)s These can no longer be changed: %(fields)s.")
            % {"because": because, "fields": ", ".join(caught)}
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

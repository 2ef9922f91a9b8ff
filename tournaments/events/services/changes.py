"""Changing some fields of an event or a section: cleaned, checked, and refused once they are fixed."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext as _

from audit.changes import refuse_invalid_fields, set_cleaned
from core.errors import Refused
from core.texts import translate
from tournaments.events.services.options import find_option
from tournaments.models import Event, EventState


def set_fields(
    row: Model, changes: Mapping[str, Any], *, one_line: Collection[str], checked: Collection[str]
) -> None:
    """Set the values, or refuse them. `checked` are the fields whose own rules are asked."""
    set_cleaned(row, changes, one_line=one_line)
    refuse_invalid_fields(row, one_line=one_line, checked=checked)


def refuse_frozen_fields(
    changes: Collection[str], frozen: Collection[str], *, because: str, model: type[Model]
) -> None:
    """Refuse changes of frozen fields, and name them."""
    caught = [_label(model, key) for key in changes if key in frozen]
    if caught:
        raise Refused(
            _("%(because)s These can no longer be changed: %(fields)s.")
            % {"because": because, "fields": ", ".join(caught)}
        )


def _label(model: type[Model], key: str) -> str:
    option = find_option(key)
    return translate(option.label) if option else str(model._meta.get_field(key).verbose_name)  # type: ignore[union-attr]


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

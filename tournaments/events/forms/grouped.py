"""Forms in groups: the essentials first, the rest folded, each group with a word about it.

A form says its `GROUPS`. A field that only one game or one pairing system knows is marked, and the style sheet hides it
while another one is chosen. Fields that must not change any more are not in the form at all.

The form carries the values that the page showed: only what the user changed is saved, and if somebody else changed the
same field, that is a conflict.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.forms.boundfield import BoundField
from django.utils.functional import Promise

from audit.changes import Value, field_values

M = TypeVar("M", bound=Model)
MAX_SHOWN_LENGTH = 200_000


@dataclass(frozen=True)
class Group:
    title: str | Promise
    about: str | Promise
    fields: Sequence[str]


@dataclass(frozen=True)
class ShownField:
    field: BoundField
    games: str
    systems: str
    """Names of the games and pairing systems that know it, with spaces; empty: all do."""


@dataclass(frozen=True)
class ShownGroup:
    title: str | Promise
    about: str | Promise
    fields: Sequence[ShownField]

    @property
    def has_errors(self) -> bool:
        return any(shown.field.errors for shown in self.fields)


class GroupedForm(forms.ModelForm[Any]):
    GROUPS: ClassVar[Sequence[Group]] = ()
    OF_SYSTEMS: ClassVar[Mapping[str, str]] = {}
    ROW_FIELDS: ClassVar[Sequence[str]] = ()
    """Those of the row that the form can change, directly or by what it makes of its fields."""

    shown = forms.CharField(widget=forms.HiddenInput, required=False, max_length=MAX_SHOWN_LENGTH)

    def __init__(self, *args: Any, frozen: Collection[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._frozen = frozen
        for name in frozen:
            self.fields.pop(name, None)
        self.prepare_fields()
        self._before = self.row_values()
        self.initial["shown"] = json.dumps(self._before)

    def prepare_fields(self) -> None:
        """For forms whose fields depend on more than their class; before anything is shown."""

    def row_values(self) -> dict[str, Value]:
        """Of the row as it is in the form, everything that the form can change."""
        return field_values(self.instance, self.ROW_FIELDS)

    @classmethod
    def row_as_shown(cls, row: M, shown: str) -> M:
        """The row as the page had it."""
        return row_as_shown(row, shown, cls.ROW_FIELDS)

    @classmethod
    def from_post(cls, data: Any, row: Model, **options: Any) -> Self:
        """What was sent about a row that is there, compared with what the page had shown."""
        prefix = options.get("prefix")
        shown = data.get(f"{prefix}-shown" if prefix else "shown", "")
        return cls(data, instance=cls.row_as_shown(row, shown), **options)

    def field_groups(self) -> Sequence[Group]:
        return self.GROUPS

    def games_of(self, field: str) -> str:
        """Names of the games that know a field, with spaces; empty: all do."""
        return ""

    @property
    def groups(self) -> list[ShownGroup]:
        shown = [
            ShownGroup(
                group.title,
                group.about,
                [
                    ShownField(self[name], self.games_of(name), self.OF_SYSTEMS.get(name, ""))
                    for name in group.fields
                    if name in self.fields
                ],
            )
            for group in self.field_groups()
        ]
        return [group for group in shown if group.fields]

    def changes(self) -> dict[str, Any]:
        """Fields of the row and their new values, for a form that is valid."""
        missing = object()
        after = self.row_values()
        values = self.all_values()
        return {name: values[name] for name in values if after[name] != self._before.get(name, missing)}

    def all_values(self) -> dict[str, Any]:
        return {name: getattr(self.instance, name) for name in self.ROW_FIELDS}

    def seen_values(self) -> dict[str, Value]:
        """What the page had shown."""
        return self._before

    def with_row(self, current: Model) -> Self:
        """The form of the row as it is now, with what the user has written."""
        written = {name: self.cleaned_data[name] for name in self.changed_data if name != "shown"}
        return type(self)(instance=current, initial=written, frozen=self._frozen, prefix=self.prefix)

    def labels_of(self, fields: Collection[str]) -> list[str]:
        """Of the row's fields: as the form calls them, else as the row does."""
        return [
            str(self.fields[name].label or name)
            if name in self.fields
            else str(self.instance._meta.get_field(name).verbose_name)
            for name in fields
        ]


def row_as_shown(row: M, shown: str, fields: Sequence[str]) -> M:
    """The row as the page had it; as it is now, where that cannot be read."""
    earlier, values = copy(row), shown_values(shown)
    for name in fields:
        field: Any = row._meta.get_field(name)
        try:
            setattr(earlier, name, field.to_python(values[name]))
        except (KeyError, ValidationError, TypeError):
            continue
    return earlier


def shown_values(shown: str) -> dict[str, Any]:
    """What the page had shown, by the names of fields; nothing where that cannot be read."""
    try:
        values = json.loads(shown)
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}

"""What a merge did to rows, kept so that it can be taken back exactly, or not at all.

A change of some columns, a deleted row, or many rows whose foreign key now points to somebody else. Taking it back
demands that nobody has changed the same since.
"""

from collections.abc import Iterable
from typing import Any, Final

from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext as _

from players.errors import Refused

Stored = dict[str, Any]
ROWS_AT_A_TIME: Final = 500
# Stands in place of what was moved when somebody whom it concerned was forgotten.
FORGOTTEN: Final[list[Stored]] = [{"what": "forgotten"}]


class MovedRows:
    """Changes rows and notes what they were: `stored` goes into the database as it is."""

    def __init__(self) -> None:
        self.stored: list[Stored] = []

    def change(self, row: models.Model, **values: Any) -> None:
        """Set columns of one row. Without a difference, nothing is noted."""
        before = _columns(row, values)
        for name, value in values.items():
            setattr(row, name, value)
        after = _columns(row, values)
        if before != after:
            _rows(type(row)).filter(pk=row.pk).update(**values)
            self._note("changed", type(row), pk=row.pk, before=before, after=after)

    def delete(self, row: models.Model) -> None:
        names = [field.name for field in row._meta.concrete_fields]
        self._note("deleted", type(row), pk=row.pk, before=_columns(row, names))
        _rows(type(row)).filter(pk=row.pk).delete()

    def point_elsewhere(
        self, model: type[models.Model], field: str, *, old: models.Model, new: models.Model
    ) -> int:
        """Let every row that points to the old one point to the new one; how many there were."""
        pks = list(_rows(model).filter(**{field: old}).order_by("pk").values_list("pk", flat=True))
        for some in _lots(pks):
            _rows(model).filter(pk__in=some).update(**{field: new})
        if pks:
            self._note("pointed", model, field=field, pks=pks, old=old.pk, new=new.pk)
        return len(pks)

    def _note(self, what: str, model: type[models.Model], **details: Any) -> None:
        self.stored.append({"what": what, "model": model._meta.label_lower, **details})


def put_back(stored: list[Stored]) -> None:
    """Undo the changes, the last one first; refused if something has been changed since. In one transaction."""
    if stored == FORGOTTEN:
        raise Refused(_("It cannot be undone: the person has deleted their account and is forgotten."))
    undo = {"changed": _put_back_columns, "deleted": _put_back_row, "pointed": _point_back}
    for change in reversed(stored):
        undo[change["what"]](apps.get_model(change["model"]), change)


def _put_back_columns(model: type[models.Model], change: Stored) -> None:
    row = _rows(model).filter(pk=change["pk"]).first()
    if row is None or _columns(row, change["after"]) != change["after"]:
        raise _changed_since(model, row)
    _rows(model).filter(pk=change["pk"]).update(**_decoded(model, change["before"]))


def _put_back_row(model: type[models.Model], change: Stored) -> None:
    row = model(**_decoded(model, change["before"]))
    try:
        with transaction.atomic():
            row.save_base(raw=True, force_insert=True)
    except IntegrityError as error:
        raise _changed_since(model, row) from error


def _point_back(model: type[models.Model], change: Stored) -> None:
    field, pks = change["field"], change["pks"]
    for some in _lots(pks):
        rows = _rows(model).filter(**{"pk__in": some, field: change["new"]})
        if rows.count() != len(some):
            raise _changed_since(model, None)
        rows.update(**{field: change["old"]})


def _changed_since(model: type[models.Model], row: models.Model | None) -> Refused:
    what = f"{model._meta.verbose_name} ({row})" if row is not None else str(model._meta.verbose_name_plural)
    return Refused(
        _("It cannot be undone: what was moved has been changed or removed since. This concerns: %(what)s.")
        % {"what": what}
    )


def _columns(row: models.Model, names: Iterable[str]) -> Stored:
    """The values as JSON holds them; of a foreign key, the id."""
    fields = [_field(type(row), name) for name in names]
    return {field.attname: _encoded(field, row) for field in fields}


def _encoded(field: models.Field[Any, Any], row: models.Model) -> Any:
    value = field.value_from_object(row)
    return value if value is None or isinstance(value, bool | int | str) else field.value_to_string(row)


def _decoded(model: type[models.Model], values: Stored) -> Stored:
    return {name: _field(model, name).to_python(value) for name, value in values.items()}


def _field(model: type[models.Model], name: str) -> models.Field[Any, Any]:
    return next(field for field in model._meta.concrete_fields if name in (field.name, field.attname))


def _rows(model: type[models.Model]) -> models.QuerySet[Any]:
    return model._base_manager.all()


def _lots(pks: list[Any]) -> Iterable[list[Any]]:
    return (pks[start : start + ROWS_AT_A_TIME] for start in range(0, len(pks), ROWS_AT_A_TIME))

"""What moves when two profiles turn out to be one person: each app registers what it has about people."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext as _

from core.errors import Refused
from core.registry import Registry
from players.models import Person

StoredChange = dict[str, Any]
BATCH_SIZE: Final = 500

# Replaces what was moved when the person was forgotten.
ERASED: Final[list[StoredChange]] = [{"what": "forgotten"}]


class MovedRows:
    """Changes rows and notes what they were: `stored` goes into the database as it is."""

    def __init__(self) -> None:
        self.stored: list[StoredChange] = []

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
        for some in _batches(pks):
            _rows(model).filter(pk__in=some).update(**{field: new})
        if pks:
            self._note("pointed", model, field=field, pks=pks, old=old.pk, new=new.pk)
        return len(pks)

    def _note(self, what: str, model: type[models.Model], **details: Any) -> None:
        self.stored.append({"what": what, "model": model._meta.label_lower, **details})


def restore_rows(stored: list[StoredChange]) -> None:
    """Undo the changes, the last one first; refused if something has been changed since. In one transaction."""
    if stored == ERASED:
        raise Refused(_("It cannot be undone: the person has deleted their account and their name."))
    undo = {"changed": _restore_columns, "deleted": _restore_row, "pointed": _restore_references}
    for change in reversed(stored):
        undo[change["what"]](apps.get_model(change["model"]), change)


def _restore_columns(model: type[models.Model], change: StoredChange) -> None:
    row = _rows(model).filter(pk=change["pk"]).first()
    if row is None or _columns(row, change["after"]) != change["after"]:
        raise _changed_since_error(model, row)
    _rows(model).filter(pk=change["pk"]).update(**_decoded(model, change["before"]))


def _restore_row(model: type[models.Model], change: StoredChange) -> None:
    row = model(**_decoded(model, change["before"]))
    try:
        with transaction.atomic():
            row.save_base(raw=True, force_insert=True)
    except IntegrityError as error:
        raise _changed_since_error(model, row) from error


def _restore_references(model: type[models.Model], change: StoredChange) -> None:
    field, pks = change["field"], change["pks"]
    for some in _batches(pks):
        rows = _rows(model).filter(**{"pk__in": some, field: change["new"]})
        if rows.count() != len(some):
            raise _changed_since_error(model, None)
        rows.update(**{field: change["old"]})


def _changed_since_error(model: type[models.Model], row: models.Model | None) -> Refused:
    what = f"{model._meta.verbose_name} ({row})" if row is not None else str(model._meta.verbose_name_plural)
    return Refused(
        _("It cannot be undone: what was moved has been changed or removed since. This concerns: %(what)s.")
        % {"what": what}
    )


def _columns(row: models.Model, names: Iterable[str]) -> StoredChange:
    """The values as JSON holds them; of a foreign key, the id."""
    fields = [_field(type(row), name) for name in names]
    return {field.attname: _encoded(field, row) for field in fields}


def _encoded(field: models.Field[Any, Any], row: models.Model) -> Any:
    value = field.value_from_object(row)
    return value if value is None or isinstance(value, bool | int | str) else field.value_to_string(row)


def _decoded(model: type[models.Model], values: StoredChange) -> StoredChange:
    return {name: _field(model, name).to_python(value) for name, value in values.items()}


def _field(model: type[models.Model], name: str) -> models.Field[Any, Any]:
    return next(field for field in model._meta.concrete_fields if name in (field.name, field.attname))


def _rows(model: type[models.Model]) -> models.QuerySet[Any]:
    return model._base_manager.all()


def _batches(pks: list[Any]) -> Iterable[list[Any]]:
    return (pks[start : start + BATCH_SIZE] for start in range(0, len(pks), BATCH_SIZE))


@dataclass(frozen=True, kw_only=True)
class MergeStep:
    """`describe(kept, merged)` says what would move, or raises Refused if it cannot; `move` does it through the rows.

    `references` are the foreign keys it takes care of. `after_undo` is called when its rows have been put back.
    """

    key: str
    references: frozenset[tuple[type[models.Model], str]]
    describe: Callable[[Person, Person], Sequence[str]]
    move: Callable[[Person, Person, MovedRows], None]
    after_undo: Callable[[Person, Person], None] = lambda kept, merged: None


MERGE_STEPS: Final = Registry[MergeStep]("steps of a merge")


def register_merge_steps(*steps: MergeStep, order: int) -> None:
    """One after the other, the first at this place."""
    for place, step in enumerate(steps, start=order):
        MERGE_STEPS.register(step.key, step, order=place)


def merged_reference(model: type[models.Model], field: str, *, what: Callable[[int], str]) -> MergeStep:
    """For rows that simply point to the kept person. `what(count)` is how the preview calls them."""

    def describe(kept: Person, merged: Person) -> list[str]:
        count = model._base_manager.filter(**{field: merged}).count()
        return [what(count)] if count else []

    def move(kept: Person, merged: Person, rows: MovedRows) -> None:
        rows.point_elsewhere(model, field, old=merged, new=kept)

    return MergeStep(
        key=f"{model._meta.label_lower}.{field}",
        references=frozenset({(model, field)}),
        describe=describe,
        move=move,
    )


def unmoved_reference(model: type[models.Model], field: str) -> MergeStep:
    """For rows that stay where they are, because they say what happened to the profile itself."""
    return MergeStep(
        key=f"{model._meta.label_lower}.{field}",
        references=frozenset({(model, field)}),
        describe=lambda kept, merged: [],
        move=lambda kept, merged, rows: None,
    )


def describe_moves(kept: Person, merged: Person) -> list[str]:
    """Sentences for the preview; or refused."""
    refuse_unregistered_references(merged)
    return [line for step in MERGE_STEPS for line in step.describe(kept, merged)]


def move_all(kept: Person, merged: Person, rows: MovedRows) -> None:
    refuse_unregistered_references(merged)
    for step in MERGE_STEPS:
        step.describe(kept, merged)  # raises what keeps it from being moved
        step.move(kept, merged, rows)


def announce_undo(kept: Person, merged: Person) -> None:
    for step in MERGE_STEPS:
        step.after_undo(kept, merged)


def refuse_unregistered_references(merged: Person) -> None:
    for model, field in unregistered_references():
        if model._base_manager.filter(**{field: merged}).exists():
            raise Refused(
                _("%(name)s has %(what)s, which cannot be moved to another profile.")
                % {"name": merged, "what": model._meta.verbose_name_plural}
            )


def unregistered_references() -> list[tuple[type[models.Model], str]]:
    covered = {reference for step in MERGE_STEPS for reference in step.references}
    found = [
        (relation.related_model, relation.field.name)
        for relation in Person._meta.get_fields(include_hidden=True)
        if isinstance(relation, models.ForeignObjectRel)
    ]
    return [
        (model, field) for model, field in found if isinstance(model, type) and (model, field) not in covered
    ]

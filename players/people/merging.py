"""What moves when two profiles turn out to be one person: each app registers what hangs on its people.

    register_reference(Game, "first_person", what=lambda count: ngettext("%d game", "%d games", count) % count)

for a plain foreign key, or `register_mover` where more is to be done. A reference to people that nobody registered
keeps profiles from being merged as long as it is used: nothing is ever left behind.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.core.exceptions import ImproperlyConfigured
from django.db import models
from django.utils.translation import gettext as _

from players.errors import Refused
from players.models import Person
from players.people.moved_rows import MovedRows


@dataclass(frozen=True, kw_only=True)
class Mover:
    """`describe(kept, merged)` says what would move, or raises Refused if it cannot; `move` does it through the rows.

    `references` are the foreign keys it takes care of. `after_undo` hears that its rows have been put back.
    """

    key: str
    references: frozenset[tuple[type[models.Model], str]]
    describe: Callable[[Person, Person], Sequence[str]]
    move: Callable[[Person, Person, MovedRows], None]
    after_undo: Callable[[Person, Person], None] = lambda kept, merged: None


_movers: dict[str, Mover] = {}


def register_mover(mover: Mover) -> None:
    if mover.key in _movers:
        raise ImproperlyConfigured(f"Two movers are called {mover.key!r}.")
    _movers[mover.key] = mover


def register_reference(model: type[models.Model], field: str, *, what: Callable[[int], str]) -> None:
    """For rows that simply point to the person who goes on. `what(count)` is how the preview calls them."""

    def describe(kept: Person, merged: Person) -> list[str]:
        count = model._base_manager.filter(**{field: merged}).count()
        return [what(count)] if count else []

    def move(kept: Person, merged: Person, rows: MovedRows) -> None:
        rows.point_elsewhere(model, field, old=merged, new=kept)

    register_mover(
        Mover(
            key=f"{model._meta.label_lower}.{field}",
            references=frozenset({(model, field)}),
            describe=describe,
            move=move,
        )
    )


def register_history(*references: tuple[type[models.Model], str]) -> None:
    """References that stay where they are, because they tell what happened to the profile itself."""
    for model, field in references:
        register_mover(
            Mover(
                key=f"{model._meta.label_lower}.{field}",
                references=frozenset({(model, field)}),
                describe=lambda kept, merged: [],
                move=lambda kept, merged, rows: None,
            )
        )


def what_moves(kept: Person, merged: Person) -> list[str]:
    """Sentences for the preview; or refused."""
    refuse_what_nobody_moves(merged)
    return [line for mover in _movers.values() for line in mover.describe(kept, merged)]


def move_everything(kept: Person, merged: Person, rows: MovedRows) -> None:
    refuse_what_nobody_moves(merged)
    for mover in _movers.values():
        mover.describe(kept, merged)  # raises what keeps it from being moved
        mover.move(kept, merged, rows)


def tell_of_undoing(kept: Person, merged: Person) -> None:
    for mover in _movers.values():
        mover.after_undo(kept, merged)


def refuse_what_nobody_moves(merged: Person) -> None:
    for model, field in unregistered_references():
        if model._base_manager.filter(**{field: merged}).exists():
            raise Refused(
                _("%(name)s has %(what)s, which cannot be moved to another profile.")
                % {"name": merged, "what": model._meta.verbose_name_plural}
            )


def unregistered_references() -> list[tuple[type[models.Model], str]]:
    covered = {reference for mover in _movers.values() for reference in mover.references}
    found = [
        (relation.related_model, relation.field.name)
        for relation in Person._meta.get_fields(include_hidden=True)
        if isinstance(relation, models.ForeignObjectRel)
    ]
    return [
        (model, field) for model, field in found if isinstance(model, type) and (model, field) not in covered
    ]

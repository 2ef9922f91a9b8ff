"""Which tables and columns a database has, by the migrations that were applied to it.

A backup before an upgrade is made by the new code of the old tables, and an old backup is restored into the tables it
came from: so the models are those of the migrations, never those of the code.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.migrations.loader import MigrationLoader

from backups.contributions import LEFT_OUT
from backups.errors import BackupRefused
from backups.values import ColumnType, column_type, decimal_places


class Migration(NamedTuple):
    """As Django names one."""

    app: str
    name: str


@dataclass(frozen=True)
class Column:
    name: str
    type: ColumnType
    places: int = 0
    """Behind the point, of a decimal number."""


@dataclass(frozen=True)
class Table:
    name: str
    label: str
    columns: tuple[Column, ...]
    key: str
    """The column of the primary key."""
    counts_by_itself: bool
    """Whether the database gives the next number."""


@dataclass(frozen=True)
class Layout:
    migrations: tuple[Migration, ...]
    """The last ones of each app."""
    tables: tuple[Table, ...]
    """What a table refers to comes before it, where there is no circle."""
    models: tuple[Any, ...]


def layout_of(applied: Iterable[Migration]) -> Layout:
    """Of a database with these migrations."""
    loader = MigrationLoader(None)
    known = _known(loader, set(applied))
    last = tuple(sorted(node for node in known if not _has_successor(loader, node, known)))
    models = _in_order(list(_stored_models(loader, last)))
    return Layout(last, tuple(_table(model) for model in models), tuple(models))


def unknown_apps(last: Iterable[Migration]) -> set[str]:
    """Whose tables this release no longer has."""
    loader = MigrationLoader(None)
    return {migration.app for migration in last if migration.app not in loader.migrated_apps}


def check_migrations_are_known(last: Iterable[Migration]) -> None:
    loader = MigrationLoader(None)
    for migration in last:
        if migration.app in loader.migrated_apps and migration not in loader.graph.nodes:
            raise BackupRefused(
                f"The backup has tables that this release does not know (migration {migration.app} {migration.name}): "
                "install the release that made it, or a newer one, and restore it there."
            )


def _known(loader: MigrationLoader, applied: set[Migration]) -> set[Migration]:
    """Without those of apps that have gone. A name that an app of today does not know is of a newer release."""
    for migration in sorted(applied):
        if migration.app in loader.migrated_apps and migration not in loader.disk_migrations:
            raise BackupRefused(
                f"The database was upgraded by a newer release (migration {migration.app} {migration.name}): "
                "make the backup with that release."
            )
    return {migration for migration in applied if migration in loader.graph.nodes}


def _has_successor(loader: MigrationLoader, node: Migration, known: set[Migration]) -> bool:
    children = (Migration(*child.key) for child in loader.graph.node_map[node].children)
    return any(child.app == node.app and child in known for child in children)


def _stored_models(loader: MigrationLoader, last: tuple[Migration, ...]) -> Iterator[Any]:
    state = loader.project_state([(node.app, node.name) for node in last])
    for model in state.apps.get_models(include_auto_created=True):
        meta = model._meta
        if meta.managed and not meta.proxy and meta.label_lower not in LEFT_OUT:
            yield model


def _in_order(models: list[Any]) -> list[Any]:
    """Depth first, by label; a circle is entered where it is met."""
    by_label = {model._meta.label_lower: model for model in sorted(models, key=lambda m: m._meta.label_lower)}
    ordered: dict[str, Any] = {}
    entered: set[str] = set()

    def visit(label: str) -> None:
        if label in entered or label not in by_label:
            return
        entered.add(label)
        for field in by_label[label]._meta.local_concrete_fields:
            if field.remote_field is not None:
                visit(field.remote_field.model._meta.label_lower)
        ordered[label] = by_label[label]

    for label in by_label:
        visit(label)
    return list(ordered.values())


def _table(model: Any) -> Table:
    meta = model._meta
    fields = [field for field in meta.local_concrete_fields if not field.generated]
    return Table(
        name=meta.db_table,
        label=meta.label_lower,
        columns=tuple(Column(field.column, column_type(field), decimal_places(field)) for field in fields),
        key=meta.pk.column,
        counts_by_itself=meta.pk.get_internal_type() in ("AutoField", "BigAutoField", "SmallAutoField"),
    )

"""The rules of docs/upgrading.md for migrations: old code runs on new tables, and large tables are not locked for long.

They bind what is newer than the releases that are stored here, except for what 0.2.0 is allowed.
"""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from django.apps import apps
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from core.db.online_migrations import (
    AddConstraintOnline,
    AddFieldOnline,
    AddForeignKeyOnline,
    AddIndexOnline,
    AlterFieldOnline,
    RewriteInBatches,
)

OUR_APPS = ("audit", "core", "games", "jobs", "players", "tournaments")
# Those that grow with games, results and people. Everything else stays small enough for a moment's lock.
LARGE_TABLES = {
    "audit.auditentry", "games.game", "games.gametext", "games.submission", "games.adjudication", "players.person",
    "players.resultsource", "players.ratedresult", "players.ledgerline", "players.listedrating", "tournaments.entry",
    "tournaments.pairing",
}  # fmt: skip
# The last migrations that need not keep the rules: 0.2.0 is installed with the site stopped, see docs/upgrading.md.
LAST_WITHOUT_RULES = {"audit": 4, "core": 1, "games": 14, "jobs": 3, "players": 18, "tournaments": 7}

TAKES_AWAY = (migrations.DeleteModel, migrations.RemoveField, migrations.RenameField, migrations.RenameModel)


def problems_of(migration: migrations.Migration) -> Iterator[str]:
    """One sentence for each rule that is broken."""
    created = {op.name_lower for op in migration.operations if isinstance(op, migrations.CreateModel)}
    is_schema = [not isinstance(op, (migrations.RunPython, migrations.RunSQL)) for op in migration.operations]
    if migration.atomic and any(one != other for one, other in pairwise(is_schema)):
        yield "rows are rewritten in the transaction that changes tables: use two migrations."
    for operation in migration.operations:
        yield from _problems_of_operation(operation, migration.app_label, created)


def _problems_of_operation(operation: Operation, app_label: str, created: set[str]) -> Iterator[str]:
    model = getattr(operation, "model_name_lower", "")
    is_large = f"{app_label}.{model}" in LARGE_TABLES and model not in created
    what = operation.describe()
    if isinstance(operation, TAKES_AWAY):
        yield f"{what}: old code still asks for it; take it out of the code now, and out of the tables a release later."
    if isinstance(operation, migrations.AddField) and model not in created:
        field = operation.field
        if not field.null and not field.has_db_default() and not field.many_to_many:
            yield f"{what}: old code does not fill it; let it be NULL, or give it a db_default."
    if not is_large:
        return
    if (
        isinstance(operation, migrations.AddField)
        and not isinstance(operation, (AddFieldOnline, AddForeignKeyOnline))
        and (operation.field.db_index or operation.field.unique or operation.field.is_relation)
    ):
        yield f"{what}: its index locks a large table; use AddForeignKeyOnline, or AddIndexOnline afterwards."
    if isinstance(operation, migrations.AddIndex) and not isinstance(operation, AddIndexOnline):
        yield f"{what}: it locks a large table while it is built; use AddIndexOnline."
    if isinstance(operation, migrations.AddConstraint) and not isinstance(operation, AddConstraintOnline):
        yield f"{what}: it locks a large table while it is checked; use AddConstraintOnline."
    if isinstance(operation, migrations.AlterField) and not isinstance(operation, AlterFieldOnline):
        yield f"{what}: it may write a large table anew; use AlterFieldOnline if it does not."


def _bound() -> list[migrations.Migration]:
    disk = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    return [
        migration
        for (app, name), migration in sorted(disk.items())
        if app in OUR_APPS and int(name[:4]) > LAST_WITHOUT_RULES[app]
        if (app, name) not in ADDED_TO_0_2_0
    ]


# These add columns that 0.1.0 does not fill.
ADDED_TO_0_2_0 = {("games", "0015_copies_of_games"), ("games", "0017_confirmations")}


def test_new_migrations_keep_the_rules() -> None:
    found = {str(migration): list(problems_of(migration)) for migration in _bound()}

    assert {name: problems for name, problems in found.items() if problems} == {}
    assert "games.0018_confirmations_of_many_games" in found


def test_the_large_tables_are_there() -> None:
    assert {model._meta.label_lower for model in apps.get_models()} >= LARGE_TABLES


NOTHING = models.CharField(max_length=9)
FLAG = models.BooleanField(default=False)


@pytest.mark.parametrize(
    ("operations", "words"),
    [
        ([migrations.AddField("club", "motto", NOTHING)], "give it a db_default"),
        ([migrations.AddField("club", "closed", FLAG)], "give it a db_default"),
        ([migrations.RemoveField("club", "slug")], "a release later"),
        ([migrations.DeleteModel("Club")], "a release later"),
        ([migrations.RenameField("club", "slug", "path")], "a release later"),
        ([migrations.AddIndex("person", models.Index(fields=["name"], name="x"))], "use AddIndexOnline"),
        (
            [migrations.AddConstraint("person", models.UniqueConstraint(fields=["name"], name="x"))],
            "use AddConstraintOnline",
        ),
        ([migrations.AlterField("person", "name", models.TextField())], "use AlterFieldOnline"),
        (
            [migrations.AddField("person", "kind", models.CharField(max_length=1, null=True, db_index=True))],
            "AddIndexOnline afterwards",
        ),
        (
            [
                migrations.AddField("club", "motto", models.CharField(max_length=9, null=True)),
                migrations.RunPython(migrations.RunPython.noop),
            ],
            "use two migrations",
        ),
    ],
)
def test_a_broken_rule_is_one_sentence(operations: list[Operation], words: str) -> None:
    migration = migrations.Migration("9999_broken", "players")
    migration.operations = operations

    (problem,) = problems_of(migration)

    assert words in problem


def test_what_keeps_the_rules_passes() -> None:
    migration = migrations.Migration("9999_right", "players")
    migration.atomic = False
    migration.operations = [
        migrations.AddField("club", "motto", models.CharField(max_length=9, db_default="")),
        AddFieldOnline("person", "kind", models.CharField(max_length=1, null=True)),
        AddIndexOnline("person", models.Index(fields=["kind"], name="x")),
        AddConstraintOnline("person", models.CheckConstraint(condition=models.Q(kind="a"), name="y")),
        RewriteInBatches("players.Person", lambda rows, apps: None),
    ]

    assert list(problems_of(migration)) == []

"""An older site is brought up to date: what django-celery-beat has left in the database goes."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

migration = import_module("jobs.migrations.0003_drop_celery_beat")

# As that app made them, as far as they hang together.
OLD_TABLES = [f"CREATE TABLE {table} (id integer PRIMARY KEY)" for table in migration.TABLES[1:]] + [
    f"""CREATE TABLE {migration.TABLES[0]} (
        id integer PRIMARY KEY,
        clocked_id integer REFERENCES django_celery_beat_clockedschedule (id) DEFERRABLE INITIALLY DEFERRED,
        crontab_id integer REFERENCES django_celery_beat_crontabschedule (id) DEFERRABLE INITIALLY DEFERRED,
        interval_id integer REFERENCES django_celery_beat_intervalschedule (id) DEFERRABLE INITIALLY DEFERRED,
        solar_id integer REFERENCES django_celery_beat_solarschedule (id) DEFERRABLE INITIALLY DEFERRED
    )"""
]


def _drop() -> None:
    with connection.schema_editor() as editor:
        migration.drop_tables(apps, editor)


def _left() -> list[str]:
    return [name for name in connection.introspection.table_names() if "celery" in name]


@pytest.mark.django_db(transaction=True)
def test_the_tables_and_migrations_of_an_older_site_go() -> None:
    recorder = MigrationRecorder(connection)
    with connection.cursor() as cursor:
        for table in OLD_TABLES:
            cursor.execute(table)
        cursor.execute("INSERT INTO django_celery_beat_intervalschedule (id) VALUES (1)")
        cursor.execute("INSERT INTO django_celery_beat_periodictask (id, interval_id) VALUES (1, 1)")
    recorder.record_applied("django_celery_beat", "0001_initial")
    others = set(recorder.applied_migrations()) - {("django_celery_beat", "0001_initial")}
    assert len(_left()) == len(migration.TABLES)

    _drop()

    assert _left() == []
    assert set(recorder.applied_migrations()) == others


@pytest.mark.django_db(transaction=True)
def test_a_new_site_has_nothing_to_lose() -> None:
    applied = set(MigrationRecorder(connection).applied_migrations())

    _drop()

    assert set(MigrationRecorder(connection).applied_migrations()) == applied

"""What takes long with a large history, while others go on writing: the next migration then takes a moment.

It may be interrupted and begun again. An empty history needs none of it.
"""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone

from audit.partitions import new_year
from audit.triggers import TABLE

KEY = f"{TABLE}_id_when"
CHECK = "auditentry_is_earlier"


def last_year(cursor):
    """The year of the newest line, or of tomorrow: somebody may write on New Year's Eve."""
    cursor.execute(f"SELECT extract(year FROM max(\"when\") AT TIME ZONE 'UTC')::int FROM {TABLE}")
    (newest,) = cursor.fetchone()
    return None if newest is None else max(newest, (timezone.now() + timedelta(days=1)).year)


def make_ready(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        year = last_year(cursor)
        if year is None:
            return
        # An index that was interrupted is there and of no use.
        cursor.execute(f"DROP INDEX IF EXISTS {KEY}")
        cursor.execute(f'CREATE UNIQUE INDEX CONCURRENTLY {KEY} ON {TABLE} (id, "when")')
        cursor.execute(f"ALTER TABLE {TABLE} DROP CONSTRAINT IF EXISTS {CHECK}")
        cursor.execute(
            f'ALTER TABLE {TABLE} ADD CONSTRAINT {CHECK} CHECK ("when" < {new_year(year + 1)}) NOT VALID'
        )
        cursor.execute(f"ALTER TABLE {TABLE} VALIDATE CONSTRAINT {CHECK}")


def take_back(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"ALTER TABLE {TABLE} DROP CONSTRAINT IF EXISTS {CHECK}")
        schema_editor.execute(f"DROP INDEX IF EXISTS {KEY}")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("audit", "0004_names_of_merged_profiles")]

    operations = [migrations.RunPython(make_ready, take_back, elidable=False)]

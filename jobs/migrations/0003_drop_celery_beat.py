"""Remove what django-celery-beat left behind: the schedule now stands in the settings (CELERY_BEAT_SCHEDULE).

Its rows of django_migrations go as well, so that an older release, which has the app, makes the tables anew.
"""

from django.db import migrations

# What others refer to comes last.
TABLES = (
    "django_celery_beat_periodictask",
    "django_celery_beat_periodictasks",
    "django_celery_beat_clockedschedule",
    "django_celery_beat_crontabschedule",
    "django_celery_beat_intervalschedule",
    "django_celery_beat_solarschedule",
)


def drop_tables(apps, schema_editor):
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        present = set(connection.introspection.table_names(cursor))
    for table in TABLES:
        if table in present:
            schema_editor.execute(f"DROP TABLE {schema_editor.quote_name(table)}")
    schema_editor.execute("DELETE FROM django_migrations WHERE app = 'django_celery_beat'")


class Migration(migrations.Migration):

    dependencies = [
        ("jobs", "0002_mail_headers"),
    ]

    operations = [
        migrations.RunPython(drop_tables, migrations.RunPython.noop),
    ]

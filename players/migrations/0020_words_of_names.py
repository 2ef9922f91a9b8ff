"""PostgreSQL finds people by words of their names through an index, however many people there are."""

from django.db import migrations

INDEX = "person_words"


def index_words(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        # What an interrupted attempt left behind cannot be used.
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {INDEX}")
        schema_editor.execute(
            f"CREATE INDEX CONCURRENTLY {INDEX} ON players_person"
            " USING gin (array_to_tsvector(string_to_array(comparison_key, ' ')))"
        )


def drop_index(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {INDEX}")


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("players", "0019_clubs_of_results"),
    ]

    operations = [
        migrations.RunPython(index_words, drop_index),
    ]

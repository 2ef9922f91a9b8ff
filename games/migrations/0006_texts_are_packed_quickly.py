"""What was sent and what was made of it is packed in PostgreSQL's quicker way, where the server has it."""

from django.db import migrations

LONG_COLUMNS = (
    ("games_uploadpiece", "data"),
    ("games_submission", "raw"),
    ("games_gametext", "canonical"),
    ("games_gametext", "plies"),
)


def pack_quickly(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)"
        )
        if cursor.fetchone():
            _pack(cursor, "lz4")


def pack_as_before(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql" and schema_editor.connection.pg_version >= 140000:
        with schema_editor.connection.cursor() as cursor:
            _pack(cursor, "default")


def _pack(cursor, method):
    for table, column in LONG_COLUMNS:
        cursor.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET COMPRESSION {method}")


class Migration(migrations.Migration):

    dependencies = [('games', '0005_position_keys_with_the_text')]

    operations = [migrations.RunPython(pack_quickly, pack_as_before)]

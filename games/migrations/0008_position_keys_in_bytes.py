"""Position keys are kept in eight bytes each. Nothing asked the index over them, which every game stored had to pay."""

import struct

from django.db import migrations, models

GAMES_AT_A_TIME = 500


def forget_index(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX game_by_position")


def index_keys(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE INDEX game_by_position ON games_gametext USING gin (position_keys jsonb_path_ops)"
        )


def pack(apps, schema_editor):
    for texts in _batches(apps.get_model("games", "GameText"), "position_keys"):
        for text in texts:
            text.packed_keys = struct.pack(f">{len(text.position_keys)}q", *text.position_keys)
        type(texts[0]).objects.bulk_update(texts, ["packed_keys"])


def unpack(apps, schema_editor):
    for texts in _batches(apps.get_model("games", "GameText"), "packed_keys"):
        for text in texts:
            packed = bytes(text.packed_keys)
            text.position_keys = list(struct.unpack(f">{len(packed) // 8}q", packed))
        type(texts[0]).objects.bulk_update(texts, ["position_keys"])


def _batches(text, column):
    last = 0
    while texts := list(text.objects.filter(pk__gt=last).only(column).order_by("pk")[:GAMES_AT_A_TIME]):
        yield texts
        last = texts[-1].pk


class Migration(migrations.Migration):

    dependencies = [('games', '0007_lists_of_large_archives')]

    operations = [
        migrations.RunPython(forget_index, index_keys),
        migrations.AddField(
            model_name='gametext',
            name='packed_keys',
            field=models.BinaryField(default=b'', editable=False),
        ),
        migrations.RunPython(pack, unpack),
        migrations.RemoveField(model_name='gametext', name='position_keys'),
        migrations.RenameField(model_name='gametext', old_name='packed_keys', new_name='position_keys'),
    ]

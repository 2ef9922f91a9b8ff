"""A game's position keys move from rows of their own into a list beside its text."""

from django.db import migrations, models

GAMES_AT_A_TIME = 500


def gather(apps, schema_editor):
    text, position = apps.get_model("games", "GameText"), apps.get_model("games", "GamePosition")
    for texts in _batches(text):
        keys = {}
        rows = position.objects.filter(game_id__in=[one.pk for one in texts]).order_by("game_id", "ply")
        for game, key in rows.values_list("game_id", "key"):
            keys.setdefault(game, []).append(key)
        for one in texts:
            one.position_keys = keys.get(one.pk, [])
        text.objects.bulk_update(texts, ["position_keys"])


def scatter(apps, schema_editor):
    text, position = apps.get_model("games", "GameText"), apps.get_model("games", "GamePosition")
    for texts in _batches(text):
        position.objects.bulk_create(
            position(game_id=one.pk, ply=ply, key=key)
            for one in texts
            for ply, key in enumerate(one.position_keys)
        )


def _batches(text):
    last = 0
    while texts := list(
        text.objects.filter(pk__gt=last).only("position_keys").order_by("pk")[:GAMES_AT_A_TIME]
    ):
        yield texts
        last = texts[-1].pk


def index_keys(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE INDEX game_by_position ON games_gametext USING gin (position_keys jsonb_path_ops)"
        )
        # Few games are longer than this. Packing the others would take time and hardly make them smaller.
        schema_editor.execute("ALTER TABLE games_gametext SET (toast_tuple_target = 4080)")


def forget_keys(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE games_gametext RESET (toast_tuple_target)")
        schema_editor.execute("DROP INDEX game_by_position")


class Migration(migrations.Migration):

    dependencies = [('games', '0004_lists_of_few_games')]

    operations = [
        migrations.AddField(
            model_name='gametext',
            name='position_keys',
            field=models.JSONField(default=list, editable=False),
        ),
        migrations.RunPython(gather, scatter),
        migrations.DeleteModel(name='GamePosition'),
        migrations.RunPython(index_keys, forget_keys),
    ]

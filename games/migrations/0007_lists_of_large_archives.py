"""What games are searched by moves to their heads, where PostgreSQL keeps its words in a column beside it.

The index by date knows the last day of uncertain dates.
"""

from django.conf import settings
from django.db import migrations, models


def on_postgresql(schema_editor, *statements):
    if schema_editor.connection.vendor == "postgresql":
        for statement in statements:
            schema_editor.execute(statement)


def forget_words_of_texts(apps, schema_editor):
    on_postgresql(schema_editor, "DROP INDEX game_words_of_text")


def index_words_of_texts(apps, schema_editor):
    on_postgresql(
        schema_editor,
        "CREATE INDEX game_words_of_text ON games_gametext USING gin (to_tsvector('simple', search_text))",
    )


def keep_words_of_games(apps, schema_editor):
    on_postgresql(
        schema_editor,
        "ALTER TABLE games_game ADD COLUMN search_words tsvector"
        " GENERATED ALWAYS AS (to_tsvector('simple', search_text)) STORED",
        "CREATE INDEX game_words_of_game ON games_game USING gin (search_words)",
    )


def forget_words_of_games(apps, schema_editor):
    on_postgresql(schema_editor, "ALTER TABLE games_game DROP COLUMN search_words")


TO_HEADS = """
UPDATE games_game
SET search_text = COALESCE((SELECT games_gametext.search_text FROM games_gametext WHERE game_id = games_game.id), '')
"""
TO_TEXTS = """
UPDATE games_gametext
SET search_text = COALESCE((SELECT games_game.search_text FROM games_game WHERE id = games_gametext.game_id), '')
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_texts_are_packed_quickly'),
        ('players', '0012_pool_names'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='game',
            name='game_by_date',
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['-sort_date', '-id', 'date_to'], name='game_by_dates'),
        ),
        migrations.AddField(
            model_name='game',
            name='search_text',
            field=models.TextField(blank=True, default='', editable=False),
            preserve_default=False,
        ),
        migrations.RunSQL(TO_HEADS, TO_TEXTS),
        migrations.RunPython(forget_words_of_texts, index_words_of_texts),
        migrations.RemoveField(
            model_name='gametext',
            name='search_text',
        ),
        migrations.RunPython(keep_words_of_games, forget_words_of_games),
    ]

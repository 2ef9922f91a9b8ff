"""PostgreSQL keeps the words of texts beside them, and the index by date knows the last day of uncertain dates."""

from django.conf import settings
from django.db import migrations, models


def keep_words(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX game_words_of_text")
        schema_editor.execute(
            "ALTER TABLE games_gametext ADD COLUMN search_words tsvector"
            " GENERATED ALWAYS AS (to_tsvector('simple', search_text)) STORED"
        )
        schema_editor.execute("CREATE INDEX game_words_of_text ON games_gametext USING gin (search_words)")


def forget_words(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE games_gametext DROP COLUMN search_words")
        schema_editor.execute(
            "CREATE INDEX game_words_of_text ON games_gametext USING gin (to_tsvector('simple', search_text))"
        )


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
        migrations.RunPython(keep_words, forget_words),
    ]

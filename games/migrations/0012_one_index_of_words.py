"""PostgreSQL keeps all words of a game in one column, which says of each where it stands, with one index for all."""

from django.db import migrations

WORDS_OF_TEXT = "to_tsvector('simple', search_text)"
WORDS_WITH_LETTERS = (
    "setweight(to_tsvector('simple', first_key), 'A') || setweight(to_tsvector('simple', second_key), 'B')"
    f" || setweight(to_tsvector('simple', event_key), 'C') || {WORDS_OF_TEXT}"
)
INDEXES = {
    "game_words_of_first": "first_key",
    "game_words_of_second": "second_key",
    "game_words_of_event": "event_key",
}


def keep(schema_editor, words):
    schema_editor.execute("ALTER TABLE games_game DROP COLUMN search_words")
    schema_editor.execute(
        f"ALTER TABLE games_game ADD COLUMN search_words tsvector GENERATED ALWAYS AS ({words}) STORED"
    )
    schema_editor.execute("CREATE INDEX game_words_of_game ON games_game USING gin (search_words)")


def one_index(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for name in INDEXES:
            schema_editor.execute(f"DROP INDEX {name}")
        keep(schema_editor, WORDS_WITH_LETTERS)


def an_index_for_each(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        keep(schema_editor, WORDS_OF_TEXT)
        for name, column in INDEXES.items():
            schema_editor.execute(f"CREATE INDEX {name} ON games_game USING gin (to_tsvector('simple', {column}))")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_how_far_a_slice_is"),
    ]

    operations = [
        migrations.RunPython(one_index, an_index_for_each),
    ]

from django.db import migrations

from players.models.ledger_protection import PROTECTION


def install(apps, schema_editor):
    for statement in PROTECTION.install(schema_editor.connection):
        schema_editor.execute(statement)


def remove(apps, schema_editor):
    for statement in PROTECTION.remove(schema_editor.connection):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("players", "0007_rating_lists")]

    operations = [migrations.RunPython(install, remove, elidable=False)]

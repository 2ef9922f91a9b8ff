from django.db import migrations

from audit.triggers import PROTECTION


def install(apps, schema_editor):
    for statement in PROTECTION.install(schema_editor.connection):
        schema_editor.execute(statement)


def remove(apps, schema_editor):
    for statement in PROTECTION.remove(schema_editor.connection):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]

    operations = [migrations.RunPython(install, remove, elidable=False)]

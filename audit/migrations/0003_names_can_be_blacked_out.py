from django.db import migrations

from audit.triggers import PROTECTION


def install_anew(apps, schema_editor):
    for statement in [
        *PROTECTION.remove(schema_editor.connection),
        *PROTECTION.install(schema_editor.connection),
    ]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("audit", "0002_append_only")]

    operations = [migrations.RunPython(install_anew, migrations.RunPython.noop, elidable=False)]

from django.db import migrations


def fold(apps, schema_editor):
    """Saving a club writes what it is searched and sorted by."""
    for club in apps.get_model("players", "Club").objects.all():
        club.save(update_fields=["sort_key", "search_key"])


class Migration(migrations.Migration):

    dependencies = [("players", "0003_clubs_settings_invitations_requests")]

    operations = [migrations.RunPython(fold, migrations.RunPython.noop, elidable=True)]

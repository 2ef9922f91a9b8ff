"""Who is on a list today is found among all who ever played."""

from django.db import migrations, models

from core.db.online_migrations import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("players", "0021_players_of_lists"),
    ]

    operations = [
        AddIndexOnline(
            model_name="listedrating",
            index=models.Index(
                condition=models.Q(("until_version", None)),
                fields=["pool", "active_on"],
                name="listedrating_active",
            ),
        ),
    ]

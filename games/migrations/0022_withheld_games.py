"""Whether some game withholds its pieces is not asked of all games."""

from django.db import migrations, models

from core.db.online_migrations import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0021_recordings"),
    ]

    operations = [
        AddIndexOnline(
            model_name="game",
            index=models.Index(
                condition=models.Q(("visibility__in", ("private", "embargoed"))),
                fields=["kind"],
                name="game_withheld",
            ),
        ),
    ]

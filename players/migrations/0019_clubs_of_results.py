"""For whom each side of a result played, added while others read and write results."""

from django.db import migrations, models

from core.db.online_migrations import AddForeignKeyOnline


class Migration(migrations.Migration):

    atomic = False

    dependencies = [("players", "0018_ratings_in_tables")]

    operations = [
        AddForeignKeyOnline(
            "resultsource",
            name,
            models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="players.club"),
        )
        for name in ("first_club", "second_club")
    ]

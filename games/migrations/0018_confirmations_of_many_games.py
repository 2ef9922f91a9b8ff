"""What finds games by their confirmation, added while others read and write them."""

from django.db import migrations, models

from core.db.online_migrations import AddConstraintOnline, AddIndexOnline

STATES = ["", "waiting", "confirmed", "disputed", "rejected"]


class Migration(migrations.Migration):

    atomic = False

    dependencies = [("games", "0017_confirmations")]

    operations = [
        AddIndexOnline(
            "game", models.Index(fields=["confirmation", "-sort_date", "-id"], name="game_by_confirmation")
        ),
        AddConstraintOnline(
            "game",
            models.CheckConstraint(condition=models.Q(("confirmation__in", STATES)), name="game_confirmation_known"),
        ),
    ]

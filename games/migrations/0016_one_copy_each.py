"""One game of each copy, and no overruled verdict without a result."""

from django.db import migrations, models
from django.db.models import Q

from core.db.online_migrations import AddConstraintOnline


class Migration(migrations.Migration):

    atomic = False

    dependencies = [("games", "0015_copies_of_games")]

    operations = [
        AddConstraintOnline(
            "game",
            models.UniqueConstraint(
                fields=("duplicate_key", "recorded_result", "recorded_termination", "copy_for"), name="game_copy_once"
            ),
        ),
        AddConstraintOnline(
            "adjudication",
            models.CheckConstraint(
                condition=Q(("result__in", ["1-0", "0-1", "1/2-1/2", "*"]), ("state", "overruled"))
                | Q(Q(("state", "overruled"), _negated=True), ("result", "")),
                name="adjudication_overruled_with_a_result",
            ),
        ),
    ]

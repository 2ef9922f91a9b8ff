"""Which games there are, and how they may begin, is said by the engine's registry: no constraint names them."""

import core.game_types
from django.db import migrations, models

from core.db.online_migrations import AlterFieldOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0019_deleted_files")]

    operations = [
        migrations.RemoveConstraint(model_name="game", name="game_kind_known"),
        migrations.RemoveConstraint(model_name="game", name="game_setup_known"),
        AlterFieldOnline(
            model_name="game",
            name="kind",
            field=models.CharField(choices=core.game_types.game_choices, max_length=20, verbose_name="game"),
        ),
        AlterFieldOnline(
            model_name="game",
            name="setup",
            field=models.CharField(
                blank=True, choices=core.game_types.start_choices, max_length=10, verbose_name="set-up"
            ),
        ),
    ]

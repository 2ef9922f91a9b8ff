"""What an event decides of its game's options stands in one column, whatever the game; no constraint names games.

The columns of before stay for nodes of the release before, and are written along.
"""

import core.game_types
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_event_files")]

    operations = [
        migrations.RemoveConstraint(model_name="event", name="event_game_known"),
        migrations.RemoveConstraint(model_name="event", name="event_express_possible"),
        migrations.AddField(
            model_name="event",
            name="options",
            field=models.JSONField(blank=True, editable=False, null=True, verbose_name="options of the game"),
        ),
        migrations.AlterField(
            model_name="event",
            name="game",
            field=models.CharField(choices=core.game_types.game_choices, max_length=20, verbose_name="game"),
        ),
        migrations.AlterField(
            model_name="event",
            name="setup",
            field=models.CharField(default="closed", editable=False, max_length=10, verbose_name="set-up"),
        ),
        migrations.AlterField(
            model_name="event",
            name="first_express",
            field=models.PositiveSmallIntegerField(
                default=0, editable=False, verbose_name="express level of White"
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="second_express",
            field=models.PositiveSmallIntegerField(
                default=0, editable=False, verbose_name="express level of Brown"
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="two_squares_limit",
            field=models.PositiveSmallIntegerField(
                blank=True, editable=False, null=True, verbose_name="two-squares limit"
            ),
        ),
    ]

"""Who may see a game can be said anew."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_position_keys_in_bytes"),
    ]

    operations = [
        migrations.CreateModel(
            name="VisibilityWish",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="visibility_wish",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("public", "everybody"),
                            ("club", "members of the club"),
                            ("embargoed", "nobody else until the embargo ends, then everybody"),
                            ("private", "the players and the arbiters"),
                        ],
                        max_length=10,
                        verbose_name="who may see it",
                    ),
                ),
                ("embargo_until", models.DateTimeField(blank=True, null=True, verbose_name="embargo until")),
            ],
            options={
                "verbose_name": "wish who may see a game",
                "verbose_name_plural": "wishes who may see games",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("visibility__in", ["public", "club", "embargoed", "private"])),
                        name="visibilitywish_visibility_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("embargo_until", None), ("visibility", "embargoed"), _connector="OR"
                        ),
                        name="visibilitywish_only_embargoes_end",
                    ),
                ],
            },
        ),
    ]

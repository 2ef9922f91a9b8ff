"""Versions of a list say how many players they have; NULL where they were not counted when they were published."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0020_words_of_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="listversion",
            name="players",
            field=models.PositiveIntegerField(editable=False, null=True),
        ),
    ]

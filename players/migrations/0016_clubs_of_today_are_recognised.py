"""Clubs that are there already feed the lists across clubs: published lists stay as they are."""

from django.db import migrations
from django.utils import timezone


def recognise(apps, schema_editor):
    apps.get_model("players", "Club").objects.update(recognised_at=timezone.now())


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0015_recognised_clubs_starting_ratings'),
    ]

    operations = [
        migrations.RunPython(recognise, migrations.RunPython.noop),
    ]

"""The feed of the whole site finds the newest through an index, however much there is."""

from django.db import migrations, models

from core.db.online_migrations import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("tournaments", "0017_editions_of_started_events"),
    ]

    operations = [
        AddIndexOnline(
            model_name="event",
            index=models.Index(fields=["-created_at", "-id"], name="event_newest"),
        ),
        AddIndexOnline(
            model_name="eventnews",
            index=models.Index(fields=["-written_at", "-id"], name="eventnews_of_all"),
        ),
        AddIndexOnline(
            model_name="round",
            index=models.Index(fields=["-published_at", "-id"], name="round_newest"),
        ),
    ]

"""Running events are found through an index, however many events are over."""

from django.db import migrations, models

from core.db.online_migrations import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("tournaments", "0011_news_and_payment"),
    ]

    operations = [
        AddIndexOnline(
            model_name="event",
            index=models.Index(condition=models.Q(("state", "running")), fields=["id"], name="event_running"),
        ),
    ]

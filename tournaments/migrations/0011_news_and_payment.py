"""News of events, their timetable, where fees are paid to, and fees that nobody asks for."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from core.db.online_migrations import AddFieldOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0010_options_out_of_columns"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="timetable",
            field=models.TextField(
                blank=True, db_default="", default="", max_length=2000, verbose_name="timetable"
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="payee",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=70, verbose_name="account holder"
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="iban",
            field=models.CharField(blank=True, db_default="", default="", max_length=34, verbose_name="IBAN"),
        ),
        AddFieldOnline(
            model_name="entry",
            name="fee_waived",
            field=models.BooleanField(db_default=False, default=False, verbose_name="fee waived"),
        ),
        migrations.CreateModel(
            name="EventNews",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=1000, verbose_name="news")),
                ("written_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "author",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="news",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "news",
                "verbose_name_plural": "news",
                "ordering": ("-written_at", "-pk"),
                "indexes": [models.Index(fields=["event", "-written_at", "-id"], name="eventnews_newest")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="eventnews_says_something"
                    )
                ],
            },
        ),
    ]

"""Arbiters are told of records of one board that end differently."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0003_plain_labels")]

    operations = [
        migrations.AddField(
            "pairing", "copies_differ", models.BooleanField(default=False, verbose_name="the records differ")
        ),
    ]

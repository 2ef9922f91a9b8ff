"""The bar of an upload moves while a slice of its records is being checked."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("games", "0010_dates_spelt_otherwise")]

    operations = [
        migrations.AddField(
            model_name="submissionslice",
            name="checked",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
    ]

"""Labels in plainer words; nothing changes in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0002_records_without_a_board'),
    ]

    operations = [
        migrations.AlterField(
            model_name='keptapart',
            name='strictly',
            field=models.BooleanField(default=True, verbose_name='in any case'),
        ),
    ]

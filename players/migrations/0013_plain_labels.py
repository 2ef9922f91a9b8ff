"""Labels in plainer words; nothing changes in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0012_pool_names'),
    ]

    operations = [
        migrations.AlterField(
            model_name='peopleuploadrow',
            name='outcome',
            field=models.CharField(blank=True, choices=[('entered', 'entered'), ('added', 'added to the club'), ('unchanged', 'already in the club'), ('left out', 'left out')], max_length=10),
        ),
        migrations.AlterField(
            model_name='ratingpool',
            name='method',
            field=models.CharField(choices=[('glicko-2', 'Glicko-2'), ('elo-fide-2024', 'Elo (FIDE rules)')], max_length=20, verbose_name='rating system'),
        ),
    ]

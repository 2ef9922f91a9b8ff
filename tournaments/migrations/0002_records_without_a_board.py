import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_records_of_events'),
        ('tournaments', '0001_events'),
    ]

    operations = [
        migrations.CreateModel(
            name='LooseRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('by_name', models.BooleanField()),
                ('for_arbiters', models.BooleanField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.event')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('round', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.round')),
            ],
            options={
                'verbose_name': 'record without a board',
                'verbose_name_plural': 'records without a board',
                'constraints': [models.UniqueConstraint(fields=('game', 'event'), name='looserecord_once')],
            },
        ),
    ]

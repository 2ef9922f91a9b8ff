"""Labels in plainer words; nothing changes in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_the_same_game_whatever_its_set_ups'),
    ]

    operations = [
        migrations.AlterField(
            model_name='game',
            name='first_link',
            field=models.CharField(blank=True, choices=[('', 'not linked'), ('exact', 'the only person with this name'), ('confirmed', 'chosen by hand')], default='', max_length=10),
        ),
        migrations.AlterField(
            model_name='game',
            name='second_link',
            field=models.CharField(blank=True, choices=[('', 'not linked'), ('exact', 'the only person with this name'), ('confirmed', 'chosen by hand')], default='', max_length=10),
        ),
        migrations.AlterField(
            model_name='submission',
            name='state',
            field=models.CharField(choices=[('received', 'received'), ('accepted', 'accepted'), ('error', 'with errors'), ('duplicate', 'already in the archive')], default='received', editable=False, max_length=10, verbose_name='state'),
        ),
    ]

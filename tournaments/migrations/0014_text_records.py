"""Records of games without a referee, kept as text."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0013_players_record'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='event',
            name='game',
            field=models.CharField(max_length=20, verbose_name='game'),
        ),
        migrations.CreateModel(
            name='TextRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=20000, verbose_name='record')),
                ('digest', models.CharField(editable=False, max_length=64)),
                ('sent_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('pairing', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='text_records', to='tournaments.pairing')),
                ('sent_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'record kept as text',
                'verbose_name_plural': 'records kept as text',
                'ordering': ('pairing', 'pk'),
                'constraints': [models.UniqueConstraint(fields=('pairing', 'digest'), name='textrecord_once_on_a_board'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='textrecord_has_text')],
            },
        ),
    ]

"""Games of clubs without a referee; games are no longer a list of choices in the database's models."""

import core.db.folding
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from core.db.online_migrations import AlterFieldOnline


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0022_active_players_of_lists'),
    ]

    operations = [
        AlterFieldOnline(
            model_name='ratingpool',
            name='game',
            field=models.CharField(max_length=20, verbose_name='game'),
        ),
        AlterFieldOnline(
            model_name='resultsource',
            name='game',
            field=models.CharField(max_length=20),
        ),
        migrations.CreateModel(
            name='ClubGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(editable=False, max_length=20, unique=True)),
                ('name', models.CharField(max_length=60, verbose_name='name of the game')),
                ('first_side', models.CharField(max_length=30, verbose_name='who moves first')),
                ('second_side', models.CharField(max_length=30, verbose_name='the other side')),
                ('has_draws', models.BooleanField(default=True, verbose_name='games can be drawn')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('name_key', core.db.folding.FoldedField(blank=True, editable=False, max_length=600, of=('name',))),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games_without_referee', to='players.club', verbose_name='club')),
                ('created_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'game without a referee',
                'verbose_name_plural': 'games without a referee',
                'ordering': ('name_key', 'pk'),
                'constraints': [models.UniqueConstraint(fields=('club', 'name_key'), name='clubgame_name_once_in_a_club'), models.CheckConstraint(condition=models.Q(('slug__startswith', 'own-')), name='clubgame_slug_has_its_mark'), models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('first_side', ''), _negated=True), models.Q(('second_side', ''), _negated=True)), name='clubgame_has_names')],
            },
        ),
    ]

import django.db.models.deletion
import django.utils.timezone
import players.countries
import core.db.folding
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0002_people'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail address')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('organiser', 'organiser'), ('arbiter', 'arbiter'), ('member', 'member')], default='member', max_length=10, verbose_name='role')),
                ('message', models.TextField(blank=True, max_length=1000, verbose_name='personal message')),
                ('token_hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('state', models.CharField(choices=[('open', 'open'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'withdrawn')], default='open', editable=False, max_length=10, verbose_name='state')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='invited')),
                ('sent_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='sent')),
                ('expires_at', models.DateTimeField(verbose_name='valid until')),
                ('answered_at', models.DateTimeField(editable=False, null=True, verbose_name='answered')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='players.club')),
                ('invited_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='invited by')),
            ],
            options={
                'verbose_name': 'invitation to a club',
                'verbose_name_plural': 'invitations to clubs',
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('club', 'email'), name='clubinvitation_one_open'), models.CheckConstraint(condition=models.Q(('state__in', ['open', 'accepted', 'declined', 'withdrawn'])), name='clubinvitation_state_known'), models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'organiser', 'arbiter', 'member'])), name='clubinvitation_role_known'), models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('state', 'open'), models.Q(('email', ''), _negated=True)), models.Q(models.Q(('state', 'open'), _negated=True), ('answered_at__isnull', False), ('email', '')), _connector='OR'), name='clubinvitation_address_while_open'), models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('sent_at'))), name='clubinvitation_expires_later')],
            },
        ),
        migrations.CreateModel(
            name='JoinRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('message', models.TextField(blank=True, max_length=1000, verbose_name='message')),
                ('state', models.CharField(choices=[('open', 'open'), ('approved', 'approved'), ('declined', 'declined'), ('withdrawn', 'withdrawn')], default='open', editable=False, max_length=10, verbose_name='state')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='asked')),
                ('answered_at', models.DateTimeField(editable=False, null=True, verbose_name='answered')),
                ('reason', models.TextField(blank=True, max_length=1000, verbose_name='reason')),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='join_requests', to='players.club')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='join_requests', to='players.person')),
            ],
            options={
                'verbose_name': 'request to join a club',
                'verbose_name_plural': 'requests to join clubs',
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('person', 'club'), name='joinrequest_one_open'), models.CheckConstraint(condition=models.Q(('state__in', ['open', 'approved', 'declined', 'withdrawn'])), name='joinrequest_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='joinrequest_answered_when_not_open')],
                'indexes': [models.Index(condition=models.Q(('state', 'open')), fields=['club', 'created_at'], name='joinrequest_open')],
            },
        ),
        migrations.AlterModelOptions(
            name='club',
            options={'ordering': ('sort_key', 'name'), 'verbose_name': 'club', 'verbose_name_plural': 'clubs'},
        ),
        migrations.AddField(
            model_name='club',
            name='closed_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='closed'),
        ),
        migrations.AddField(
            model_name='club',
            name='contact_email',
            field=models.EmailField(blank=True, max_length=254, verbose_name='public e-mail address'),
        ),
        migrations.AddField(
            model_name='club',
            name='country',
            field=models.CharField(blank=True, choices=players.countries.country_choices, max_length=2, verbose_name='country'),
        ),
        migrations.AddField(
            model_name='club',
            name='meeting_times',
            field=models.CharField(blank=True, max_length=200, verbose_name='when the club meets'),
        ),
        migrations.AddField(
            model_name='club',
            name='search_key',
            field=core.db.folding.FoldedField(blank=True, editable=False, max_length=600, of=('name', 'place')),
        ),
        migrations.AddField(
            model_name='club',
            name='sort_key',
            field=core.db.folding.FoldedField(blank=True, editable=False, max_length=600, of=('name',)),
        ),
        migrations.AddField(
            model_name='club',
            name='website',
            field=models.URLField(blank=True, max_length=300, verbose_name='website'),
        ),
        migrations.AddField(
            model_name='club',
            name='welcomes_requests',
            field=models.BooleanField(default=True, verbose_name='people may ask to join'),
        ),
        migrations.AlterField(
            model_name='club',
            name='about',
            field=models.TextField(blank=True, max_length=10000, verbose_name='about the club'),
        ),
        migrations.AddIndex(
            model_name='club',
            index=models.Index(fields=['sort_key', 'name'], name='club_in_order'),
        ),
    ]

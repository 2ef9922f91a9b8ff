import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0004_fold_club_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='person',
            name='photo',
            field=models.CharField(blank=True, editable=False, max_length=64, verbose_name='photo'),
        ),
        migrations.AddField(
            model_name='person',
            name='shows_photo',
            field=models.BooleanField(default=False, verbose_name='everybody may see the photo'),
        ),
        migrations.CreateModel(
            name='PeopleUpload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('done', 'done'), ('failed', 'failed')], default='waiting', editable=False, max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('enqueued_at', models.DateTimeField(editable=False, null=True)),
                ('claimed_at', models.DateTimeField(editable=False, null=True)),
                ('claimed_by', models.CharField(default='', editable=False, max_length=64)),
                ('finished_at', models.DateTimeField(editable=False, null=True)),
                ('last_error', models.TextField(default='', editable=False)),
                ('file_name', models.CharField(blank=True, editable=False, max_length=120)),
                ('content', models.BinaryField()),
                ('unread_columns', models.JSONField(default=list, editable=False)),
                ('rows_done', models.PositiveIntegerField(default=0, editable=False)),
                ('rows_in_all', models.PositiveIntegerField(default=0, editable=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='people_uploads', to='players.club')),
                ('uploaded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'upload of people',
                'verbose_name_plural': 'uploads of people',
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'done', 'failed'])), name='peopleupload_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at', None), ('state', 'waiting')), models.Q(models.Q(('state', 'waiting'), _negated=True), ('finished_at__isnull', False)), _connector='OR'), name='peopleupload_finished_when_not_waiting')],
                'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='peopleupload_waiting')],
            },
        ),
        migrations.CreateModel(
            name='PeopleImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('done', 'done'), ('failed', 'failed')], default='waiting', editable=False, max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('enqueued_at', models.DateTimeField(editable=False, null=True)),
                ('claimed_at', models.DateTimeField(editable=False, null=True)),
                ('claimed_by', models.CharField(default='', editable=False, max_length=64)),
                ('finished_at', models.DateTimeField(editable=False, null=True)),
                ('last_error', models.TextField(default='', editable=False)),
                ('rows_done', models.PositiveIntegerField(default=0, editable=False)),
                ('rows_in_all', models.PositiveIntegerField(default=0, editable=False)),
                ('confirmed_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('upload', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='entering', to='players.peopleupload')),
            ],
            options={
                'verbose_name': 'import of people',
                'verbose_name_plural': 'imports of people',
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'done', 'failed'])), name='peopleimport_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at', None), ('state', 'waiting')), models.Q(models.Q(('state', 'waiting'), _negated=True), ('finished_at__isnull', False)), _connector='OR'), name='peopleimport_finished_when_not_waiting')],
                'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='peopleimport_waiting')],
            },
        ),
        migrations.CreateModel(
            name='PeopleUploadRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.PositiveIntegerField()),
                ('cells', models.JSONField()),
                ('name', models.CharField(blank=True, max_length=120)),
                ('sort_name', models.CharField(blank=True, max_length=120)),
                ('country', models.CharField(blank=True, max_length=2)),
                ('year_of_birth', models.PositiveSmallIntegerField(null=True)),
                ('listed', models.BooleanField(default=False)),
                ('finding', models.CharField(choices=[('new', 'new'), ('known', 'known'), ('near', 'to decide'), ('refused', 'refused')], max_length=10)),
                ('problem', models.CharField(blank=True, max_length=500)),
                ('column', models.CharField(blank=True, max_length=500)),
                ('candidates', models.JSONField(default=list)),
                ('is_new', models.BooleanField(default=False)),
                ('outcome', models.CharField(blank=True, choices=[('entered', 'entered'), ('added', 'added to the club'), ('unchanged', 'belonged to the club already'), ('left out', 'left out')], max_length=10)),
                ('chosen', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='players.person')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='players.person')),
                ('upload', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rows', to='players.peopleupload')),
            ],
            options={
                'verbose_name': 'row of an upload',
                'verbose_name_plural': 'rows of uploads',
                'ordering': ('line',),
                'constraints': [models.UniqueConstraint(fields=('upload', 'line'), name='uploadrow_line_once'), models.CheckConstraint(condition=models.Q(('finding__in', ['new', 'known', 'near', 'refused'])), name='uploadrow_finding_known'), models.CheckConstraint(condition=models.Q(('chosen', None), ('is_new', False), _connector='OR'), name='uploadrow_is_somebody_or_new')],
                'indexes': [models.Index(fields=['upload', 'finding', 'line'], name='uploadrow_by_finding')],
            },
        ),
        migrations.CreateModel(
            name='PersonMerge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('merged_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('moved', models.JSONField(editable=False)),
                ('undone_at', models.DateTimeField(editable=False, null=True)),
                ('kept', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='merges_received', to='players.person')),
                ('merged', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='merges_made', to='players.person')),
                ('merged_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undone_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'merge of two profiles',
                'verbose_name_plural': 'merges of profiles',
                'ordering': ('-merged_at', '-pk'),
                'constraints': [models.UniqueConstraint(condition=models.Q(('undone_at', None)), fields=('merged',), name='personmerge_one_in_force'), models.CheckConstraint(condition=models.Q(('kept', models.F('merged')), _negated=True), name='personmerge_of_two')],
            },
        ),
        migrations.CreateModel(
            name='ProfileClaim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('message', models.CharField(blank=True, max_length=500, verbose_name='message')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('approved', 'approved'), ('declined', 'declined'), ('withdrawn', 'withdrawn')], default='waiting', editable=False, max_length=10)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('decided_at', models.DateTimeField(editable=False, null=True)),
                ('reason', models.CharField(blank=True, editable=False, max_length=500, verbose_name='reason')),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='profile_claims', to=settings.AUTH_USER_MODEL)),
                ('decided_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='profile_claims', to='players.person')),
            ],
            options={
                'verbose_name': 'claim of a profile',
                'verbose_name_plural': 'claims of profiles',
                'ordering': ('created_at', 'pk'),
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'waiting')), fields=('account',), name='profileclaim_one_waiting_per_account'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'approved', 'declined', 'withdrawn'])), name='profileclaim_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('state', 'waiting')), models.Q(models.Q(('state', 'waiting'), _negated=True), ('decided_at__isnull', False)), _connector='OR'), name='profileclaim_decided_when_not_waiting')],
            },
        ),
        migrations.CreateModel(
            name='ProfileInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail address')),
                ('token_hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('expires_at', models.DateTimeField(editable=False)),
                ('closed_at', models.DateTimeField(editable=False, null=True)),
                ('invited_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='profile_invitations', to='players.person')),
            ],
            options={
                'verbose_name': 'invitation to a profile',
                'verbose_name_plural': 'invitations to profiles',
                'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('person',), name='profileinvitation_one_open_per_person'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), models.Q(('email', ''), _negated=True)), models.Q(('closed_at__isnull', False), ('email', '')), _connector='OR'), name='profileinvitation_address_while_open')],
            },
        ),
    ]

from django.db import migrations

ROWS_AT_A_TIME = 1000


def hand_over_factors(apps, schema_editor):
    """Apps that were confirmed, and the digests of recovery codes; what was begun and not confirmed is begun again."""
    SecondFactor = apps.get_model('players', 'SecondFactor')
    RecoveryCode = apps.get_model('players', 'RecoveryCode')
    Authenticator = apps.get_model('mfa', 'Authenticator')
    for factor in SecondFactor.objects.filter(confirmed_at__isnull=False).iterator(ROWS_AT_A_TIME):
        digests = list(
            RecoveryCode.objects.filter(account_id=factor.account_id).order_by('pk').values_list('digest', flat=True)
        )
        Authenticator.objects.create(
            user_id=factor.account_id,
            type='totp',
            data={'secret': factor.secret, 'last_step': factor.last_step},
            created_at=factor.confirmed_at,
        )
        Authenticator.objects.create(
            user_id=factor.account_id,
            type='recovery_codes',
            data={'digests': digests},
            created_at=factor.confirmed_at,
        )


def take_factors_back(apps, schema_editor):
    """Passkeys are lost: the site before knew none."""
    SecondFactor = apps.get_model('players', 'SecondFactor')
    RecoveryCode = apps.get_model('players', 'RecoveryCode')
    Authenticator = apps.get_model('mfa', 'Authenticator')
    for app in Authenticator.objects.filter(type='totp').iterator(ROWS_AT_A_TIME):
        SecondFactor.objects.create(
            account_id=app.user_id,
            secret=app.data['secret'],
            created_at=app.created_at,
            confirmed_at=app.created_at,
            last_step=app.data.get('last_step', 0),
        )
        recovery = Authenticator.objects.filter(user_id=app.user_id, type='recovery_codes').first()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(account_id=app.user_id, digest=digest)
            for digest in (recovery.data['digests'] if recovery else [])
        )
    Authenticator.objects.all().delete()


def enter_addresses(apps, schema_editor):
    """Nobody has shown yet that mail reaches them; a new password by mail shows it."""
    User = apps.get_model('players', 'User')
    EmailAddress = apps.get_model('account', 'EmailAddress')
    batch = []
    for pk, email in User.objects.order_by('pk').values_list('pk', 'email').iterator(ROWS_AT_A_TIME):
        batch.append(EmailAddress(user_id=pk, email=email.lower(), primary=True, verified=False))
        if len(batch) == ROWS_AT_A_TIME:
            EmailAddress.objects.bulk_create(batch)
            batch = []
    EmailAddress.objects.bulk_create(batch)


def forget_addresses(apps, schema_editor):
    apps.get_model('account', 'EmailAddress').objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0013_plain_labels'),
        ('account', '0009_emailaddress_unique_primary_email'),
        ('mfa', '0003_authenticator_type_uniq'),
        ('socialaccount', '0006_alter_socialaccount_extra_data'),
    ]

    operations = [
        migrations.RunPython(hand_over_factors, take_factors_back),
        migrations.RunPython(enter_addresses, forget_addresses),
        migrations.DeleteModel(name='RecoveryCode'),
        migrations.DeleteModel(name='SecondFactor'),
    ]

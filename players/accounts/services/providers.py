"""Accounts elsewhere (OpenID Connect) with which people sign in here."""

from allauth.socialaccount.models import SocialAccount
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from audit import services as audit
from core.errors import Refused
from players import audit_actions
from players.accounts.services import accounts, mail
from players.models import User


def connect(*, account: User, provider: str, identifier: str) -> None:
    """From now on its owner signs in with that account as well. Doing it twice changes nothing."""
    try:
        with transaction.atomic():
            connected, is_new = SocialAccount.objects.get_or_create(
                provider=provider, uid=identifier, defaults={"user": account}
            )
            if connected.user_id != account.pk:
                raise Refused(_("That account is connected with somebody else's account here."))
            if is_new:
                _record(account)
    except IntegrityError as error:
        raise Refused(_("That account is connected with somebody else's account here.")) from error


@transaction.atomic
def sign_up(
    *, email: str, is_verified: bool, display_name: str, language: str, provider: str, identifier: str
) -> User:
    """An account without a password; its owner may choose one by mail."""
    account = accounts.sign_up(email=email, display_name=display_name, password=None, language=language)
    if is_verified:
        accounts.note_address(account=account, verified=True)
    SocialAccount.objects.create(user=account, provider=provider, uid=identifier)
    audit.record(actor=account, action=audit_actions.PROVIDER_CONNECTED, target=account, before={}, after={})
    return account


@transaction.atomic
def disconnect(*, account: User) -> bool:
    """Whether there was something to disconnect. The caller has asked for the password, so there is one."""
    if not SocialAccount.objects.filter(user=account).delete()[0]:
        return False
    audit.record(
        actor=account, action=audit_actions.PROVIDER_DISCONNECTED, target=account, before={}, after={}
    )
    mail.send_notice(account, mail.PROVIDER_DISCONNECTED_NOTICE)
    return True


def _record(account: User) -> None:
    audit.record(actor=account, action=audit_actions.PROVIDER_CONNECTED, target=account, before={}, after={})
    mail.send_notice(account, mail.PROVIDER_CONNECTED_NOTICE)

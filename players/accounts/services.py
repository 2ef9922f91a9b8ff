"""What changes an account: each function is one transaction.

Passwords are hashed before it begins: that takes long on purpose, and SQLite lets one writer in at a time.
"""

from typing import Final

from django.contrib.auth.tokens import default_token_generator
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from audit import services as audit
from audit.changes import difference, values_of
from players.accounts import actions, lockout, notices, sessions
from players.accounts.mail import send, site_address
from players.accounts.mail_kinds import SECURITY
from players.models import User

ADMINISTERED: Final = ("email", "display_name", "is_active", "is_staff")
PRIVATE: Final = frozenset({"email"})


class EmailTaken(Exception):
    """There is an account with this e-mail address already."""


def sign_up(*, email: str, display_name: str, password: str, language: str = "", time_zone: str = "") -> User:
    user = User(
        email=User.objects.normalize_email(email),
        display_name=display_name,
        language=language,
        time_zone=time_zone,
    )
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError as error:
        # The form looked before, but two people may send theirs at the same moment: the database decides.
        raise EmailTaken from error
    return user


@transaction.atomic
def rename(*, user: User, display_name: str) -> None:
    before = user.display_name
    if before == display_name:
        return
    user.display_name = display_name
    user.save(update_fields=["display_name"])
    audit.record(
        actor=user,
        action=actions.RENAMED,
        target=user,
        before={"display_name": before},
        after={"display_name": display_name},
    )


def change_password(*, user: User, password: str, keep_session: str | None) -> None:
    """Ends all other sessions. The caller renews the one that is kept, for it is bound to the old password."""
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        sessions.end_others(account=user, keep=keep_session)
        _record_new_password(user)


@transaction.atomic
def send_reset_mail(*, email: str) -> None:
    """Send a link for a new password, if there is such an account.

    The link begins with the site's own address: whoever asks could forge the one their request came to.
    """
    user = User.objects.filter(email__iexact=email, is_active=True).first()
    if user is None:
        return
    key = [urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)]
    link = site_address(reverse("reset-password-confirm", args=key))
    # To the address that is stored, not to the one that was typed: what looks alike need not be the same.
    send(to=user, kind=SECURITY, template="accounts/mail/reset_password.txt", context={"link": link})


def reset_password(*, user: User, password: str) -> None:
    """The owner has shown that the mail reached them: failures counted so far no longer matter."""
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        sessions.end_others(account=user, keep=None)
        lockout.lift(email=user.email)
        _record_new_password(user)


@transaction.atomic
def administer_account(*, actor: User, account: User, is_new: bool) -> None:
    """Keep what an administrator changed in the row: who may sign in, and who is an administrator."""
    was = None if is_new else User.objects.filter(pk=account.pk).first()
    before = values_of(was, ADMINISTERED) if was else {}
    account.save()
    changed = difference(before, values_of(account, ADMINISTERED), private=PRIVATE)
    if changed.before or changed.after:
        audit.record(
            actor=actor,
            action=actions.ADMINISTERED if was else actions.MADE,
            target=account,
            before=changed.before,
            after=changed.after,
        )


def note_password_set(*, actor: User, account: User) -> None:
    """An administrator gave the account another password, or none: its owner hears of it."""
    audit.record(actor=actor, action=actions.PASSWORD_CHANGED, target=account, before={}, after={})
    notices.tell(account, notices.PASSWORD_SET)


def _record_new_password(user: User) -> None:
    audit.record(actor=user, action=actions.PASSWORD_CHANGED, target=user, before={}, after={})
    notices.tell(user, notices.PASSWORD_CHANGED)

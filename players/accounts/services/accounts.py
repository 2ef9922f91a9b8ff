"""What changes an account: each function is one transaction.

Passwords are hashed before it begins: that takes long on purpose, and SQLite lets one writer in at a time.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from allauth.account.models import EmailAddress
from axes.models import AccessAttempt
from django.core import signing
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from audit import services as audit
from audit.changes import REDACTED, difference, field_values
from audit.services import redact_names
from core.errors import Refused
from core.registry import Registry
from jobs.mail import delete_mails_to, redact_mails
from players import audit_actions
from players.accounts.services import sign_in, sign_in_limits, tokens
from players.accounts.services.mail import (
    EMAIL_CHANGED_NOTICE,
    PASSWORD_CHANGED_NOTICE,
    SECURITY_MAIL,
    absolute_url,
    send_account_mail,
    send_notice,
)
from players.models import Club, Person, User

ADMINISTERED_FIELDS: Final = ("email", "display_name", "is_active", "is_staff")
PRIVATE_FIELDS: Final = frozenset({"email"})
EMAIL_LINK_MAX_AGE: Final = 60 * 60 * 4
_EMAIL_CHANGE_SALT: Final = "players.accounts.email_change"


class EmailTaken(Exception):
    """There is already an account with this e-mail address."""


def sign_up(
    *, email: str, display_name: str, password: str | None, language: str = "", time_zone: str = ""
) -> User:
    user = User(
        email=User.objects.normalize_email(email),
        display_name=display_name,
        language=language,
        time_zone=time_zone,
    )
    user.set_password(password)  # none at all for who signs in with a provider
    try:
        with transaction.atomic():
            user.save(force_insert=True)
            note_address(account=user)
    except IntegrityError as error:
        # The form looked before, but two people may send theirs at the same moment: the database decides.
        raise EmailTaken from error
    return user


@transaction.atomic
def rename_account(*, user: User, display_name: str) -> None:
    before = user.display_name
    if before == display_name:
        return
    user.display_name = display_name
    user.save(update_fields=["display_name"])
    audit.record(
        actor=user,
        action=audit_actions.ACCOUNT_RENAMED,
        target=user,
        before={"display_name": before},
        after={"display_name": display_name},
    )


def change_password(
    *, user: User, password: str, keep_session: str | None, revoke_tokens: bool = False
) -> None:
    """Ends all other sessions. The caller renews the one that is kept, for it is bound to the old password."""
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        _after_new_password(user, keep_session=keep_session, revoke_tokens=revoke_tokens)


@transaction.atomic
def send_reset_mail(*, account: User, link: str) -> None:
    """Send a link for a new password: to the address that is stored, not to the one that was typed."""
    send_account_mail(
        to=account, kind=SECURITY_MAIL, template="accounts/mail/reset_password.txt", context={"link": link}
    )


def reset_password(*, user: User, password: str, revoke_tokens: bool = False) -> None:
    """The owner has shown that the mail reached them: failures counted so far no longer matter."""
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        note_address(account=user, verified=True)
        sign_in.clear_failures(email=user.email)
        sign_in_limits.clear_failures(email=user.email)
        _after_new_password(user, keep_session=None, revoke_tokens=revoke_tokens)


def _after_new_password(user: User, *, keep_session: str | None, revoke_tokens: bool) -> None:
    sign_in.end_other_sessions(account=user, keep=keep_session)
    if revoke_tokens:
        tokens.revoke_all_tokens(account=user)
    _record_new_password(user)


def note_address(*, account: User, verified: bool = False) -> None:
    """Keep for django-allauth which address the account has, and whether mail there has reached its owner.

    Nobody signs in by these rows: the account's own column is what counts, and what is unique.
    """
    email = account.email.lower()
    EmailAddress.objects.filter(user=account).exclude(email=email).delete()
    if verified:
        # Whoever proved it has it; an older claim to the same address counts no more.
        EmailAddress.objects.filter(email=email).exclude(user=account).update(verified=False)
    address, _created = EmailAddress.objects.get_or_create(
        user=account, email=email, defaults={"primary": True, "verified": verified}
    )
    if not address.primary or (verified and not address.verified):
        address.primary, address.verified = True, verified or address.verified
        address.save(update_fields=["primary", "verified"])


@transaction.atomic
def administer_account(*, actor: User, account: User, is_new: bool) -> None:
    """Keep what an administrator changed in the row: who may sign in, and who is an administrator."""
    was = None if is_new else User.objects.filter(pk=account.pk).first()
    before = field_values(was, ADMINISTERED_FIELDS) if was else {}
    account.save()
    note_address(account=account)
    audit.record_changes(
        actor=actor,
        action=audit_actions.ACCOUNT_ADMINISTERED if was else audit_actions.ACCOUNT_CREATED,
        target=account,
        before=before,
        fields=ADMINISTERED_FIELDS,
        private=PRIVATE_FIELDS,
    )


def record_password_set(*, actor: User, account: User) -> None:
    """An administrator gave the account another password, or none: its owner is notified."""
    audit.record(actor=actor, action=audit_actions.PASSWORD_CHANGED, target=account, before={}, after={})
    send_notice(account, PASSWORD_CHANGED_NOTICE, by_operators=True)


def _record_new_password(user: User) -> None:
    audit.record(actor=user, action=audit_actions.PASSWORD_CHANGED, target=user, before={}, after={})
    send_notice(user, PASSWORD_CHANGED_NOTICE)


def request_email_change(*, account: User, email: str) -> None:
    """Send a link to the new address. Until somebody follows it, nothing changes."""
    email = User.objects.normalize_email(email)
    token = signing.dumps([account.pk, account.email, email], salt=_EMAIL_CHANGE_SALT)
    link = absolute_url(reverse("confirm-email", args=[token]))
    template = "accounts/mail/confirm_email.txt"
    send_account_mail(
        to=account, kind=SECURITY_MAIL, template=template, context={"link": link}, address=email
    )


def email_from_token(token: str, *, account: User) -> str:
    """The new address, if the link is good: for this account, not older than four hours, not used yet."""
    try:
        pk, old, new = signing.loads(token, salt=_EMAIL_CHANGE_SALT, max_age=EMAIL_LINK_MAX_AGE)
    except signing.BadSignature:
        return ""
    # The link names the address to be replaced: after the change it is void.
    return str(new) if (pk, old) == (account.pk, account.email) else ""


def change_email(*, account: User, email: str) -> None:
    """Somebody may have signed up with the new address since: the database decides."""
    old = account.email
    try:
        with transaction.atomic():
            account.email = email
            account.save(update_fields=["email"])
            note_address(account=account, verified=True)
            changed = difference({"email": old}, {"email": email}, private={"email"})
            audit.record(
                actor=account,
                action=audit_actions.EMAIL_CHANGED,
                target=account,
                before=changed.before,
                after=changed.after,
            )
            send_notice(account, EMAIL_CHANGED_NOTICE, address=old)
    except IntegrityError as error:
        account.email = old
        raise Refused(_("Another account now has this e-mail address.")) from error


@dataclass(frozen=True)
class DeletionStep:
    """What another package does when an account is deleted, in the same transaction.

    `blocking_clubs(account)` have to be handed over first. `personal_words(account)` may name the owner.
    `detach(account, keep_name)` takes from the account what hangs on it and returns the owner's profiles.
    """

    blocking_clubs: Callable[[User], Iterable[Club]] = lambda account: ()
    personal_words: Callable[[User], Iterable[str]] = lambda account: ()
    detach: Callable[[User, bool], Iterable[Person]] = lambda account, keep_name: ()


DELETION_STEPS: Final = Registry[DeletionStep]("steps of deleting an account")


def clubs_blocking_deletion(account: User) -> list[Club]:
    """Those whose last owner the account is: it has to hand them over first."""
    return [club for step in DELETION_STEPS for club in step.blocking_clubs(account)]


@transaction.atomic
def delete_account(*, account: User, keep_name: bool) -> None:
    """What was played stays. With `keep_name` it stays under the name, else under that of a deleted player.

    The history keeps its lines; without `keep_name`, the name is blacked out in them, and in mails that wait.
    """
    if clubs := clubs_blocking_deletion(account):
        raise Refused(
            _("You are the last owner of %(clubs)s. Hand the club over to somebody else, or close it, first.")
            % {"clubs": get_text_list([str(club) for club in clubs], _("and"))}
        )
    AccessAttempt.objects.filter(username=account.email.lower()).delete()
    steps = list(DELETION_STEPS)
    words = {word for step in steps for word in step.personal_words(account)}
    profiles = [profile for step in steps for profile in step.detach(account, keep_name)]
    delete_mails_to(address=account.email)
    if not keep_name:
        had = redact_names(actor=account, targets=[account, *profiles])
        # The line about the account's end calls the profile what it is from now on.
        had -= {profile.name for profile in profiles}
        redact_mails(words={account.email, account.display_name, *words, *had}, with_what=REDACTED)
    account.delete()

"""Writes to an account's owner: in their language and time, and only what they want to get."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from players.accounts import preferences
from players.accounts.mail_kinds import MailKind, optional_kind, wants
from players.models import User

_STOP_SALT: Final = "players.accounts.mail.stop"


class Subscription(NamedTuple):
    account: User
    kind: MailKind


def send(*, to: User, kind: MailKind, template: str, context: Mapping[str, Any], address: str = "") -> bool:
    """Write a mail from a template whose first line is the subject; whether it was wanted, and thus written.

    `address` is another one than the account's, such as one that is to be confirmed.
    """
    if not wants(to, kind):
        return False
    with as_read_by(to):
        values = {"user": to, "site": settings.SITE_URL, **context}
        subject, _, body = render_to_string(template, values).strip().partition("\n")
        headers = {}
        if kind.optional:
            stop = site_address(stop_path(to, kind))
            body += "\n\n" + render_to_string("accounts/mail/parts/stop.txt", {"kind": kind, "link": stop})
            # RFC 2369 and RFC 8058: mail programs offer it as one click.
            headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    EmailMessage(subject.strip(), body.strip() + "\n", None, [address or to.email], headers=headers).send()
    return True


@contextmanager
def as_read_by(account: User) -> Iterator[None]:
    with (
        translation.override(account.language or settings.LANGUAGE_CODE),
        timezone.override(preferences.zone_of(account)),
    ):
        yield


def site_address(path: str) -> str:
    """A link for outside: mails are also written by jobs, which no request tells the site's address."""
    return settings.SITE_URL + path


def stop_path(account: User, kind: MailKind) -> str:
    token = signing.dumps([account.pk, kind.key], salt=_STOP_SALT)
    return reverse("stop-mail", args=[token])


def subscription(token: str) -> Subscription | None:
    """What a link in a mail is about. It does not grow old: mails are found again after years."""
    try:
        account_id, key = signing.loads(token, salt=_STOP_SALT)
    except signing.BadSignature:
        return None
    account, kind = User.objects.filter(pk=account_id).first(), optional_kind(key)
    return Subscription(account, kind) if account and kind else None

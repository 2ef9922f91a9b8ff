"""Mail to accounts: the kinds that their owners choose among, in their language and time, and security notices."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.registry import Registry
from core.web.room import room_origin
from jobs.mail import render_mail
from players.accounts import selectors
from players.models import MailChoice, User
from players.session_store import Device

_UNSUBSCRIBE_SALT: Final = "players.accounts.mail.stop"


@dataclass(frozen=True)
class MailKind:
    """`key` is stored and never changes its meaning. What is not optional is sent whether it is wanted or not.

    `by_push` and `by_feed`: it is also told by `players.notifications`, on screens and in the account's own feed.
    """

    key: str
    label: str | Promise
    help: str | Promise
    default: bool = True
    optional: bool = True
    by_mail: bool = True
    by_push: bool = False
    by_feed: bool = False


# In the order of the page where their owners choose.
MAIL_KINDS: Final = Registry[MailKind]("kinds of mail")


def optional_mail_kind(key: str) -> MailKind | None:
    kind = MAIL_KINDS.get(key)
    return kind if kind and kind.optional and kind.by_mail else None


SECURITY_MAIL = MailKind(
    "security",
    _("Security"),
    _("Your password, your address or your second factor was changed, or somebody asked for it."),
    optional=False,
)

NEW_DEVICE_MAIL = MailKind(
    "new_device",
    _("Signing in on a new device"),
    _("Somebody, probably you, signed in with a browser that we have not seen with your account."),
)


def wants_mail(account: User, kind: MailKind) -> bool:
    """Asked before an optional mail is sent; `send_account_mail` does. One query."""
    if not kind.optional:
        return True
    said = MailChoice.objects.filter(account=account, kind=kind.key).values_list("wanted", flat=True).first()
    return kind.default if said is None else said


def mail_choices_of(account: User) -> dict[str, bool]:
    """For each optional kind whether it is wanted. One query."""
    said = dict(MailChoice.objects.filter(account=account).values_list("kind", "wanted"))
    return {kind.key: said.get(kind.key, kind.default) for kind in MAIL_KINDS if optional_mail_kind(kind.key)}


@transaction.atomic
def save_mail_choices(*, account: User, wanted: Mapping[str, bool]) -> None:
    """Keep the choices for the kinds named. If two people use one account, the later one decides."""
    MailChoice.objects.bulk_create(
        [
            MailChoice(account=account, kind=key, wanted=value)
            for key, value in wanted.items()
            if optional_mail_kind(key)
        ],
        update_conflicts=True,
        unique_fields=["account", "kind"],
        update_fields=["wanted"],
    )


class Subscription(NamedTuple):
    account: User
    kind: MailKind


def send_account_mail(
    *, to: User, kind: MailKind, template: str, context: Mapping[str, Any], address: str = ""
) -> bool:
    """Write a mail from a template whose first line is the subject; whether it was wanted, and thus written.

    `address` is another one than the account's, such as one that is to be confirmed.
    """
    if not wants_mail(to, kind):
        return False
    with localized_for(to):
        values = {"user": to, "site": site_origin(), **context}
        headers, footer = {}, ""
        if kind.optional:
            stop = absolute_url(unsubscribe_path(to, kind))
            footer = render_to_string("accounts/mail/parts/stop.txt", {"kind": kind, "link": stop})
            # RFC 2369 and RFC 8058: mail programs offer it as one click.
            headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        subject, body = render_mail(template, values, footer=footer)
    EmailMessage(subject, body, None, [address or to.email], headers=headers).send()
    return True


@contextmanager
def localized_for(account: User) -> Iterator[None]:
    with (
        translation.override(account.language or settings.LANGUAGE_CODE),
        timezone.override(selectors.time_zone_of(account)),
    ):
        yield


def absolute_url(path: str) -> str:
    """A link for mails, which are also written by jobs, where there is no request to take the address from."""
    return site_origin() + path


def site_origin() -> str:
    """Where people reach the site; in the room, by the address that this machine has there now."""
    if settings.ROOM_PORT:
        return room_origin(settings.ROOM_PORT) or f"http://localhost:{settings.ROOM_PORT}"
    return str(settings.SITE_URL)


def unsubscribe_path(account: User, kind: MailKind) -> str:
    token = signing.dumps([account.pk, kind.key], salt=_UNSUBSCRIBE_SALT)
    return reverse("stop-mail", args=[token])


def subscription_from_token(token: str) -> Subscription | None:
    """What a link in a mail is about. It does not expire: mails are found again after years."""
    try:
        account_id, key = signing.loads(token, salt=_UNSUBSCRIBE_SALT)
    except signing.BadSignature:
        return None
    account, kind = User.objects.filter(pk=account_id).first(), optional_mail_kind(key)
    return Subscription(account, kind) if account and kind else None


class Notice(NamedTuple):
    """`by_operators` is the sentence if not the owner but the people who run the site did it."""

    subject: str | Promise
    sentence: str | Promise
    by_operators: str | Promise = ""
    kind: MailKind = SECURITY_MAIL


PASSWORD_CHANGED_NOTICE: Final = Notice(
    _("Your password for Kiebitz was changed"),
    _("the password of your account at Kiebitz was changed."),
    _("the password of your account at Kiebitz was changed by the people who run the site."),
)

EMAIL_CHANGED_NOTICE: Final = Notice(
    _("Your e-mail address at Kiebitz was changed"),
    _("the e-mail address of your account at Kiebitz was changed. This one is no longer used for it."),
)

SECOND_FACTOR_ON_NOTICE: Final = Notice(
    _("Signing in to Kiebitz now needs a code"),
    _("the second factor of your account at Kiebitz was switched on: signing in needs a code."),
)

SECOND_FACTOR_OFF_NOTICE: Final = Notice(
    _("Signing in to Kiebitz no longer needs a code"),
    _("the second factor of your account at Kiebitz was switched off: the password is enough to sign in."),
    _("the second factor of your account at Kiebitz was switched off by the people who run the site."),
)

PASSKEY_ADDED_NOTICE: Final = Notice(
    _("A passkey was added to your account at Kiebitz"),
    _("a passkey was added to your account at Kiebitz: it is enough to sign in."),
)

PASSKEY_REMOVED_NOTICE: Final = Notice(
    _("A passkey was removed from your account at Kiebitz"),
    _("a passkey was removed from your account at Kiebitz. It no longer signs in."),
)

PROVIDER_CONNECTED_NOTICE: Final = Notice(
    _("Your account at Kiebitz was connected with another one"),
    _("your account at Kiebitz was connected with one of a provider: signing in there is enough to sign in."),
)

PROVIDER_DISCONNECTED_NOTICE: Final = Notice(
    _("Your account at Kiebitz was disconnected from another one"),
    _("your account at Kiebitz is no longer connected with one of a provider."),
)

RECOVERY_CODES_RENEWED_NOTICE: Final = Notice(
    _("You have new recovery codes for Kiebitz"),
    _("new recovery codes were made for your account at Kiebitz. The old ones no longer work."),
)

RECOVERY_CODE_USED_NOTICE: Final = Notice(
    _("A recovery code was used at Kiebitz"),
    _("somebody, probably you, signed in to your account at Kiebitz with a recovery code."),
)

NEW_DEVICE_NOTICE: Final = Notice(
    _("Signed in to Kiebitz on a new device"),
    _("somebody, probably you, signed in to your account at Kiebitz with a browser we did not know."),
    kind=NEW_DEVICE_MAIL,
)

GUESSING_NOTICE: Final = Notice(
    _("Somebody is trying to guess your password for Kiebitz"),
    _(
        "there were very many wrong passwords or codes for your account at Kiebitz today. Nobody got in. Until "
        "tomorrow it opens only in browsers that you have used before, or when you choose a new password by e-mail."
    ),
)


def send_notice(
    account: User,
    notice: Notice,
    *,
    by_operators: bool = False,
    device: Device | None = None,
    address: str = "",
) -> None:
    """`address` is the one to write to, if it is not the account's any more."""
    context = {
        "subject": notice.subject,
        "sentence": notice.by_operators if by_operators else notice.sentence,
        "when": timezone.now(),
        "device": device,
        "reset_link": absolute_url(reverse("reset-password")),
        "sessions_link": absolute_url(reverse("sessions")),
    }
    send_account_mail(
        to=account, kind=notice.kind, template="accounts/mail/notice.txt", context=context, address=address
    )

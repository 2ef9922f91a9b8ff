"""Telling accounts something, the browsers that show it, the choices among it, and the address of one's own feed."""

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from django.core import signing
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import Refused
from jobs.services import enqueue_all
from players.accounts.services.mail import MailKind, localized_for
from players.models import (
    Channel,
    ChannelChoice,
    Notification,
    PersonalFeed,
    PushMessage,
    PushSubscription,
    User,
)
from players.notifications.selectors import find_reach, kinds_by
from players.session_store import read_device

MAX_BROWSERS: Final = 10
TRIAL: Final = MailKind(
    "trial", gettext_lazy("Trial"), "", optional=False, by_mail=False, by_push=True, by_feed=False
)
_BROWSER_SALT: Final = "players.notifications.browser"


class Words(NamedTuple):
    title: str
    text: str


class Note(NamedTuple):
    """Something to tell one account. `write()` is called in its language and time, and only if it is told.

    `subject` is what it is about and `version` which of those it is: the same one is told once, and so is what says
    the same as the last one about its subject.
    """

    account: User
    subject: str
    version: str
    path: str
    write: Callable[[], Words]


@transaction.atomic
def notify(kind: MailKind, notes: Sequence[Note]) -> int:
    """Write down what is to be told, with what follows in the caller's transaction; how many notes are new."""
    reach = find_reach(kind, [note.account.pk for note in notes])
    rows = [_row(kind, note) for note in notes if note.account.pk in reach.accounts]
    if not (rows := _new_ones(rows)):
        return 0
    try:
        with transaction.atomic():
            Notification.objects.bulk_create(rows)
    except IntegrityError:
        return 0  # at this moment, somebody else tells them the same
    messages = [
        PushMessage(notification=row, subscription_id=browser)
        for row in rows
        for browser in reach.browsers.get(row.account_id, ())
    ]
    PushMessage.objects.bulk_create(messages)
    enqueue_all(items=messages)
    return len(rows)


def _row(kind: MailKind, note: Note) -> Notification:
    with localized_for(note.account):
        words = note.write()
    return Notification(
        account=note.account,
        kind=kind.key,
        subject=note.subject,
        version=note.version,
        title=_shortened("title", words.title),
        text=_shortened("text", words.text),
        path=note.path,
    )


def _shortened(field: str, text: str) -> str:
    most = int(getattr(Notification._meta.get_field(field), "max_length", None) or 0)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _new_ones(rows: Sequence[Notification]) -> list[Notification]:
    told = Notification.objects.filter(
        account__in=[row.account_id for row in rows], subject__in={row.subject for row in rows}
    ).order_by("created_at", "pk")
    versions, newest = set(), {}
    for each in told if rows else ():
        versions.add((each.account_id, each.subject, each.version))
        newest[each.account_id, each.subject] = (each.title, each.text)
    return [
        row
        for row in rows
        if (row.account_id, row.subject, row.version) not in versions
        and newest.get((row.account_id, row.subject)) != (row.title, row.text)
    ]


def send_trial(*, account: User, path: str) -> int:
    """To all browsers of the account, so that its owner sees what they do."""

    def write() -> Words:
        return Words("Kiebitz", _("This is what notifications look like here."))

    version = secrets.token_hex(8)
    return notify(TRIAL, [Note(account, f"trial-{version}", version, path, write)])


@transaction.atomic
def save_channel_choices(*, account: User, channel: Channel, wanted: Mapping[str, bool]) -> None:
    """Keep the choices for the kinds named."""
    known = {kind.key for kind in kinds_by(channel)}
    ChannelChoice.objects.bulk_create(
        [
            ChannelChoice(account=account, kind=key, channel=channel, wanted=value)
            for key, value in wanted.items()
            if key in known
        ],
        update_conflicts=True,
        unique_fields=["account", "kind", "channel"],
        update_fields=["wanted"],
    )


@transaction.atomic
def add_browser(*, account: User, endpoint: str, p256dh: str, auth: str, user_agent: str) -> PushSubscription:
    """A browser that is added again is the same one. On a shared one, the last account to add it has it."""
    from jobs.web_push.encryption import ReceiverKeys  # large, and few need it
    from jobs.web_push.endpoints import ForbiddenEndpoint, read_endpoint
    from jobs.web_push.requests import site_key

    key = site_key()
    if key is None:
        raise Refused(_("Notifications are switched off on this site."))
    try:
        read_endpoint(endpoint)
        ReceiverKeys.from_text(p256dh=p256dh, auth=auth)
    except ForbiddenEndpoint:
        raise Refused(_("Your browser names a push service that this site does not send to.")) from None
    except ValueError:
        raise Refused(_("Your browser sent keys that cannot be used. Please try again.")) from None
    User.objects.select_for_update().get(pk=account.pk)
    digest = hashlib.sha256(endpoint.encode()).hexdigest()
    before = PushSubscription.objects.select_for_update().filter(endpoint_digest=digest).first()
    if before is not None and before.auth != auth:
        raise Refused(_("Your browser sent keys that cannot be used. Please try again."))
    if before is not None and before.account_id != account.pk:
        before.delete()  # with what is on its way to the account before
    elif before is None and PushSubscription.objects.filter(account=account).count() >= MAX_BROWSERS:
        raise Refused(
            _("You get notifications in %(count)d browsers. Please remove one that you no longer use.")
            % {"count": MAX_BROWSERS}
        )
    device = read_device(user_agent)
    added, _is_new = PushSubscription.objects.update_or_create(
        endpoint_digest=digest,
        defaults={
            "account": account,
            "endpoint": endpoint,
            "p256dh": p256dh,
            "auth": auth,
            "site_key": key.public,
            "browser": device.browser,
            "system": device.system,
            "failures": 0,
        },
    )
    return added


def remove_browser(subscription: PushSubscription) -> None:
    subscription.delete()


def browser_mark(subscription: PushSubscription) -> str:
    """What the browser keeps, so that it is known again when somebody signs in or out there."""
    return signing.dumps(subscription.pk, salt=_BROWSER_SALT)


def remove_marked_browser(mark: str, *, unless: User | None = None) -> None:
    """The browser with that mark gets nothing any more, but for what is told to `unless`."""
    try:
        pk = signing.loads(mark, salt=_BROWSER_SALT)
    except signing.BadSignature:
        return
    rows = PushSubscription.objects.filter(pk=pk)
    (rows.exclude(account=unless) if unless is not None else rows).delete()


def renew_feed(*, account: User) -> None:
    """A first address, or another one: from then on the one before leads nowhere."""
    PersonalFeed.objects.update_or_create(account=account, defaults={"secret": secrets.token_urlsafe(24)})


def remove_feed(*, account: User) -> None:
    PersonalFeed.objects.filter(account=account).delete()

"""Who is told what by which way, and the notifications of an account."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.core import signing
from django.db.models import QuerySet

from players.accounts.services.mail import MAIL_KINDS, MailKind
from players.models import Channel, ChannelChoice, Notification, PersonalFeed, PushSubscription, User

_FEED_SALT = "players.notifications.feed"


def kinds_by(channel: Channel) -> list[MailKind]:
    """The kinds that can be chosen there, in the order of the page."""
    return [kind for kind in MAIL_KINDS if (kind.by_push if channel == Channel.PUSH else kind.by_feed)]


def channel_choices_of(account: User) -> dict[Channel, dict[str, bool]]:
    """For both ways, and each kind that can go there, whether it is wanted. One query."""
    said = {
        (channel, kind): wanted
        for channel, kind, wanted in ChannelChoice.objects.filter(account=account).values_list(
            "channel", "kind", "wanted"
        )
    }
    return {
        channel: {kind.key: said.get((channel.value, kind.key), True) for kind in kinds_by(channel)}
        for channel in Channel
    }


class Reach(NamedTuple):
    """Where notifications of one kind go: browsers by account, and the accounts with a feed that shows them."""

    browsers: Mapping[int, list[int]]
    feeds: frozenset[int]

    @property
    def accounts(self) -> frozenset[int]:
        return self.feeds | frozenset(self.browsers)


def find_reach(kind: MailKind, accounts: QuerySet[User] | Iterable[int]) -> Reach:
    """Two queries, or three if somebody is reached; an account without a browser or a feed costs nothing more."""
    subscriptions = PushSubscription.objects.filter(account__in=accounts, account__is_active=True)
    browsers: dict[int, list[int]] = defaultdict(list)
    for account, pk in subscriptions.values_list("account", "pk") if kind.by_push else ():
        browsers[account].append(pk)
    feeds: set[int] = set()
    if kind.by_feed:
        feeds.update(PersonalFeed.objects.filter(account__in=accounts).values_list("account", flat=True))
    if kind.optional and (browsers or feeds):
        unwanted = ChannelChoice.objects.filter(
            account__in=[*browsers, *feeds], kind=kind.key, wanted=False
        ).values_list("account", "channel")
        for account, channel in unwanted:
            if channel == Channel.PUSH:
                browsers.pop(account, None)
            else:
                feeds.discard(account)
    return Reach(browsers, frozenset(feeds))


def browsers_of(account: User) -> QuerySet[PushSubscription]:
    return PushSubscription.objects.filter(account=account).order_by("created_at", "pk")


def browser_of(account: User, pk: int) -> PushSubscription | None:
    return PushSubscription.objects.filter(account=account, pk=pk).first()


def latest_notifications(account: User, *, limit: int) -> QuerySet[Notification]:
    """Those that the account's feed shows, the newest first."""
    wanted = [key for key, wanted in channel_choices_of(account)[Channel.FEED].items() if wanted]
    rows = Notification.objects.filter(account=account, kind__in=wanted)
    return rows.order_by("-created_at", "-pk")[:limit]


def feed_token(account: User) -> str:
    """What stands in the addresses of the account's own feed and calendar; empty if it has none.

    It is signed: whoever reads the database alone, as in a lost backup, cannot make it.
    """
    feed = PersonalFeed.objects.filter(account=account).first()
    return signing.Signer(salt=_FEED_SALT, sep=".").sign(feed.secret) if feed else ""


def account_of_feed(token: str) -> User | None:
    try:
        secret = signing.Signer(salt=_FEED_SALT, sep=".").unsign(token)
    except signing.BadSignature:
        return None
    feed = (
        PersonalFeed.objects.filter(secret=secret, account__is_active=True).select_related("account").first()
    )
    return feed.account if feed else None


def export_notifications(account: User) -> dict[str, Any]:
    """For the owner's copy of the data. Not the addresses of push services: whoever has them could use them."""
    notifications = Notification.objects.filter(account=account).order_by("created_at", "pk")
    return {
        "choices": channel_choices_of(account),
        "browsers": [
            {"browser": row.browser, "system": row.system, "since": row.created_at.isoformat()}
            for row in browsers_of(account)
        ],
        "has_feed": PersonalFeed.objects.filter(account=account).exists(),
        "notifications": [
            {"at": row.created_at.isoformat(), "title": row.title, "text": row.text} for row in notifications
        ],
    }

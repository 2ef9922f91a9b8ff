"""A browser gets the notifications of an account only as long as somebody is signed in to it there."""

from collections.abc import Sequence
from typing import Any, Final

from django.http import HttpRequest

from players.models import PushSubscription, User
from players.notifications.services import remove_marked_browser

MARK_COOKIE: Final = "kiebitz_notifications"
# Where the session keeps which of the browsers it is.
SESSION_KEY: Final = "push_subscription"


def forget_browser(sender: type, *, request: HttpRequest | None, **kwargs: Any) -> None:
    """Somebody signs out there."""
    if request is not None and (mark := request.COOKIES.get(MARK_COOKIE)):
        remove_marked_browser(mark)


def forget_browser_of_others(sender: type, *, request: HttpRequest | None, user: User, **kwargs: Any) -> None:
    """Somebody else signs in there, whose session of before may have ended by itself."""
    if request is not None and (mark := request.COOKIES.get(MARK_COOKIE)):
        remove_marked_browser(mark, unless=user)


def forget_browsers_of_sessions(
    sender: type, *, account: User, sessions: Sequence[dict[str, Any]], **kwargs: Any
) -> None:
    """Sessions were ended from elsewhere."""
    ended = [data[SESSION_KEY] for data in sessions if SESSION_KEY in data]
    PushSubscription.objects.filter(account=account, pk__in=ended).delete()

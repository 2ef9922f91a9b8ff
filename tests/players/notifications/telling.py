"""A kind of notification, and an account that is told something of that kind."""

from collections.abc import Callable
from typing import Final

from players.accounts.services.mail import MailKind
from players.models import PushSubscription, User
from players.notifications.services import Note, Words, notify
from tests.players.notifications.push_service import Browser

BOARDS: Final = MailKind("test.boards", "Boards", "", by_push=True, by_feed=True)

AddBrowser = Callable[..., tuple[Browser, PushSubscription]]


def tell(account: User, *, subject: str = "round-1", version: str = "1", text: str = "Board 5, White") -> int:
    note = Note(account, subject, version, "/events/1/", lambda: Words("Spring open", text))
    return notify(BOARDS, [note])

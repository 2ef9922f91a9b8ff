"""An account whose browsers are served by a push service on this machine."""

from collections.abc import Iterator

import pytest
from django.conf import LazySettings

from players.accounts.services.mail import MAIL_KINDS
from players.models import PushSubscription, User
from players.notifications.services import add_browser
from tests.players.notifications.push_service import Browser, PushService, push_service
from tests.players.notifications.telling import BOARDS, AddBrowser


@pytest.fixture(autouse=True)
def _kind() -> Iterator[None]:
    with MAIL_KINDS.extended(BOARDS.key, BOARDS, order=900):
        yield


@pytest.fixture
def service(settings: LazySettings) -> Iterator[PushService]:
    settings.PUSH_TO_LOOPBACK, settings.PUSH_KEY = True, "only for these tests, and long enough"
    with push_service() as running:
        yield running


@pytest.fixture
def add(service: PushService, agnes: User) -> AddBrowser:
    def added(path: str = "/a", account: User | None = None) -> tuple[Browser, PushSubscription]:
        browser = Browser()
        row = add_browser(
            account=account or agnes,
            endpoint=f"{service.origin}{path}",
            p256dh=browser.p256dh,
            auth=browser.auth,
            user_agent="Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0",
        )
        return browser, row

    return added

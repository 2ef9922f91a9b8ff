"""Notifications in Chromium: the switch of the page, and the worker that shows what is pushed.

Chromium without a window has neither a push service nor a screen to show something on, and answers for its owner that
notifications are forbidden. These three are played here; all else is real.
"""

import json

import pytest
from django.conf import LazySettings
from playwright.sync_api import expect

from players.models import PushSubscription, User
from tests.browser.pages import OpenBrowser, sign_in, wait_until
from tests.players.notifications.push_service import Browser, push_service
from tests.templates.inventory import create_agnes

CHOICES = "/account/mail/"
SUBSCRIBE = """
Object.defineProperty(Notification, "permission", { get: () => "granted" });
Notification.requestPermission = async () => "granted";
PushManager.prototype.subscribe = async function (options) {
  const keys = %s;
  return { options, toJSON: () => ({ endpoint: keys.endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }) };
};
"""
SCREEN = """
self.screen = [];
self.registration.showNotification = async (title, options) => self.screen.push([title, options]);
0;
"""


@pytest.fixture
def agnes(transactional_db: None, settings: LazySettings) -> User:
    settings.PUSH_KEY, settings.PUSH_TO_LOOPBACK = "only for these tests, and long enough", True
    return create_agnes()


def test_one_click_switches_a_browser_on_and_one_removes_it(open_browser: OpenBrowser, agnes: User) -> None:
    page, browser = open_browser(), Browser()
    with push_service() as service:
        keys = {"endpoint": f"{service.origin}/a", "p256dh": browser.p256dh, "auth": browser.auth}
        page.add_init_script(SUBSCRIBE % json.dumps(keys))
        sign_in(page)
        page.goto(CHOICES)

        page.get_by_role("button", name="Show notifications here").click()

        expect(page.get_by_role("list", name="Browsers with notifications")).to_contain_text("this browser")
        row = PushSubscription.objects.get()
        assert (row.account, row.auth) == (agnes, browser.auth)
        page.get_by_role("button", name="Remove").click()
        expect(page.get_by_role("list", name="Browsers with notifications")).to_have_count(0)


def test_what_is_pushed_is_shown_and_leads_to_its_page(open_browser: OpenBrowser, agnes: User) -> None:
    page = open_browser()
    page.goto("/")
    tools = page.context.new_cdp_session(page)
    registrations: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(each["registrationId"] for each in event["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/service-worker.js').then(() => 0)")
    wait_until(page, "navigator.serviceWorker.ready.then((worker) => worker.active.state === 'activated')")
    (worker,) = page.context.service_workers
    worker.evaluate(SCREEN)
    origin = page.evaluate("location.origin")
    content = {
        "title": "Spring Open",
        "text": "Round 3: board 5, White",
        "path": "/events/1/",
        "tag": "round-3",
    }

    for data in (json.dumps(content), "no message of ours"):
        message = {"origin": origin, "registrationId": registrations[-1], "data": data}
        tools.send("ServiceWorker.deliverPushMessage", message)
        count = 1 if data.startswith("{") else 2
        while worker.evaluate("self.screen.length") < count:
            page.wait_for_timeout(50)

    options = {"body": "Round 3: board 5, White", "tag": "round-3", "data": {"path": "/events/1/"}}
    first, second = worker.evaluate("self.screen")
    assert first == ["Spring Open", options]
    assert second[0] == "Kiebitz"  # a browser takes the permission from who shows nothing


def test_who_has_forbidden_notifications_is_told_how_to_allow_them(
    open_browser: OpenBrowser, agnes: User
) -> None:
    """As Chromium without a window does by itself."""
    page = open_browser()
    sign_in(page)

    page.goto(CHOICES)

    expect(page.locator("[data-push-state=denied]")).to_be_visible()
    expect(page.get_by_role("button", name="Show notifications here")).to_be_hidden()

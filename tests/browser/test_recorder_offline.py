"""The recorder's pages open without a connection once they were visited, for the account that visited them alone."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Recording, RecordingStep
from players.models import User
from tests.browser.pages import sign_in, wait_until
from tests.browser.recorder_pages import RecorderPage, expect_ready, new_draft, open_draft
from tests.templates.inventory import create_agnes

KEPT = "(async () => (await caches.keys()).filter((name) => name.startsWith('kiebitz-kept:')).length)()"
# The last thing that is kept is what the page has loaded.
IS_KEPT = (
    "(async () => Boolean(await caches.match(ADDRESS)) && Boolean(navigator.serviceWorker.controller))()"
)

# What a worker lets pass is not cut off by the browser's own switch.
CUT_OFF = """
const ask = window.fetch;
window.fetch = (...all) => (localStorage.isCutOff ? Promise.reject(new TypeError("cut off")) : ask(...all));
"""


@pytest.fixture
def agnes(transactional_db: None) -> User:
    return create_agnes()


@pytest.fixture
def draft(agnes: User) -> Recording:
    return new_draft(agnes)


def open_and_keep(page: Page, draft: Recording) -> RecorderPage:
    open_draft(page, draft)
    wait_until(page, IS_KEPT.replace("ADDRESS", f"'{draft.get_absolute_url()}'"))
    expect(page.locator("[data-recorder][data-kept]")).to_be_visible()
    return RecorderPage(page)


def test_a_page_that_was_visited_opens_without_a_connection_and_sends_later(
    page: Page, draft: Recording
) -> None:
    page.add_init_script(CUT_OFF)
    device = open_and_keep(page, draft)
    device.type_moves("c2c4", "c8c6")
    device.expect_sent()

    Recording.objects.update(tags={"White": "Somebody else"})  # what the site would show

    page.context.set_offline(True)
    page.evaluate("localStorage.isCutOff = 'yes'")
    device.type_moves("b1a3")
    expect(page.locator("[data-sent]")).to_have_attribute("data-trouble", "offline")
    page.goto("about:blank")
    page.goto(draft.get_absolute_url())
    expect_ready(page)
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("Somebody else")
    device.expect_plies(3)
    device.type_moves("b9a7")
    device.expect_plies(4)
    assert RecordingStep.objects.filter(recording=draft).count() == 2

    page.context.set_offline(False)
    page.evaluate("localStorage.removeItem('isCutOff'); dispatchEvent(new Event('online'))")
    device.expect_sent()
    texts = RecordingStep.objects.filter(recording=draft).order_by("number").values_list("text", flat=True)
    assert list(texts) == ["c2-c4", "c8-c6", "b1-a3", "b9-a7"]
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Somebody else")


def test_whoever_signs_out_leaves_no_page_behind(page: Page, draft: Recording) -> None:
    open_and_keep(page, draft)
    page.evaluate("caches.open('kiebitz-kept:0.0.1:7')")

    page.goto("/")
    wait_until(page, f"(async () => (await {KEPT}) === 1)()")  # that of an older release is gone
    page.get_by_text("Agnes Brandt", exact=True).first.click()
    page.get_by_role("button", name="Sign out").click()
    wait_until(page, f"(async () => (await {KEPT}) === 0)()")
    assert not page.evaluate(f"caches.match('{draft.get_absolute_url()}').then(Boolean)")


def test_another_account_on_the_same_phone_finds_nothing_of_the_first(
    page: Page, agnes: User, draft: Recording
) -> None:
    open_and_keep(page, draft)

    page.context.clear_cookies()  # the session has run out
    bo = User.objects.create_user("bo@example.org", "lapwing-2026", display_name="Bo")
    sign_in(page, bo.email, "lapwing-2026")
    wait_until(page, f"(async () => (await {KEPT}) === 0)()")
    assert not page.evaluate(f"caches.match('{draft.get_absolute_url()}').then(Boolean)")

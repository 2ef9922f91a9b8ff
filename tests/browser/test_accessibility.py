"""WCAG 2.2 AA of pages in a state that only a click brings about; nothing jumps; and the check itself finds things."""

import pytest
from django.conf import LazySettings
from playwright.sync_api import Page as BrowserPage

from core.web import rate_limits as web_rate_limits
from players.accounts import policies as rate_limits
from players.accounts.jobs import request_export
from players.accounts.services.mail import NEW_DEVICE_MAIL, unsubscribe_path
from players.models import User
from tests.browser.accessibility import violations_by_day_and_night
from tests.browser.pages import DESK, PHONE, OpenBrowser, sign_in
from tests.players.accounts.codes import Phone, switch_on
from tests.players.accounts.passwords import PASSWORD
from tests.templates.inventory import PAGES, create_agnes, furnish, reset_link

pytestmark = pytest.mark.timeout(400)

SHIFT = """() => new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => { sum += entry.value; }))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 200);
})"""

# One of each kind: pictures, forms, all components, a board with its script, a table that follows the event.
LOOKED_AT_FOR_JUMPS = ("home", "sign up", "style guide", "game", "standings", "account")


@pytest.fixture
def agnes(transactional_db: None) -> User:
    """Her account is all that these pages are about; the furnished site takes longer."""
    return create_agnes()


def test_a_stale_form_has_no_violations(open_browser: OpenBrowser, agnes: User) -> None:
    page = open_browser(expected=(403,))
    page.goto("/account/sign-in/")
    page.context.clear_cookies()
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="This form has expired").wait_for()

    assert violations_by_day_and_night(page) == []


def test_the_second_step_has_no_violations(page: BrowserPage, agnes: User) -> None:
    switch_on(agnes)
    page.goto("/account/sign-in/")
    page.get_by_label("E-mail address").fill("agnes@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Your code").wait_for()

    assert violations_by_day_and_night(page) == []


def test_the_second_factors_pages_have_no_violations(page: BrowserPage, agnes: User) -> None:
    sign_in(page)
    page.goto("/account/security/code/")
    assert violations_by_day_and_night(page) == []
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("img", name="QR code for the app").wait_for()
    assert violations_by_day_and_night(page) == []
    secret = page.locator("code.key").inner_text().replace(" ", "")
    page.get_by_label("Code", exact=True).fill(Phone(agnes, secret).code())
    page.get_by_role("button", name="Turn on").click()
    page.get_by_role("heading", name="Your recovery codes").wait_for()
    assert violations_by_day_and_night(page) == []

    for path in ("/account/security/", "/account/security/code/off/", "/account/security/recovery/"):
        page.goto(path)
        assert violations_by_day_and_night(page) == []


def test_a_link_that_stops_mails_has_no_violations(page: BrowserPage, agnes: User) -> None:
    page.goto(unsubscribe_path(agnes, NEW_DEVICE_MAIL))
    assert violations_by_day_and_night(page) == []

    page.get_by_role("button", name="Unsubscribe").click()
    page.get_by_role("heading", name="Unsubscribed").wait_for()
    assert violations_by_day_and_night(page) == []


def test_menus_have_no_violations(page: BrowserPage, agnes: User) -> None:
    sign_in(page)
    for name in ("Language and colours", "Agnes Brandt"):
        page.locator("summary").filter(has_text=name).or_(
            page.locator(f"summary[aria-label='{name}']")
        ).click()
        assert violations_by_day_and_night(page) == []


def test_forms_with_errors_have_no_violations(page: BrowserPage, agnes: User) -> None:
    page.goto("/account/sign-up/")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.locator(".error-summary").wait_for()

    assert violations_by_day_and_night(page) == []


def test_refused_forms_have_no_violations(
    open_browser: OpenBrowser, agnes: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "RESET_BY_ADDRESS", web_rate_limits.RateLimit("none-at-all", 0))
    page = open_browser(expected=(429,))
    page.goto("/account/password/forgotten/")
    page.get_by_role("button", name="Send e-mail").click()
    page.locator(".notice--error").wait_for()

    assert violations_by_day_and_night(page) == []


def test_the_lock_out_has_no_violations(
    open_browser: OpenBrowser, agnes: User, settings: LazySettings
) -> None:
    settings.AXES_FAILURE_LIMIT = 1
    page = open_browser(expected=(429,))
    page.goto("/account/sign-in/")
    page.get_by_label("E-mail address").fill("agnes@example.org")
    page.get_by_label("Password", exact=True).fill("wrong")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Too many attempts").wait_for()

    assert violations_by_day_and_night(page) == []


def test_choosing_a_new_password_has_no_violations(page: BrowserPage, agnes: User) -> None:
    page.goto(reset_link(agnes))

    assert violations_by_day_and_night(page) == []


def test_an_export_under_way_has_no_violations(page: BrowserPage, agnes: User) -> None:
    request_export(user=agnes)
    sign_in(page)
    page.goto("/account/data/")
    page.locator("progress").wait_for()

    assert violations_by_day_and_night(page) == []


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_jumps_while_a_page_loads(
    open_browser: OpenBrowser, transactional_db: None, settings: LazySettings, viewport: dict[str, int]
) -> None:
    furnish()
    pages = {page.name: page for page in PAGES}
    page = open_browser(viewport=viewport | {"height": 1600})  # what moves below the screen does not count

    shifts = {}
    for name in LOOKED_AT_FOR_JUMPS:
        settings.DEBUG = pages[name].debug
        if pages[name].signed_in:
            sign_in(page)
        page.goto(pages[name].path, wait_until="networkidle")
        # Nobody sees what is less: a busy browser paints a table before its last rows have come.
        shifts[name] = round(page.evaluate(SHIFT), 3)

    assert shifts == dict.fromkeys(LOOKED_AT_FOR_JUMPS, 0)


def test_the_check_finds_what_is_wrong(page: BrowserPage, transactional_db: None) -> None:
    page.goto("/")
    page.evaluate("document.querySelector('h1').insertAdjacentHTML('afterend', '<input id=unnamed>')")

    assert [finding.partition(": <")[0] for finding in violations_by_day_and_night(page)] == [
        "360 light: label",
        "1280 dark: label",
    ]


def test_the_check_finds_what_is_too_dark_at_night(page: BrowserPage, transactional_db: None) -> None:
    page.goto("/")
    page.evaluate("document.querySelector('h1').style.color = '#222'")

    assert [finding.partition(": <")[0] for finding in violations_by_day_and_night(page)] == [
        "1280 dark: color-contrast",
    ]

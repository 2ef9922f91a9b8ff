"""WCAG 2.2 AA on every page: axe-core, at 360 and 1280 pixels, light and dark; no sideways scrolling, no jumping."""

from itertools import groupby

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import LazySettings
from playwright.sync_api import Page as BrowserPage

from players.accounts import rate_limits
from players.accounts.data_export import request_export
from players.accounts.mail import stop_path
from players.accounts.mail_kinds import NEW_DEVICE
from players.models import User
from tests.browser.conftest import DESK, PHONE, OpenBrowser, sign_in
from tests.players.accounts.codes import Phone, switch_on
from tests.templates.inventory import PAGES, PASSWORD, Page, reset_link

pytestmark = pytest.mark.timeout(400)

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN_AXE = """async (options) => (await axe.run(options)).violations.map(
  (violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" ")}`)"""


PAGES_AT_A_TIME = 8


def pages_at_a_time() -> list[tuple[Page, ...]]:
    """Pages that are looked at in the same way, some at a time: furnishing the site takes longer than looking."""

    def way(page: Page) -> tuple[bool, bool, bool]:
        return page.signed_in, page.debug, page.broken

    groups = [list(group) for _, group in groupby(sorted(PAGES, key=way), way)]
    return [piece for group in groups for piece in batched(group, PAGES_AT_A_TIME)]


def batched(pages: list[Page], size: int) -> list[tuple[Page, ...]]:
    return [tuple(pages[start : start + size]) for start in range(0, len(pages), size)]


@pytest.mark.parametrize("pages", pages_at_a_time(), ids=lambda pages: f"{pages[0].name} to {pages[-1].name}")
def test_pages_have_no_violations(
    open_browser: OpenBrowser, agnes: User, settings: LazySettings, pages: tuple[Page, ...]
) -> None:
    settings.DEBUG = pages[0].debug
    if pages[0].broken:
        settings.ROOT_URLCONF = "tests.templates.broken_site"
    page = open_browser(expected=tuple(target.status for target in pages if target.status != 200))
    if pages[0].signed_in:
        sign_in(page)

    found = {}
    for target in pages:
        page.goto(target.path)
        found[target.name] = violations_everywhere(page)

    assert found == {target.name: [] for target in pages}


def test_a_stale_form_has_no_violations(open_browser: OpenBrowser, agnes: User) -> None:
    page = open_browser(expected=(403,))
    page.goto("/account/sign-in/")
    page.context.clear_cookies()
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="The form has gone stale").wait_for()

    assert violations_everywhere(page) == []


def test_the_second_step_has_no_violations(page: BrowserPage, agnes: User) -> None:
    switch_on(agnes)
    page.goto("/account/sign-in/")
    page.get_by_label("E-mail address").fill("agnes@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Your code").wait_for()

    assert violations_everywhere(page) == []


def test_the_second_factors_pages_have_no_violations(page: BrowserPage, agnes: User) -> None:
    sign_in(page)
    page.goto("/account/security/code/")
    page.get_by_label("Code", exact=True).fill(Phone(agnes).code())
    page.get_by_label("Present password").fill(PASSWORD)
    page.get_by_role("button", name="Switch it on").click()
    page.get_by_role("heading", name="Your recovery codes").wait_for()
    assert violations_everywhere(page) == []

    for path in ("/account/security/", "/account/security/code/off/", "/account/security/recovery/"):
        page.goto(path)
        assert violations_everywhere(page) == []


def test_a_link_that_stops_mails_has_no_violations(page: BrowserPage, agnes: User) -> None:
    page.goto(stop_path(agnes, NEW_DEVICE))
    assert violations_everywhere(page) == []

    page.get_by_role("button", name="Stop them").click()
    page.get_by_role("heading", name="No more of these mails").wait_for()
    assert violations_everywhere(page) == []


def test_menus_have_no_violations(page: BrowserPage, agnes: User) -> None:
    sign_in(page)
    for name in ("Language and colours", "Agnes Brandt"):
        page.locator("summary").filter(has_text=name).or_(
            page.locator(f"summary[aria-label='{name}']")
        ).click()
        assert violations_everywhere(page) == []


def test_forms_with_errors_have_no_violations(page: BrowserPage, agnes: User) -> None:
    page.goto("/account/sign-up/")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.locator(".error-summary").wait_for()

    assert violations_everywhere(page) == []


def test_refused_forms_have_no_violations(
    open_browser: OpenBrowser, agnes: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "RESET_BY_ADDRESS", rate_limits.RateLimit("none-at-all", 0))
    page = open_browser(expected=(429,))
    page.goto("/account/password/forgotten/")
    page.get_by_role("button", name="Send the mail").click()
    page.locator(".notice--error").wait_for()

    assert violations_everywhere(page) == []


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

    assert violations_everywhere(page) == []


def test_choosing_a_new_password_has_no_violations(page: BrowserPage, agnes: User) -> None:
    page.goto(reset_link(agnes))

    assert violations_everywhere(page) == []


def test_an_export_under_way_has_no_violations(page: BrowserPage, agnes: User) -> None:
    request_export(user=agnes)
    sign_in(page)
    page.goto("/account/data/")
    page.locator("progress").wait_for()

    assert violations_everywhere(page) == []


@pytest.mark.parametrize("name", ["home", "sign up", "account", "style guide"])
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_jumps_while_a_page_loads(
    open_browser: OpenBrowser, agnes: User, settings: LazySettings, name: str, viewport: dict[str, int]
) -> None:
    (target,) = (page for page in PAGES if page.name == name)
    settings.DEBUG = target.debug
    page = open_browser(viewport=viewport)
    if target.signed_in:
        sign_in(page)
    page.goto(target.path, wait_until="networkidle")

    shift = page.evaluate(
        """() => new Promise((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => list.getEntries().forEach((entry) => { sum += entry.value; }))
            .observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(sum), 200);
        })"""
    )
    assert shift == 0


def test_the_check_finds_what_is_wrong(page: BrowserPage, transactional_db: None) -> None:
    page.goto("/")
    page.evaluate("document.querySelector('h1').insertAdjacentHTML('afterend', '<input id=unnamed>')")

    assert [finding.partition(": <")[0] for finding in violations_everywhere(page)] == [
        "360 light: label",
        "360 dark: label",
        "1280 light: label",
        "1280 dark: label",
    ]


def violations_everywhere(page: BrowserPage) -> list[str]:
    """What axe finds, and pages wider than the screen, on phone and desk, by day and by night."""
    page.evaluate(AXE_SCRIPT)
    found = []
    for viewport in (PHONE, DESK):
        page.set_viewport_size(viewport)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            violations = page.evaluate(RUN_AXE, {"runOnly": TAGS, "resultTypes": ["violations"]})
            found += [f"{viewport['width']} {scheme}: {violation}" for violation in violations]
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > viewport["width"]:
            found.append(f"{viewport['width']}: the page is {width} pixels wide")
    return found

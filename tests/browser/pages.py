"""What the browser tests do on every page: sizes of windows, signing in, waiting."""

from collections.abc import Callable
from time import monotonic

from playwright.sync_api import Page, ViewportSize

from tests.players.accounts.passwords import PASSWORD

# In milliseconds: several of these tests run at a time, and workers beside them have their jobs.
PATIENCE = 60_000

PHONE: ViewportSize = {"width": 360, "height": 740}

DESK: ViewportSize = {"width": 1280, "height": 800}

OpenBrowser = Callable[..., Page]

AGNES = "agnes@example.org"


def sign_in(page: Page, email: str = AGNES, password: str = PASSWORD) -> None:
    page.goto("/account/sign-in/")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("/")


def wait_until(page: Page, condition: str) -> None:
    """Asked from outside: playwright's own wait_for_function asks from inside, by an eval that our policy forbids."""
    deadline = monotonic() + PATIENCE / 1000
    while not page.evaluate(condition):
        assert monotonic() < deadline, f"{condition} has not come true"
        page.wait_for_timeout(50)

"""The second factor on a phone: set up, signed in with, switched off; and what the account pages do by a script."""

import time

import pyotp
import pytest
from playwright.sync_api import Page, expect

from players.accounts import selectors
from players.models import AccountSession, User
from tests.browser.pages import PHONE, OpenBrowser, sign_in
from tests.players.accounts.codes import app_of, forget_used_codes
from tests.players.accounts.passwords import PASSWORD
from tests.templates.inventory import create_agnes


@pytest.fixture
def agnes(transactional_db: None) -> User:
    """Her account is all that these pages are about; the furnished site takes longer."""
    return create_agnes()


def next_code() -> str:
    """A code that was not used yet: after each the factor is made to forget when the last one was."""
    forget_used_codes()
    return pyotp.TOTP(app_of(User.objects.get()).data["secret"]).now()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_the_second_factor_from_setting_up_to_switching_off(
    open_browser: OpenBrowser, agnes: User, scripts: bool
) -> None:
    page = open_browser(viewport=PHONE, has_touch=True, java_script_enabled=scripts)
    main = page.get_by_role("main")
    sign_in(page)
    page.goto("/account/")
    main.get_by_role("link", name="Password and codes").tap()
    main.get_by_role("link", name="Set up").tap()
    page.get_by_label("Current password").fill(PASSWORD)
    main.get_by_role("button", name="Continue").tap()
    expect(page.get_by_role("img", name="QR code for the app")).to_be_visible()
    key = page.locator("code.key").inner_text().replace(" ", "")
    page.get_by_label("Code", exact=True).fill(pyotp.TOTP(key).at(int(time.time())))
    main.get_by_role("button", name="Turn on").tap()
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    recovery = page.locator(".key-list code").first.inner_text()

    page.locator("summary").filter(has_text="Agnes Brandt").tap()
    page.get_by_role("button", name="Sign out").tap()
    expect(
        page.get_by_role("link", name="Sign in").first
    ).to_be_visible()  # signed out, before going elsewhere
    page.goto("/account/sign-in/?next=/account/sessions/")
    page.get_by_label("E-mail address").fill("agnes@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    main.get_by_role("button", name="Sign in").tap()
    page.get_by_label("Code", exact=True).fill(recovery.upper())
    main.get_by_role("button", name="Sign in").tap()
    expect(page.get_by_role("heading", name="Sessions")).to_be_visible()

    main.get_by_role("link", name="Password and codes").tap()
    expect(page.get_by_text("9 of 10")).to_be_visible()
    main.get_by_role("link", name="Turn off").tap()
    page.get_by_label("Code", exact=True).fill(next_code())
    page.get_by_label("Current password").fill(PASSWORD)
    main.get_by_role("button", name="Turn off").tap()
    expect(page.get_by_text("Codes are off.")).to_be_visible()
    assert not selectors.has_second_factor(agnes)


def test_a_session_ended_elsewhere_is_out_with_the_next_click(open_browser: OpenBrowser, agnes: User) -> None:
    desk, phone = open_browser(), open_browser(viewport=PHONE)
    sign_in(desk)
    sign_in(phone)
    phone.goto("/account/")
    desk.goto("/account/sessions/")
    expect(desk.get_by_role("row")).to_have_count(3)

    desk.get_by_role("row").nth(2).get_by_role("button", name="End").click()
    expect(desk.get_by_role("status").locator(".notice--success")).to_be_visible()
    expect(desk.get_by_role("row")).to_have_count(2)
    phone.get_by_role("link", name="Language and time").click()

    phone.wait_for_url("**/account/sign-in/?next=/account/preferences/")
    assert AccountSession.objects.filter(account=agnes).count() == 1


def test_the_devices_time_zone_is_offered_and_taken(open_browser: OpenBrowser, agnes: User) -> None:
    page = open_browser(timezone_id="Europe/Rome")
    sign_in(page)
    page.goto("/account/preferences/")

    page.get_by_role("button", name="Europe/Rome").click()
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Rome")
    expect(page.get_by_role("button", name="Europe/Rome")).to_be_hidden()
    page.get_by_label("Dark").check()
    page.get_by_role("main").get_by_role("button", name="Save").click()

    expect(page.get_by_text("Your choices are saved.")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    agnes.refresh_from_db()
    assert (agnes.time_zone, agnes.theme) == ("Europe/Rome", "dark")


def test_signing_up_takes_the_time_zone_along(open_browser: OpenBrowser, transactional_db: None) -> None:
    page: Page = open_browser(timezone_id="America/Lima")
    page.goto("/account/sign-up/")
    page.get_by_label("Name", exact=True).fill("Jorge Núñez")
    page.get_by_label("E-mail address").fill("jorge@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.wait_for_url("/")

    assert User.objects.get().time_zone == "America/Lima"

"""Passkeys with a device that Chromium plays: made, signed in with, used as the second step, removed."""

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Page, expect

from audit.models import AuditEntry
from players.accounts import selectors
from players.models import AccountSession, User
from tests.browser.accessibility import violations_by_day_and_night
from tests.browser.pages import PHONE, OpenBrowser, sign_in
from tests.players.accounts.codes import switch_on
from tests.players.accounts.passwords import PASSWORD
from tests.templates.inventory import create_agnes


@pytest.fixture
def agnes(transactional_db: None) -> User:
    return create_agnes()


def plug_in_device(page: Page, *, knows_owner: bool = True) -> None:
    """A device with room for passkeys, whose owner says yes to everything."""
    developer_tools = page.context.new_cdp_session(page)
    developer_tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": knows_owner,
        "automaticPresenceSimulation": True,
    }
    developer_tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def add_passkey(page: Page) -> None:
    page.goto("/account/security/passkeys/new/")
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name").fill("Agnes’s phone")
    page.get_by_role("button", name="Create passkey").click()


def sign_out(page: Page) -> None:
    page.locator("summary").filter(has_text="Agnes Brandt").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_text("You are signed out.").wait_for()


def test_a_passkey_is_made_and_signs_in_without_the_password(open_browser: OpenBrowser, agnes: User) -> None:
    page, elsewhere = open_browser(viewport=PHONE, has_touch=True), open_browser()
    plug_in_device(page)
    sign_in(elsewhere)
    sign_in(page)

    add_passkey(page)

    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    assert page.locator(".key-list code").count() == 10
    assert selectors.has_second_factor(agnes)
    assert AccountSession.objects.filter(account=agnes).count() == 1
    assert AuditEntry.objects.get().action == "account.passkey_added"

    sign_out(page)
    page.goto("/account/sign-in/?next=/account/sessions/")
    page.get_by_role("button", name="Use a passkey").click()

    expect(page.get_by_role("heading", name="Sessions")).to_be_visible()
    assert Authenticator.objects.get(type="webauthn").last_used_at is not None


def test_after_the_password_a_passkey_is_the_second_step(open_browser: OpenBrowser, agnes: User) -> None:
    page = open_browser()
    plug_in_device(page)
    sign_in(page)
    add_passkey(page)
    page.get_by_role("heading", name="Your recovery codes").wait_for()
    sign_out(page)
    page.goto("/account/sign-in/")
    page.get_by_label("E-mail address").fill("agnes@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Your code").wait_for()
    assert violations_by_day_and_night(page) == []

    page.get_by_role("button", name="Use a passkey").click()

    page.wait_for_url("/")


def test_a_passkey_is_removed_with_password_and_code(open_browser: OpenBrowser, agnes: User) -> None:
    codes = switch_on(agnes)
    page = open_browser()
    plug_in_device(page)
    page.goto("/account/sign-in/")
    page.get_by_label("E-mail address").fill("agnes@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_label("Code", exact=True).fill(codes[0])
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("/")
    add_passkey(page)
    page.get_by_text("The passkey is added.").wait_for()
    assert violations_by_day_and_night(page) == []

    page.get_by_role("link", name="Remove").click()
    assert violations_by_day_and_night(page) == []
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("Code", exact=True).fill(codes[1])
    page.get_by_role("button", name="Remove").click()

    expect(page.get_by_text("The passkey is removed.")).to_be_visible()
    assert list(Authenticator.objects.order_by("type").values_list("type", flat=True)) == [
        "recovery_codes",
        "totp",
    ]


def test_a_device_that_cannot_check_its_owner_makes_no_passkey(
    open_browser: OpenBrowser, agnes: User
) -> None:
    page = open_browser()
    plug_in_device(page, knows_owner=False)
    sign_in(page)

    add_passkey(page)

    expect(page.get_by_text("No passkey was made.")).to_be_visible()
    assert not selectors.has_second_factor(agnes)


def test_a_device_without_a_passkey_for_this_site_says_so(open_browser: OpenBrowser, agnes: User) -> None:
    page = open_browser()
    plug_in_device(page)
    page.goto("/account/sign-in/")

    page.get_by_role("button", name="Use a passkey").click()

    expect(page.get_by_text("That did not work.")).to_be_visible()


def test_without_scripts_no_passkey_is_offered(open_browser: OpenBrowser, agnes: User) -> None:
    page = open_browser(java_script_enabled=False)

    page.goto("/account/sign-in/")

    expect(page.get_by_role("button", name="Use a passkey")).to_be_hidden()

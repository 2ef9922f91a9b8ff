"""An account from sign-up to goodbye, with a finger on a phone and without a script."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from jobs import services as jobs
from players.accounts.jobs import EXPORT_DATA
from players.models import DataExport, User
from tests.browser.pages import PHONE, OpenBrowser, sign_in
from tests.players.accounts.passwords import PASSWORD
from tests.templates.inventory import create_agnes, reset_link


@pytest.fixture
def agnes(transactional_db: None) -> User:
    """Her account is all that these pages are about; the furnished site takes longer."""
    return create_agnes()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_whole_life_on_a_phone(open_browser: OpenBrowser, transactional_db: None, scripts: bool) -> None:
    page = open_browser(viewport=PHONE, has_touch=True, java_script_enabled=scripts)
    main = page.get_by_role("main")

    page.goto("/")
    main.get_by_role("link", name="Sign up").tap()
    page.get_by_label("Name", exact=True).fill("Jorge Núñez")
    page.get_by_label("E-mail address").fill("jorge@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    main.get_by_role("button", name="Sign up").tap()
    expect(page.get_by_text("Welcome, Jorge Núñez. Your account is ready.")).to_be_visible()

    page.locator("summary").filter(has_text="Jorge Núñez").tap()
    page.get_by_role("button", name="Sign out").tap()
    expect(page.get_by_text("You are signed out.")).to_be_visible()

    sign_in(page, "JORGE@example.org")
    page.goto("/account/")
    main.get_by_role("link", name="Password and codes").tap()
    main.get_by_role("link", name="Change password").tap()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password").fill("eight lapwings on a dry meadow")
    main.get_by_role("button", name="Save new password").tap()
    expect(page.get_by_text("Your new password is saved.")).to_be_visible()

    main.get_by_role("link", name="Your data").tap()
    main.get_by_role("link", name="Delete account").tap()
    page.get_by_label("stays: what I played is still mine").check()
    page.get_by_label("Current password").fill("eight lapwings on a dry meadow")
    main.get_by_role("button", name="Delete my account permanently").tap()
    expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    assert User.objects.count() == 0


def test_the_summary_of_errors_has_the_focus_and_leads_to_the_fields(
    page: Page, transactional_db: None
) -> None:
    page.goto("/account/sign-up/")
    page.get_by_label("E-mail address").fill("nonsense")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()

    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    expect(page).to_have_title("Please check: Sign up · Kiebitz")
    summary.get_by_role("link", name="E-mail address: Enter a valid email address.").click()
    field = page.get_by_label("E-mail address")
    expect(field).to_be_focused()
    expect(field).to_have_value("nonsense")
    expect(field).to_have_accessible_description(
        "You sign in with it. Other people do not see it. Enter a valid email address."
    )


def test_a_password_can_be_looked_at_and_is_hidden_before_it_is_sent(
    page: Page, transactional_db: None
) -> None:
    page.goto("/account/sign-in/")
    password = page.get_by_label("Password", exact=True)
    password.fill("abc")

    page.get_by_role("button", name="Show").click()
    expect(password).to_have_attribute("type", "text")
    page.get_by_role("button", name="Hide").click()
    expect(password).to_have_attribute("type", "password")

    page.get_by_role("button", name="Show").click()
    page.evaluate(
        "document.querySelector('main form').addEventListener('submit', (event) => event.preventDefault())"
    )
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(password).to_have_attribute("type", "password")


def test_without_a_script_there_is_no_button_that_does_nothing(
    open_browser: OpenBrowser, transactional_db: None
) -> None:
    page = open_browser(java_script_enabled=False)
    page.goto("/account/sign-in/")

    expect(page.get_by_role("button", name="Show")).to_have_count(0)


def test_the_account_page_follows_the_export_by_itself(page: Page, agnes: User, tmp_path: Path) -> None:
    sign_in(page)
    page.goto("/account/data/")
    page.get_by_role("button", name="Collect my data").click()
    expect(page.get_by_role("progressbar")).to_be_visible()

    do_the_export()

    link = page.get_by_role("link", name="Download your data")
    expect(link).to_be_visible()
    assert page.url.endswith("/account/data/")
    with page.expect_download() as download:
        link.click()
    file = tmp_path / "data.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["account"]["email"] == "agnes@example.org"


def test_the_export_works_without_a_script(open_browser: OpenBrowser, agnes: User) -> None:
    page = open_browser(java_script_enabled=False)
    sign_in(page)
    page.goto("/account/data/")
    page.get_by_role("button", name="Collect my data").click()
    expect(page.get_by_role("progressbar")).to_be_visible()

    do_the_export()

    page.get_by_role("link", name="Refresh").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download your data").click()
    assert download.value.suggested_filename.startswith("kiebitz-")


def test_a_page_that_polls_goes_to_sign_in_when_the_session_ends(page: Page, agnes: User) -> None:
    sign_in(page)
    page.goto("/account/data/")
    page.get_by_role("button", name="Collect my data").click()
    page.locator("progress").wait_for()

    page.context.clear_cookies()

    page.wait_for_url("**/account/sign-in/?next=/account/")


def test_the_link_in_the_mail_leads_to_a_new_password(page: Page, agnes: User) -> None:
    page.goto(reset_link(agnes))
    page.get_by_label("New password").fill("eight lapwings on a dry meadow")
    page.get_by_role("button", name="Save and sign in").click()

    expect(page.get_by_text("Your new password is saved.")).to_be_visible()
    expect(page.get_by_role("heading", name="Hello, Agnes Brandt")).to_be_visible()


def do_the_export() -> None:
    jobs.perform(kind_name=EXPORT_DATA.name, pk=DataExport.objects.get().pk, message_id="test")

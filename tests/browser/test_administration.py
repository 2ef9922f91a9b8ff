"""Django's administration pages work under the site's Content-Security-Policy."""

import pytest
from playwright.sync_api import Page, expect

from players.models import Club, User
from tests.browser.pages import OpenBrowser
from tests.players.accounts.passwords import PASSWORD
from tests.templates.inventory import create_agnes


@pytest.fixture
def agnes(transactional_db: None) -> User:
    """Her account is all that these pages are about; the furnished site takes longer."""
    return create_agnes()


def test_the_administration_pages_work_under_the_policy(open_browser: OpenBrowser, agnes: User) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    page = open_browser()
    page.goto("/admin/")
    page.get_by_label("E-mail address").fill("agnes@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Clubs").first.click()
    expect(page.get_by_role("heading", name="Select club to change")).to_be_visible()

    page.get_by_role("link", name="Add club").last.click()
    page.get_by_label("Name").press_sequentially("Rook and Pawn")
    page.get_by_role("button", name="Save", exact=True).click()

    expect(page.get_by_text("was added successfully")).to_be_visible()
    assert Club.objects.filter(slug="rook-and-pawn").exists()


def test_accounts_are_added_and_changed_by_an_administrator(page: Page, agnes: User) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    page.goto("/admin/")
    page.get_by_label("E-mail address").fill("agnes@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/admin/")
    page.goto("/admin/players/user/add/")
    page.get_by_label("E-mail address").fill("jorge@example.org")
    page.get_by_label("Name").fill("Jorge Núñez")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("#id_password2").fill(PASSWORD)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was added successfully")).to_be_visible()

    page.get_by_label("Active", exact=True).uncheck()
    page.get_by_role("button", name="Save", exact=True).click()

    expect(page.get_by_text("was changed successfully")).to_be_visible()
    assert User.objects.get(email="jorge@example.org").is_active is False

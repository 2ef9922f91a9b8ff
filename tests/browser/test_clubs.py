"""A club from its creation to a new owner, on a phone and at a desk, by finger and by keyboard."""

import re

import pytest
from playwright.sync_api import Page, expect

from jobs.models import OutgoingMail
from players.models import Club, Membership, Role, User
from tests.browser.pages import PHONE, OpenBrowser, sign_in
from tests.players.accounts.passwords import PASSWORD
from tests.players.clubs.pages import mailed_token

pytestmark = pytest.mark.usefixtures("mails_are_rows")


def sign_up(page: Page, name: str, email: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_club_is_created_and_a_new_account_accepts_its_invitation(
    open_browser: OpenBrowser, agnes: User, scripts: bool
) -> None:
    page = open_browser(viewport=PHONE, has_touch=True, java_script_enabled=scripts)
    sign_in(page)
    page.goto("/clubs/")
    page.get_by_role("link", name="Create a club").tap()
    page.get_by_label("Name of the club").fill("Öl & Łuk")
    page.get_by_role("button", name="Create club").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Öl & Łuk")

    page.get_by_role("link", name="Invite somebody").tap()
    page.get_by_label("E-mail address").fill("newcomer@example.org")
    page.get_by_role("main").get_by_label("Role").select_option("organiser")
    page.get_by_role("button", name="Send invitation").tap()
    expect(page.get_by_role("status").locator(".notice--success")).to_contain_text("newcomer@example.org")

    guest = open_browser(java_script_enabled=scripts)
    guest.goto(f"/clubs/invitations/{mailed_token()}/")
    guest.get_by_role("main").get_by_role("link", name="Sign up").click()
    sign_up(guest, "Nadège Lindqvist", "nadege@example.org")
    guest.get_by_role("button", name="Accept").click()
    expect(guest.get_by_text("Welcome to Öl & Łuk.")).to_be_visible()
    assert Membership.objects.get(person__name="Nadège Lindqvist").role == Role.ORGANISER


def test_a_request_is_made_and_approved_with_the_keyboard(
    page: Page, open_browser: OpenBrowser, agnes: User
) -> None:
    page.goto("/clubs/heron/join/")
    page.get_by_role("main").get_by_role("link", name="Sign up").click()
    sign_up(page, "Siobhán O’Mahony", "siobhan@example.org")
    page.get_by_label("Message to the organisers").fill("May I come?")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You have asked to join")).to_be_visible()
    assert [mail.recipients for mail in OutgoingMail.objects.all()] == [["agnes@example.org"]]

    organiser = open_browser(viewport=PHONE)
    sign_in(organiser)
    organiser.goto("/clubs/heron/")
    requests = organiser.get_by_role("link", name=re.compile("Requests 2"))
    requests.focus()
    organiser.keyboard.press("Enter")
    organiser.get_by_role("button", name=re.compile("Approve.*Siobhán")).focus()
    organiser.keyboard.press("Enter")
    expect(organiser.get_by_text("Siobhán O’Mahony is now a member.")).to_be_visible()

    organiser.locator("summary").filter(has_text="Decline").focus()
    organiser.keyboard.press("Enter")
    organiser.keyboard.press("Tab")
    organiser.keyboard.type("We are full.")
    organiser.keyboard.press("Tab")
    organiser.keyboard.press("Enter")
    expect(organiser.get_by_text("The request of Zeynep Işıldak is declined.")).to_be_visible()


def test_a_club_is_handed_over_with_the_keyboard(page: Page, agnes: User) -> None:
    sign_in(page)
    page.goto("/clubs/heron/members/")
    page.get_by_role("link", name="Change Jorge Núñez").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Transfer …").focus()
    page.keyboard.press("Enter")
    page.get_by_role("radio", name="Organiser").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Arbiter")).to_be_checked()
    page.get_by_label("Reason").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Jorge Núñez now owns the club.")).to_be_visible()

    club = Club.objects.get(slug="heron")
    assert dict(club.memberships.values_list("person__name", "role")) == {
        "Agnes Brandt": "arbiter",
        "Jorge Núñez": "owner",
        "Carla Álvarez": "member",
    }


def test_a_history_is_narrowed_and_downloaded(page: Page, agnes: User) -> None:
    sign_in(page)
    page.goto("/clubs/heron/history/")
    page.get_by_label("What").select_option("membership.role_changed")
    page.get_by_role("button", name="Show").click()

    expect(page.get_by_role("heading", name="1 entry")).to_be_visible()
    expect(page.get_by_text("Passed the examination.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == "heron-history.csv"

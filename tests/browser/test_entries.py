"""Entering players while typing, and the check-in by keyboard."""

import re

from playwright.sync_api import Page, expect

from players.models import User
from players.people.services.people import create_person
from tests.browser.pages import OpenBrowser, sign_in
from tests.templates.events import MAIN, OPEN, RUNNING
from tournaments.models import Entry, EntryState


def test_a_player_is_found_while_typing_and_entered(page: Page, agnes: User) -> None:
    create_person(actor=None, name="Désirée Quast", listed=True)
    sign_in(page)
    page.goto(f"/events/{OPEN}/entries/manage/")

    page.keyboard.type("desiree q")
    page.get_by_role("button", name="Add Désirée Quast").click()

    expect(page.get_by_role("status")).to_contain_text("Désirée Quast")
    entry = Entry.objects.get(section__event=OPEN, person__name="Désirée Quast")
    assert entry.state == EntryState.WAITING


def test_who_is_not_known_is_entered_on_the_spot(phone: Page, agnes: User) -> None:
    sign_in(phone)
    phone.goto(f"/events/{OPEN}/entries/manage/")
    phone.get_by_role("searchbox", name="Name").press_sequentially("Nora Neu")
    new_person = phone.get_by_role("link", name="Add a new person")
    expect(new_person).to_have_attribute("href", re.compile("name=Nora[+ ]?(%20)?Neu"))
    new_person.click()

    expect(phone.get_by_label("Name", exact=True)).to_have_value("Nora Neu")
    phone.get_by_role("spinbutton", name="Rating").fill("1440")
    phone.get_by_role("button", name="Add", exact=True).click()

    expect(phone.get_by_role("status")).to_contain_text("Nora Neu is")
    assert Entry.objects.get(person__name="Nora Neu").rating == 1440


def test_the_check_in_goes_by_keyboard_alone(page: Page, agnes: User) -> None:
    person = create_person(actor=None, name="Ülkü Öztürk")
    Entry.objects.create(section_id=MAIN, person=person, starting_rank=99)
    sign_in(page)
    page.goto(f"/events/{RUNNING}/check-in/")

    page.keyboard.type("oz ulk")
    expect(page.locator("#arrivals > li:visible")).to_have_count(1)
    page.keyboard.press("Enter")

    expect(page.get_by_role("button", name="Undo Ülkü Öztürk")).to_be_visible()
    expect(page.locator("#arrivals-filter")).to_have_value("")
    expect(page.locator("#arrivals-filter")).to_be_focused()
    expect(page.locator("#arrival-counts")).to_contain_text("2 here · 7 missing")
    page.keyboard.type("xyzzy")
    expect(page.get_by_text("No player of that name is expected.")).to_be_visible()
    assert Entry.objects.get(person=person).checked_in_at is not None


def test_the_check_in_works_without_a_script(open_browser: OpenBrowser, agnes: User) -> None:
    page = open_browser(java_script_enabled=False)
    sign_in(page)
    page.goto(f"/events/{RUNNING}/check-in/")

    page.get_by_role("button", name="Here Player 02").first.click()

    expect(page.get_by_role("button", name="Undo Player 02")).to_have_count(1)

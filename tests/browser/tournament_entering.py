"""How players get into an event, through the pages: by themselves, by the organiser, and on the day itself."""

import re

from playwright.sync_api import Page, expect

from tests.browser.tournament_steps import said
from tournaments.models import Absence, Entry, EntryState


def sign_up(phone: Page, event: str) -> None:
    phone.goto(f"{event}entries/")
    phone.get_by_role("link", name="Enter this event", exact=True).click()
    phone.get_by_role("main").get_by_role("button", name="Enter this event").click()
    said_yes(phone)
    assert latest_entry(event).state == EntryState.CONFIRMED


def said_yes(page: Page) -> None:
    expect(page.get_by_role("status").locator(".notice--success")).to_be_visible()


def latest_entry(event: str) -> Entry:
    return Entry.objects.select_related("person").filter(section__event=event_id(event)).latest("pk")


def event_id(event: str) -> int:
    (number,) = re.findall(r"/events/(\d+)/", event)
    return int(number)


def enter_known(page: Page, event: str, typed: str, name: str) -> None:
    """Somebody whom the site knows is offered while the name is typed."""
    page.goto(f"{event}entries/manage/")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type(typed)
    page.get_by_role("button", name=f"Add {name}").click()
    said(page, f"{name} is entered.")


def enter_new(page: Page, event: str, name: str, *, rating: int | None = None, plays_from: int = 1) -> None:
    page.goto(f"{event}entries/manage/")
    page.get_by_role("searchbox", name="Name").fill(name)
    page.get_by_role("link", name="Add a new person").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value(name)
    if rating is not None:
        page.get_by_label("Rating").fill(str(rating))
    page.get_by_role("button", name="Add", exact=True).click()
    said(page, f"{name} is entered")
    entry = latest_entry(event)
    assert (entry.person.name, entry.first_round) == (name, plays_from)


def paste_table(page: Page, event: str, lines: list[str]) -> None:
    """The page shows what the table would do."""
    page.goto(f"{event}entries/manage/")
    page.get_by_role("link", name="Paste a table").click()
    page.get_by_label("Paste the table").fill("\n".join(lines))
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Preview of the table")).to_be_visible()


def open_entry(page: Page, event: str, name: str) -> None:
    page.goto(f"{event}entries/manage/")
    page.get_by_role("link", name=f"Change {name}").click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()


def set_rating(page: Page, event: str, name: str, rating: int) -> None:
    open_entry(page, event, name)
    page.get_by_label("Rating").fill(str(rating))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("set by hand")).to_be_visible()


def check_in_by_code(phone: Page, event: str) -> None:
    """The page that the QR code leads to wants nobody to sign in, so a browser that knows nobody opens it."""
    phone.goto(f"{event}entries/mine/")
    address = phone.get_by_role("link", name="Check-in page").get_attribute("href")
    assert address
    browser = phone.context.browser
    assert browser
    context = browser.new_context(base_url=phone.url, viewport=phone.viewport_size)
    stranger = context.new_page()
    stranger.goto(address)
    stranger.get_by_role("button", name="I am here").click()
    said(stranger, "Checked in at")
    context.close()


def check_in_by_button(phone: Page, event: str) -> None:
    phone.goto(f"{event}entries/mine/")
    phone.get_by_role("button", name="I am here").click()
    said(phone, "You are checked in.")


def check_in_by_typing(page: Page, names: list[str]) -> None:
    """At the door: a part of the name, Enter, and the next one."""
    field = page.get_by_label("Name", exact=True)
    field.focus()
    for name in names:
        page.keyboard.type(name.split()[1])
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=f"Undo {name}")).to_have_count(1)
        expect(field).to_have_value("")


def announce_absence(phone: Page, event: str, number: int) -> None:
    phone.goto(f"{event}entries/mine/")
    phone.get_by_label("I will miss round").select_option(str(number))
    phone.get_by_role("button", name="Save absence").click()
    said_yes(phone)
    assert Absence.objects.get(entry__section__event=event_id(event)).round_number == number


def withdraw(page: Page, event: str, name: str, reason: str) -> None:
    open_entry(page, event, name)
    page.locator("summary", has_text="Withdraw").click()
    page.get_by_label("Why").fill(reason)
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("withdrawn", exact=True).first).to_be_visible()

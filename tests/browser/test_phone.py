"""A player with a phone: how many taps a result takes, and what the screen shows of the page itself."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import DESK, PHONE, OpenBrowser, wait_until
from tests.tournaments.results.builders import account_of, board_of, running_section
from tournaments.models import Pairing, Section
from tournaments.results.services.results import enter_result

PASSWORD = "kiebitz-2026"


class Taps:
    """Counts what a finger does; typing is not tapping."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, target: Locator) -> None:
        self.count += 1
        target.tap()


@pytest.fixture
def section(transactional_db: None) -> Section:
    section = running_section(6, players_report=True, round_minutes=60)
    pairing = board_of(section, boards=[(1, 4, ""), (5, 2, ""), (3, 6, "1-0")])
    account_of(pairing.first), account_of(pairing.second)
    return section


def open_phone(open_browser: OpenBrowser) -> Page:
    return open_browser(viewport=PHONE, has_touch=True, is_mobile=True)


def sign_in_from_the_event(page: Page, section: Section, name: str, tap: Taps) -> None:
    page.goto(section.event.get_absolute_url())
    tap(page.locator("#my-board").get_by_role("link", name="Sign in to report your result"))
    page.get_by_label("E-mail address").fill(f"{name.lower().replace(' ', '.')}@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    tap(page.get_by_role("main").get_by_role("button", name="Sign in"))
    expect(page.locator(".own-board")).to_be_visible()


def test_from_the_address_of_the_event_a_result_takes_three_taps_and_confirming_it_one(
    open_browser: OpenBrowser, section: Section
) -> None:
    mine, theirs = open_phone(open_browser), open_phone(open_browser)
    tap, tap_of_other = Taps(), Taps()
    sign_in_from_the_event(theirs, section, "Player 04", tap_of_other)
    before = tap_of_other.count

    sign_in_from_the_event(mine, section, "Player 01", tap)
    tap(mine.get_by_role("button", name="I won"))
    expect(mine.locator(".own-board__state")).to_contain_text("You won")
    assert tap.count == 3
    assert board_of(section).reports.get().result == "1-0"

    # The other page shows by itself what is to be confirmed.
    expect(theirs.locator(".own-board__state")).to_contain_text("Player 01")
    tap_of_other(theirs.get_by_role("button", name="confirm"))
    expect(theirs.locator(".own-board__result")).to_contain_text("1–0")
    assert tap_of_other.count - before == 1
    assert board_of(section).result == "1-0"
    expect(mine.locator(".own-board__result")).to_contain_text("1–0")


FRAME = """() => Math.max(...[...document.querySelectorAll(".site-header, .breadcrumbs")]
  .map((part) => part.getBoundingClientRect().bottom))"""
MAX_FRAME = 120


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES", "it-IT"])
def test_the_frame_is_no_higher_in_another_language(
    open_browser: OpenBrowser, section: Section, locale: str
) -> None:
    page = open_browser(viewport=PHONE, locale=locale)
    page.goto(section.event.get_absolute_url())

    assert page.locator("html").get_attribute("lang") == locale[:2]
    assert page.evaluate(FRAME) <= MAX_FRAME
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_phone_shows_the_page_and_not_its_frame_and_marks_what_is_the_readers_own(
    open_browser: OpenBrowser, section: Section
) -> None:
    page = open_phone(open_browser)
    sign_in_from_the_event(page, section, "Player 01", Taps())
    event, address = section.event.get_absolute_url(), section.get_absolute_url()
    for path in (event, f"{address}standings/", f"{address}rounds/1/", f"{event}my-board/", "/events/", "/"):
        page.goto(path)
        frame = page.evaluate(FRAME)
        assert frame <= MAX_FRAME, (path, frame)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    page.goto(event)
    tabs = page.locator(".tabs")
    assert tabs.evaluate("row => row.scrollWidth > row.clientWidth")
    assert tabs.evaluate("row => getComputedStyle(row).backgroundImage.split('linear-gradient').length") == 5

    page.goto(f"{address}standings/")
    expect(page.locator("tr[aria-current]")).to_contain_text("Player 01")
    page.goto(f"{address}rounds/1/")
    own = page.locator("[data-entry][aria-current]")
    expect(own).to_contain_text("Player 01")
    # The list is renewed without saying who asks; the mark stays.
    other = Pairing.objects.get(round__section=section, board=2)
    enter_result(actor=None, pairing=other, result="0-1")
    expect(page.get_by_role("row", name=re.compile("^2 "))).to_contain_text("0–1")
    expect(own).to_have_count(1)


def test_a_visitor_gets_from_home_to_the_standings_with_two_clicks(
    open_browser: OpenBrowser, section: Section
) -> None:
    page = open_browser(viewport=DESK)
    page.goto("/")
    page.locator("#on-now").get_by_role("link", name="Standings").first.click()
    expect(page.get_by_role("table")).to_contain_text("Player 01")
    assert page.url.endswith("/standings/")
    wait_until(page, "document.readyState === 'complete'")

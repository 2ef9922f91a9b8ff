"""The frame around every page: theme, language, menus, keyboard, print."""

import pytest
from playwright.sync_api import Page, expect

from players.models import User
from tests.browser.pages import OpenBrowser, sign_in
from tests.templates.inventory import create_agnes


@pytest.fixture
def agnes(transactional_db: None) -> User:
    """Her account is all that these pages are about; the furnished site takes longer."""
    return create_agnes()


PAPER_BY_DAY, PAPER_BY_NIGHT = "rgb(248, 242, 229)", "rgb(19, 23, 21)"


def paper(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def open_display_menu(page: Page, name: str = "Language and colours") -> None:
    page.locator(f"summary[aria-label='{name}']").click()


@pytest.mark.parametrize(("scheme", "colour"), [("light", PAPER_BY_DAY), ("dark", PAPER_BY_NIGHT)])
def test_the_theme_follows_the_system(
    open_browser: OpenBrowser, transactional_db: None, scheme: str, colour: str
) -> None:
    page = open_browser(color_scheme=scheme)
    page.goto("/")

    assert paper(page) == colour


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_the_switch_overrules_the_system_and_is_remembered(
    open_browser: OpenBrowser, transactional_db: None, scripts: bool
) -> None:
    page = open_browser(color_scheme="light", java_script_enabled=scripts)
    page.goto("/clubs/?q=a")
    open_display_menu(page)
    with page.expect_response("**/theme/"):
        page.get_by_role("button", name="Dark").click()

    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.url.endswith("/clubs/?q=a")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    open_display_menu(page)
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="System")).to_have_attribute("aria-pressed", "false")


def test_a_choice_is_told_to_the_site_even_if_the_page_is_left_at_once(
    page: Page, transactional_db: None
) -> None:
    page.goto("/")
    page.evaluate("""() => {
      const ask = window.fetch;
      window.fetch = (address, options) => {
        window.outlivesThePage = options.keepalive;
        return ask(address, options);
      };
    }""")
    open_display_menu(page)
    with page.expect_response("**/theme/"):
        page.get_by_role("button", name="Dark").click()

    assert page.evaluate("window.outlivesThePage") is True


def test_the_switch_is_immediate_with_a_script(page: Page, transactional_db: None) -> None:
    page.emulate_media(color_scheme="light")
    page.goto("/")
    page.evaluate("window.stillHere = true")
    open_display_menu(page)
    with page.expect_response("**/theme/"):
        page.get_by_role("button", name="Dark").click()

    assert paper(page) == PAPER_BY_NIGHT
    assert page.evaluate("window.stillHere") is True


def test_the_language_is_chosen_and_the_page_stays(page: Page, transactional_db: None) -> None:
    page.goto("/clubs/?q=a")
    open_display_menu(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Deutsch").click()

    open_display_menu(page, "Sprache und Farben")
    expect(page.get_by_role("button", name="Deutsch")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.url.endswith("/clubs/?q=a")


def test_the_first_tab_skips_to_the_content(page: Page, transactional_db: None) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    link = page.get_by_role("link", name="Skip to content")
    expect(link).to_be_focused()
    expect(link).to_be_in_viewport()

    page.keyboard.press("Enter")

    expect(page.locator("#main")).to_be_focused()


def test_menus_work_by_keyboard_and_give_the_focus_back(page: Page, agnes: User) -> None:
    sign_in(page)
    summary = page.locator("summary").filter(has_text="Agnes Brandt")
    menu = page.locator("details.menu").filter(has=summary)
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Submit games").first).to_be_focused()

    page.keyboard.press("Escape")

    expect(summary).to_be_focused()
    expect(menu).not_to_have_attribute("open", "")


def test_menus_close_by_a_click_elsewhere_and_when_the_focus_leaves(
    page: Page, transactional_db: None
) -> None:
    page.goto("/")
    menu = page.locator("details.menu").first
    open_display_menu(page)
    expect(menu).to_have_attribute("open", "")
    page.get_by_role("heading", level=1).click()
    expect(menu).not_to_have_attribute("open", "")

    open_display_menu(page)
    page.get_by_role("main").get_by_role("link", name="Find a club").focus()
    expect(menu).not_to_have_attribute("open", "")


def test_open_menus_stay_on_a_narrow_screen(phone: Page, agnes: User) -> None:
    sign_in(phone)
    for summary in phone.locator("summary").all():
        summary.tap()
        box = phone.locator("details.menu[open] .menu__panel").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        summary.tap()


def test_a_phone_shows_every_area_to_visitors_and_to_members_the_one_they_are_in(
    phone: Page, agnes: User
) -> None:
    phone.goto("/ratings/")
    areas = phone.get_by_role("navigation", name="Main")
    assert areas.get_by_role("link").count() == 5
    assert areas.evaluate("row => row.scrollWidth - row.clientWidth") == 0

    sign_in(phone)
    phone.goto("/ratings/")
    here = areas.get_by_role("link", name="Ratings")
    expect(here).to_have_attribute("aria-current", "page")
    assert areas.evaluate("row => row.scrollWidth - row.clientWidth") > 0
    expect(here).to_be_in_viewport(ratio=1)


def test_dialogs_open_and_close_by_keyboard(page: Page, transactional_db: None, settings: object) -> None:
    settings.DEBUG = True  # type: ignore[attr-defined]
    page.goto("/style-guide/")
    opener = page.get_by_role("link", name="Open a dialog")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Take the result back?")
    expect(dialog).to_be_visible()

    page.keyboard.press("Escape")

    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def test_paper_gets_the_content_alone_in_black_on_white(
    open_browser: OpenBrowser, transactional_db: None, settings: object
) -> None:
    settings.DEBUG = True  # type: ignore[attr-defined]
    page = open_browser(color_scheme="dark")
    page.goto("/style-guide/")

    page.emulate_media(media="print")

    assert paper(page) == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    expect(page.get_by_role("table", name="Standings after round 6")).to_be_visible()
    for hidden in (".site-nav", ".site-tools", ".site-footer", ".breadcrumbs", ".pagination"):
        expect(page.locator(hidden)).to_be_hidden()


def test_a_tables_head_stays_in_view(page: Page, transactional_db: None, settings: object) -> None:
    settings.DEBUG = True  # type: ignore[attr-defined]
    page.set_viewport_size({"width": 1280, "height": 400})
    page.goto("/style-guide/")
    table = page.get_by_role("table", name="Standings after round 6")
    table.get_by_role("row").last.evaluate("row => row.scrollIntoView({ block: 'start' })")
    page.evaluate("scrollBy(0, -60)")

    box = table.get_by_role("columnheader", name="Name").bounding_box()

    assert box
    assert box["y"] == 0


def test_columns_sort_by_a_link_that_can_be_shared(
    page: Page, transactional_db: None, settings: object
) -> None:
    settings.DEBUG = True  # type: ignore[attr-defined]
    page.goto("/style-guide/?page=4")
    page.get_by_role("link", name="Rating", exact=True).click()
    page.wait_for_url("**/style-guide/?sort=rating")
    header = page.get_by_role("columnheader", name="Rating").first
    expect(header).to_have_attribute("aria-sort", "ascending")

    page.get_by_role("link", name="Rating", exact=True).click()

    page.wait_for_url("**/style-guide/?sort=-rating")
    expect(header).to_have_attribute("aria-sort", "descending")


def test_reduced_motion_is_respected(
    open_browser: OpenBrowser, transactional_db: None, settings: object
) -> None:
    settings.DEBUG = True  # type: ignore[attr-defined]
    page = open_browser(reduced_motion="reduce")
    page.goto("/style-guide/")

    assert (
        page.locator("progress").last.evaluate("bar => getComputedStyle(bar).animationIterationCount") == "1"
    )

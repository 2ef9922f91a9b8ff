"""An analysis is made, saved, shared and exported; the position editor."""

import pytest
from playwright.sync_api import Page, expect

from engine.record import read_text
from games.analysis.services import analyse_position
from games.models import Analysis
from players.models import User
from tests.browser.accessibility import violations_by_day_and_night
from tests.browser.pages import PHONE, OpenBrowser, sign_in
from tests.browser.recorder_pages import RecorderPage
from tests.templates.inventory import create_agnes


@pytest.fixture
def agnes(transactional_db: None) -> User:
    return create_agnes()


def test_lines_are_entered_by_touch_saved_shared_and_exported(
    phone: Page, agnes: User, open_browser: OpenBrowser
) -> None:
    made = analyse_position(account=agnes, kind="barragoon", title="An idea")
    sign_in(phone)
    phone.goto(made.get_absolute_url())
    expect(phone.locator("[data-analysis][data-ready]")).to_be_visible()
    device = RecorderPage(phone, touch=True)
    lines = phone.locator("[data-moves] button")

    device.tap("c2", "b2")
    device.tap("d8", "d5")
    expect(lines).to_have_count(2)
    device.press("back")
    device.tap("d8", "d6")
    expect(phone.locator(".analysis__variation button")).to_have_text(["1… d8-d6"])
    phone.locator('[data-glyph="6"]').tap()
    phone.locator("[data-comment]").fill("Too slow")
    device.press("arrow")
    device.tap("b2", "b4")
    expect(phone.locator("[data-picture] svg .way")).to_have_count(1)
    device.press("ask-dead")
    expect(phone.locator("[data-dead-words]")).to_contain_text("Not dead")
    expect(phone.locator("[data-saved]")).to_have_text("Saved.")
    assert violations_by_day_and_night(phone) == []
    phone.set_viewport_size(PHONE)
    phone.get_by_role("button", name="Share by link").tap()
    link = phone.locator(".analysis__link").get_attribute("href")
    assert link

    (record,) = read_text(Analysis.objects.get().record)
    assert not record.errors
    assert "(1... d8-d6 $6 { [%cal b2b4] } { Too slow })" in str(record)
    reader = open_browser()
    reader.goto(link)
    reader.locator("[data-moves] button").nth(2).click()
    expect(reader.locator("[data-picture] svg .way")).to_have_count(1)
    expect(reader.locator("[data-comment]")).to_have_count(0)


def test_a_position_is_put_up_checked_and_analysed(page: Page, agnes: User) -> None:
    sign_in(page)
    page.goto("/analysis/position/?game=barragoon")
    expect(page.locator("[data-editor][data-ready]")).to_be_visible()
    device = RecorderPage(page)
    page.locator("[data-clear]").click()
    for symbol, square in (("white-2", "a1"), ("brown-4", "c1")):
        page.locator(f'[data-faces] [data-symbol="{symbol}"]').click()
        device.tap(square)
    page.locator("[data-reserve]").fill("0")
    field = page.locator("[data-position]")
    expect(page.locator("[data-check-words]")).to_have_attribute("data-legal", "true")
    text = field.input_value()
    page.locator("[data-ask-dead]").click()
    expect(page.locator("[data-dead-words]")).to_contain_text("a1xc1")

    # Pasted text comes onto the board.
    field.fill("nonsense")
    expect(page.locator("[data-check-words]")).to_have_attribute("data-legal", "false")
    field.fill(text)
    expect(page.locator("[data-check-words]")).to_have_attribute("data-legal", "true")
    assert violations_by_day_and_night(page) == []
    page.locator("[data-begin]").click()
    page.get_by_label("Title").fill("Two tiles")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[data-analysis][data-ready]")).to_be_visible()
    expect(page.locator("[data-position]")).to_have_value(text)

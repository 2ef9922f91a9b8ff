"""The explorer is stepped through by touch and by keys, and stands beside the board of a game."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from tests.browser.accessibility import violations_by_day_and_night
from tests.browser.pages import PHONE, OpenBrowser
from tests.games.positions.archives import index_everything, store_archive


@pytest.fixture
def archive(transactional_db: None) -> list[Game]:
    games = store_archive("Barragoon", 8)
    index_everything()
    return games


def test_the_explorer_follows_touch_keys_and_the_board_of_a_game(
    phone: Page, archive: list[Game], open_browser: OpenBrowser
) -> None:
    phone.set_viewport_size(PHONE)
    phone.goto("/explorer/?kind=barragoon")
    moves = phone.locator(".explorer__moves tbody th a")
    first = moves.first.inner_text()
    moves.first.tap()
    expect(phone.locator(".replay__words a[aria-current]")).to_have_text(first)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert violations_by_day_and_night(phone) == []

    desk = open_browser()
    desk.goto("/explorer/?kind=barragoon")
    desk.keyboard.press("ArrowRight")
    expect(desk.locator(".replay__words a[aria-current]")).to_have_text(first)
    desk.keyboard.press("ArrowLeft")
    expect(desk.locator(".replay__words a")).to_have_count(0)

    desk.goto(f"/games/{archive[0].pk}/?ply=0")
    part = desk.locator("[data-explorer-part]")
    part.locator("summary").click()
    expect(part.locator(".explorer__total strong")).to_have_text(str(len(archive)))
    desk.locator('[data-step="forward"]').click()
    expect(part.locator(".explorer__total strong")).not_to_have_text(str(len(archive)))

"""Going through a game: by key, wheel, touch and the move list, forth and back and into variations."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from games.models import Game
from tests.browser.boards import at, piece_at
from tests.browser.pages import DESK, PHONE, OpenBrowser, wait_until
from tests.games.replay.records import annotated, in_words
from tests.games.replay.stored_games import long_barragoon


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_the_keyboard_alone_goes_through_a_game(
    open_browser: OpenBrowser, game: Game, viewport: ViewportSize
) -> None:
    page = open_browser(viewport=viewport)
    page.goto(f"/games/{game.pk}/")
    words = page.locator("[data-words]")

    page.keyboard.press("ArrowRight")
    at(page, 1)
    expect(words).to_have_text(in_words("d2-d4"))
    assert piece_at(page, 300, 500) == "#barragoon-white-3"
    page.keyboard.press("End")
    at(page, 4)
    expect(words).to_have_text(in_words(*annotated().main.texts()))
    page.keyboard.press("ArrowLeft")
    at(page, 3)
    page.keyboard.press("Home")
    at(page, 0)
    expect(words).to_have_text("The starting position; White moves first.")

    page.keyboard.press("f")
    expect(page).to_have_url(re.compile("flip=1"))
    assert piece_at(page, 500, 0) == "#barragoon-white-4"  # b1, now at the top
    page.keyboard.press("?")
    help_dialog = page.get_by_role("dialog", name="Keys and gestures")
    expect(help_dialog).to_be_visible()
    page.keyboard.press("f")
    page.keyboard.press("Escape")
    expect(help_dialog).to_be_hidden()
    assert piece_at(page, 500, 0) == "#barragoon-white-4"


def test_space_plays_by_itself_and_stops(page: Page, game: Game) -> None:
    page.goto(f"/games/{game.pk}/")
    page.get_by_label("Speed").select_option("fast")
    page.locator("h1").click()

    page.keyboard.press(" ")

    play = page.get_by_role("button", name="Play")
    expect(play).to_have_attribute("aria-pressed", "true")
    at(page, 4)
    expect(play).to_have_attribute("aria-pressed", "false")
    page.keyboard.press(" ")
    expect(play).to_have_attribute("aria-pressed", "true")
    page.keyboard.press(" ")
    expect(play).to_have_attribute("aria-pressed", "false")


def test_keys_are_not_stolen_and_can_be_switched_off(page: Page, game: Game) -> None:
    page.goto(f"/games/{game.pk}/?ply=1")
    field = page.get_by_label("Moves of the piece on")

    field.fill("")
    field.press("f")
    field.press("ArrowLeft")
    field.press("Home")
    expect(field).to_have_value("f")
    page.get_by_text("Share and print").focus()
    page.keyboard.press(" ")
    expect(page.get_by_label("Link to this position")).to_be_visible()
    at(page, 1)

    page.get_by_role("button", name="Keys and gestures").click()
    page.get_by_label("Use these keys on pages with a board").uncheck()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("ArrowRight")
    page.reload()
    page.keyboard.press("ArrowRight")
    at(page, 1)


def test_the_focus_is_never_trapped_and_never_lost(page: Page, game: Game) -> None:
    page.goto(f"/games/{game.pk}/?ply=3")
    page.locator("[data-step=forward]").focus()
    for _ in range(2):
        page.keyboard.press("Enter")
    at(page, 4)
    assert page.evaluate("document.activeElement.dataset.step") == "forward"

    stops = []
    for _ in range(40):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.closest('[data-replay]') !== null"))
        if not stops[-1]:
            break

    assert stops == [True] * (len(stops) - 1) + [False]


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_a_click_in_the_move_list_goes_there_and_the_current_move_stays_in_view(
    open_browser: OpenBrowser, transactional_db: None, viewport: ViewportSize
) -> None:
    page = open_browser(viewport=viewport)
    page.goto(f"/games/{long_barragoon(120).pk}/")
    page.locator('[data-ply="7"]').click()
    at(page, 7)
    scrolled = page.evaluate("scrollY")

    page.keyboard.press("End")
    at(page, 120)

    outer = page.locator("[data-moves]").bounding_box()
    inner = page.locator('[data-ply="120"]').bounding_box()
    assert outer
    assert inner
    assert outer["y"] <= inner["y"]
    assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    assert page.evaluate("scrollY") == scrolled


def test_variations_are_stepped_through_and_left_again(page: Page, game: Game) -> None:
    page.goto(f"/games/{game.pk}/")
    page.get_by_role("link", name="e2-e4").click()
    at(page, 3, line=2)

    page.keyboard.press("ArrowRight")
    at(page, 4, line=2)
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    at(page, 2, line=1)
    page.keyboard.press("ArrowLeft")
    at(page, 1)


def test_a_button_held_down_repeats(page: Page, transactional_db: None) -> None:
    page.goto(f"/games/{long_barragoon(60).pk}/")
    page.get_by_role("link", name="One move forward").hover()

    page.mouse.down()
    wait_until(page, "document.querySelector('[data-moves] [aria-current]')?.dataset.ply > 3")
    page.mouse.up()
    page.wait_for_timeout(300)
    ply = page.locator("[data-moves] [aria-current]").get_attribute("data-ply")
    page.wait_for_timeout(300)

    assert int(ply or 0) > 3
    assert page.locator("[data-moves] [aria-current]").get_attribute("data-ply") == ply


def test_the_wheel_scrolls_the_page_until_the_board_was_clicked_and_then_steps(
    page: Page, game: Game
) -> None:
    page.goto(f"/games/{game.pk}/")
    page.locator("[data-picture]").hover()

    page.mouse.wheel(0, 100)
    wait_until(page, "scrollY > 0")
    assert "ply=" not in page.url
    page.evaluate("scrollTo(0, 0)")
    page.locator("[data-picture]").click(position={"x": 4, "y": 4})
    page.mouse.wheel(0, 100)
    at(page, 1)
    page.mouse.wheel(0, -100)
    at(page, 0)
    page.keyboard.press("End")
    at(page, 4)
    page.mouse.wheel(0, 100)
    wait_until(page, "scrollY > 0")
    at(page, 4)


@pytest.mark.parametrize("height", [600, 768, 1080])
def test_board_players_and_buttons_fit_the_height_of_the_window(
    open_browser: OpenBrowser, game: Game, attacks: Game, height: int
) -> None:
    for shown in (game, attacks):
        page = open_browser(viewport={"width": 1280, "height": height})
        page.goto(f"/games/{shown.pk}/")
        needed = page.evaluate("""() => document.querySelector(".replay__tools").getBoundingClientRect().bottom
          - document.querySelector(".replay__board").getBoundingClientRect().top""")
        assert needed <= height, (shown.kind, needed)
        width = page.locator("[data-picture]").bounding_box()
        assert width is not None
        assert width["width"] >= 0.3 * height


def test_touch_swipes_taps_and_fits_a_phone(phone: Page, game: Game) -> None:
    phone.goto(f"/games/{game.pk}/")
    assert phone.evaluate("document.documentElement.scrollWidth") == 360

    phone.get_by_role("link", name="One move forward").tap()
    at(phone, 1)
    swipe(phone, -80)
    at(phone, 3)  # a long swipe goes further than a short one
    swipe(phone, 45)
    at(phone, 2)
    phone.get_by_role("link", name="Flip board").tap()
    expect(phone).to_have_url(re.compile("flip=1"))


def swipe(phone: Page, distance: int) -> None:
    """A finger over the middle of the board, as the browser reports one."""
    box = phone.locator("[data-picture]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    client = phone.context.new_cdp_session(phone)
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in range(1, 9):
        point = {"x": x + distance * part / 8, "y": y}
        client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        # In a frame of its own: a busy browser makes one move of several.
        phone.evaluate("() => new Promise((drawn) => requestAnimationFrame(drawn))")
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    client.detach()

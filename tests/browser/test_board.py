"""The board in the browser: with the keyboard alone, with the mouse, with touch, and without a script."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from engine.barragoon.drawing import ART as BARRAGOON
from games.models import Game
from tests.browser.boards import at, click_square, piece_at
from tests.browser.pages import DESK, PHONE, OpenBrowser
from tests.games.replay.records import in_words


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_a_tile_shows_where_it_may_go_and_a_barragoon_how_it_is_crossed(
    open_browser: OpenBrowser, capture: Game, touch: bool
) -> None:
    page = open_browser(viewport=PHONE, has_touch=True, is_mobile=True) if touch else open_browser()
    page.goto(f"/games/{capture.pk}/")

    click_square(page, 1, 8, tap=touch)  # the 4-tile on b1
    expect(page.locator("[data-answer]")).to_contain_text("White 4-tile on b1")
    assert page.locator('[data-layer="arrows"] path.way').count() > 10
    assert page.locator('[data-layer="arrows"] use[href="#barragoon-mark-may-capture"]').count() == 1  # d3
    click_square(page, 3, 4, tap=touch)  # the barragoon on d5
    expect(page.locator("[data-answer]")).to_contain_text("right turn from north")
    assert page.locator('[data-layer="arrows"] use[href="#barragoon-mark-head"]').count() == 1

    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-answer]")).to_have_text("")
    assert page.locator('[data-layer="arrows"] > *').count() == 0


def test_a_square_can_be_asked_about_with_the_keyboard(page: Page, game: Game) -> None:
    page.goto(f"/games/{game.pk}/")
    page.get_by_label("Moves of the piece on").fill("D2")
    page.keyboard.press("Enter")

    expect(page.locator("[data-answer]")).to_contain_text("White 3-tile on d2")
    page.get_by_label("Moves of the piece on").fill("d5")
    page.keyboard.press("Enter")
    expect(page.locator("[data-answer]")).to_have_text("That square is empty.")


def delays(page: Page) -> list[float]:
    """When each movement on the board begins, in milliseconds after the step."""
    found: list[float] = page.evaluate(
        "document.getAnimations().map(found => found.effect.getTiming().delay)"
    )
    return sorted(found)


def test_a_move_is_seen_then_the_capture_then_the_placements(page: Page, capture: Game) -> None:
    page.goto(f"/games/{capture.pk}/")

    page.keyboard.press("ArrowRight")

    assert delays(page) == [0, 440, 620, 800]
    assert piece_at(page, 300, 600) in ("#barragoon-brown-2", "#barragoon-white-4")
    page.wait_for_timeout(1200)
    page.keyboard.press("ArrowLeft")
    assert page.locator('[data-layer="pieces"] use').count() == 5


def test_an_attack_shows_both_pieces_and_who_fell(page: Page, attacks: Game) -> None:
    page.goto(f"/games/{attacks.pk}/?ply=2&view=spectator")

    page.keyboard.press("ArrowRight")

    shown = page.locator('[data-layer="pieces"] use[x="500"][y="300"]')  # f7
    assert sorted(use.get_attribute("href") or "" for use in shown.all()) == [
        "#stratego-blue-sergeant",
        "#stratego-blue-sergeant",
        "#stratego-red-scout",
    ]
    expect(page.locator("[data-words]")).to_have_text(
        "Red: scout from f4 attacks Blue's sergeant on f7 and loses"
    )
    expect(page.locator('[data-bar="0"] [data-lost] li')).to_have_count(1)
    assert page.locator('[data-layer="marks"] use[href="#stratego-fell"]').count() == 1


def test_reduced_motion_is_respected(open_browser: OpenBrowser, capture: Game) -> None:
    page = open_browser(reduced_motion="reduce")
    page.goto(f"/games/{capture.pk}/")

    page.keyboard.press("ArrowRight")

    at(page, 1)
    assert page.evaluate("document.getAnimations().length") == 0
    assert piece_at(page, 300, 600) == "#barragoon-white-4"


def test_a_drawing_opened_alone_has_its_colours_by_day_and_by_night(page: Page, game: Game) -> None:
    page.goto(f"/games/{game.pk}/board.svg?ply=1")

    def colour_of_the_squares() -> str:
        return str(page.evaluate("getComputedStyle(document.querySelector('.barragoon-f-square')).fill"))

    by_day = colour_of_the_squares()
    page.emulate_media(color_scheme="dark")
    by_night = colour_of_the_squares()

    squares = BARRAGOON.all_colours()["square"]
    assert (by_day, by_night) == (_written_by_browsers(squares.light), _written_by_browsers(squares.dark))


def _written_by_browsers(colour: str) -> str:
    return f"rgb{tuple(bytes.fromhex(colour.removeprefix('#')))}"


def test_the_table_the_links_and_the_reserve_follow(page: Page, capture: Game) -> None:
    page.goto(f"/games/{capture.pk}/")
    page.get_by_text("The board as a table").click()
    page.get_by_text("Share and print").click()
    rows = page.locator(".board-table tbody tr")
    expect(rows.nth(8).locator("td").nth(1)).to_have_text("White 4-tile")

    page.locator("[data-step=forward]").click()

    expect(rows.nth(6).locator("td").nth(3)).to_have_text("White 4-tile")
    expect(rows.nth(8).locator("td").nth(1)).to_have_text("")
    expect(page.locator("[data-reserve]")).to_have_text("22")
    expect(page.locator('[data-bar="1"] [data-left]')).to_have_text("1")
    expect(page.get_by_label("Link to this position")).to_have_value(re.compile(r"/\?ply=1$"))
    expect(page.get_by_label("Embed the board")).to_have_value(re.compile(r"embed/\?ply=1\""))
    expect(page.get_by_role("link", name="Picture of this position (PNG)")).to_have_attribute(
        "href", f"/games/{capture.pk}/board.png?ply=1"
    )


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_shifts_while_stepping(
    open_browser: OpenBrowser, attacks: Game, viewport: ViewportSize
) -> None:
    page = open_browser(viewport=viewport)
    page.goto(f"/games/{attacks.pk}/?view=red")
    page.evaluate(
        """() => { window.shifted = 0; new PerformanceObserver(list => {
            for (const entry of list.getEntries()) window.shifted += entry.value;
        }).observe({type: "layout-shift", buffered: true}); }"""
    )
    for _ in range(11):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(40)
    at(page, 11)
    page.wait_for_timeout(200)

    assert page.evaluate("window.shifted") == 0


def test_without_a_script_every_ply_is_a_link_away(open_browser: OpenBrowser, game: Game) -> None:
    page = open_browser(java_script_enabled=False)
    page.goto(f"/games/{game.pk}/")

    page.get_by_role("link", name="One move forward").click()
    expect(page.locator("[data-words]")).to_have_text(in_words("d2-d4"))
    page.get_by_role("link", name="e2-e4").click()
    expect(page).to_have_url(re.compile(r"\?line=2&ply=3$"))
    page.get_by_role("link", name="Flip board").click()
    expect(page).to_have_url(re.compile("flip=1"))
    page.get_by_label("Moves of the piece on").fill("d4")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("[data-answer]")).to_contain_text("White 3-tile on d4")
    expect(page.get_by_role("button", name="Play")).to_be_hidden()


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_the_board_stands_and_works_on_another_site(
    open_browser: OpenBrowser, game: Game, live_server: LiveServer, viewport: ViewportSize
) -> None:
    page = open_browser(viewport=viewport)
    source = f"{live_server.url}/games/{game.pk}/embed/?ply=1"
    with another_site(f'<iframe src="{source}" width="340" height="700" title="A game"></iframe>') as address:
        page.goto(address)
        inside = page.frame_locator("iframe")
        inside.get_by_role("link", name="One move forward").click()
        expect(inside.locator("[data-words]")).to_have_text(in_words("d2-d4", "d8-d6"))


@contextmanager
def another_site(body: str) -> Iterator[str]:
    """A page that this project does not serve."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/" else 204)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            if self.path == "/":
                self.wfile.write(f"<!doctype html><title>A club</title>{body}".encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_board_in_any_state(
    open_browser: OpenBrowser, game: Game, viewport: ViewportSize, scheme: str
) -> None:
    page = open_browser(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    page.goto(f"/games/{game.pk}/?ply=1")
    page.get_by_text("The board as a table").click()
    page.get_by_text("Share and print").click()
    page.keyboard.press("?")
    found = [violation["id"] for violation in Axe().run(page).response["violations"]]
    page.goto(f"/games/{game.pk}/embed/")
    found += [violation["id"] for violation in Axe().run(page).response["violations"]]

    assert found == []

"""Large screens: pages grow to their full width and no further. The tests with axe look at the phone's 360 pixels."""

from typing import Any, Final

from playwright.sync_api import ViewportSize

from games.models import Game
from players.models import User
from tests.browser.pages import OpenBrowser

FULL_HD: Final[ViewportSize] = {"width": 1920, "height": 1080}
QHD: Final[ViewportSize] = {"width": 2560, "height": 1440}

# 72rem of content and the gutters beside it; then what is read line by line, and is never wider.
PAGE, MEASURE = 1232, 736
LAYOUT: Final = """() => {
  const main = document.querySelector("main").getBoundingClientRect();
  const lines = (element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return new Set([...text.getClientRects()].map((box) => Math.round(box.bottom / 8))).size;
  };
  const wide = (element) => element.getBoundingClientRect().width > MEASURE;
  const long = [...document.querySelectorAll("main p")].filter((p) => wide(p) && lines(p) > 1);
  const broken = [...document.querySelectorAll("main .boards__result")].filter((cell) => lines(cell) > 1);
  return {
    page: document.documentElement.scrollWidth,
    main: main.width,
    in_the_middle: Math.abs(main.left + main.right - document.documentElement.clientWidth) <= 1,
    hard_to_read: long.map((p) => p.textContent.trim()),
    broken: broken.map((cell) => cell.textContent.trim()),
  };
}""".replace("MEASURE", str(MEASURE))


def test_on_large_screens_pages_stand_in_the_middle_and_keep_lines_that_can_be_read(
    open_browser: OpenBrowser, agnes: User
) -> None:
    game = Game.objects.order_by("pk").first()
    assert game is not None
    paths = ("/", "/games/", game.get_absolute_url(), "/events/900002/", "/events/900002/s/900002/standings/",
             "/events/900100/s/900100/rounds/2/", "/clubs/lapwing/", "/people/900001/")  # fmt: skip
    page = open_browser()
    found: dict[str, Any] = {}

    for path in paths:
        page.goto(path)
        for screen in (FULL_HD, QHD):
            page.set_viewport_size(screen)
            found[f"{path} at {screen['width']}"] = page.evaluate(LAYOUT)

    as_meant = {"main": PAGE, "in_the_middle": True, "hard_to_read": [], "broken": []}
    meant = {
        f"{path} at {screen['width']}": as_meant | {"page": screen["width"]}
        for path in paths
        for screen in (FULL_HD, QHD)
    }
    assert {where: layout for where, layout in found.items() if layout != meant[where]} == {}

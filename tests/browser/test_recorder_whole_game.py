"""A whole game of Barragoon with every kind of placement: by touch, by mouse and by keys alone, on both screens.

With keys it is also what somebody hears who sees nothing: all that the page says is written down and compared.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Page, ViewportSize

from engine import barragoon
from games.models import Game, GameText, Recording
from players.models import User
from tests.browser.pages import DESK, PHONE, OpenBrowser
from tests.browser.recorder_pages import RecorderPage, new_draft, open_draft
from tests.jobs.job_runner import run_jobs
from tests.templates.inventory import create_agnes

# Until White has captured everything: all sixteen faces, barragoons captured, one and two placements, one forgotten,
# a tile that captures on its own square, and the last tile, for which nothing is placed.
GAME: Final = [
    "d2-d5", "d8-e6", "d5xb6/NW@f7", "b9-a6", "b6xc8/EW@e3/ES@b9", "c9-d8", "c8xe9/SW@g8/WN@f2", "d8-d6",
    "e9xb9/WS@a3", "e6-c7", "b9xc7/S@e7/W@b5", "d6xb5/-", "c7xa6/NS@f5/X@b9", "e8-e9", "a6xc5/A@d5", "f9-c8",
    "c5xc8/NE@c4/E@g2", "b5-d4", "c8xe9/SE@g1/EN@d6", "d4xc2/N@b7/ES@f9", "e2xc2",
]  # fmt: skip

SYMBOL_OF: Final = {face.code: face.symbol for face in barragoon.board.FACES}
KINDS: Final = list(dict.fromkeys(SYMBOL_OF.values()))  # as the palette has them
SQUARE: Final = r"\b[a-g][1-9]\b"

# Whatever is said to those who listen, in its order; a live region is said when its text changes.
LISTEN = """() => {
  window.heard = [];
  for (const region of document.querySelectorAll("[data-recorder] [aria-live], [data-recorder] [role=status]")) {
    let last = region.textContent.trim();
    new MutationObserver(() => {
      const text = region.textContent.trim();
      if (text && text !== last) window.heard.push(text);
      last = text;
    }).observe(region, { childList: true, characterData: true, subtree: true });
  }
}"""


class Placed(NamedTuple):
    code: str
    square: str


class Move(NamedTuple):
    origin: str
    target: str
    placed: list[Placed | None]
    """None where a barragoon is forgotten."""


def moves() -> Iterator[Move]:
    for ply in GAME:
        step, *placements = ply.split("/")
        origin, target = re.split("[-x]", step)
        placed = [None if text == "-" else Placed(*text.split("@")) for text in placements]
        yield Move(origin, target, placed)


@pytest.fixture
def draft(transactional_db: None) -> Recording:
    agnes: User = create_agnes()
    return new_draft(agnes, White="Agnes Brandt", Brown="Bo Lind")


def expect_handed_in(draft: Recording) -> None:
    run_jobs()
    game = Game.objects.get()
    assert (game.result, game.termination, game.ply_count) == ("1-0", "normal", len(GAME))
    canonical = GameText.objects.get().canonical
    assert all(ply in canonical for ply in GAME)


def test_the_game_has_every_kind_of_placement() -> None:
    game = barragoon.Game()
    kinds = set()
    for ply, move in zip(GAME, moves(), strict=True):
        captured = game.cells[barragoon.board.SQUARE_OF_NAME[move.target]]
        if "x" in ply:
            kinds.add((game.placements_due(captured), game.is_last_tile(captured), len(move.placed)))
        game.push(ply)

    outcome = game.outcome()
    assert outcome is not None
    assert outcome.rule == "6a"
    # A barragoon: one. A tile: two. The last tile: as many would be due, and none is placed.
    assert kinds == {(1, False, 1), (2, False, 2), (2, True, 0)}
    placed = {each.code for move in moves() for each in move.placed if each}
    assert placed == {face.code for face in barragoon.board.FACES}
    assert any(None in move.placed for move in moves())


@pytest.mark.parametrize(
    ("viewport", "touch"),
    [(PHONE, True), (DESK, True), (PHONE, False), (DESK, False)],
    ids=["touch-360", "touch-1280", "mouse-360", "mouse-1280"],
)
def test_a_whole_game_is_recorded_by_pointing(
    open_browser: OpenBrowser, draft: Recording, viewport: ViewportSize, touch: bool
) -> None:
    page = open_browser(viewport=viewport, has_touch=touch, is_mobile=touch and viewport is PHONE)
    open_draft(page, draft)
    device = RecorderPage(page, touch=touch)

    for number, move in enumerate(moves(), start=1):
        if number % 3 or touch:
            device.tap(move.origin, move.target)
        else:
            device.drag(move.origin, move.target)
        for placed in move.placed:
            if placed:
                device.place(*placed)
            else:
                device.press("skip")
        if number == len(GAME):
            device.press("leave")
        device.expect_plies(number)

    assert device.plies == GAME
    device.hand_in()
    expect_handed_in(draft)


class Keyboard:
    """Nothing but keys, from where they were left; where that is, is heard."""

    def __init__(self, device: RecorderPage) -> None:
        self.device = device
        self.page = device.page
        self.keys = device.page.keyboard
        self.square = ""

    def tab_to(self, selector: str) -> None:
        for _press in range(60):
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
            self.keys.press("Tab")
        raise AssertionError(f"no Tab leads to {selector}")

    def choose(self, square: str) -> None:
        if not self.square:
            self.keys.press("ArrowUp")
            self.square = self.device.words.inner_text().partition(",")[0]
        right = ord(square[0]) - ord(self.square[0])
        up = int(square[1]) - int(self.square[1])
        for _step in range(abs(right)):
            self.keys.press("ArrowRight" if right > 0 else "ArrowLeft")
        for _step in range(abs(up)):
            self.keys.press("ArrowUp" if up > 0 else "ArrowDown")
        self.keys.press("Enter")
        self.square = square

    def place(self, placed: Placed | None) -> None:
        """The square on the board, then a face in the palette, turned by Enter until it is right."""
        if placed is None:
            self.tab_to("[data-skip]")
        else:
            self.choose(placed.square)
            face = f"[data-faces] button:nth-child({KINDS.index(SYMBOL_OF[placed.code]) + 1})"
            self.tab_to(face)
            self.keys.press("Enter")
            while self.page.locator(face).get_attribute("data-code") != placed.code:
                self.keys.press("Enter")
            self.tab_to("[data-place]")
        self.keys.press("Enter")
        self.square = ""  # back on the board


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["360", "1280"])
def test_a_whole_game_is_recorded_by_keys_alone_and_heard(
    open_browser: OpenBrowser, draft: Recording, viewport: ViewportSize
) -> None:
    page = open_browser(viewport=viewport)
    open_draft(page, draft)
    device = RecorderPage(page)
    page.evaluate(LISTEN)
    keyboard = Keyboard(device)
    keyboard.tab_to("[data-picture]")

    for number, (ply, move) in enumerate(zip(GAME, moves(), strict=True), start=1):
        keyboard.choose(move.origin)
        chosen = heard(page)[-1]
        keyboard.choose(move.target)
        for placed in move.placed:
            question = heard(page)[-1]
            keyboard.place(placed)
            assert re.search("White|Brown", question), question
        if number == len(GAME):
            keyboard.tab_to("[data-leave]")
            keyboard.keys.press("Enter")
        device.expect_plies(number)
        # Which piece may go where; then the move with its number, and what was placed, once each.
        assert {move.origin, move.target} <= set(re.findall(SQUARE, chosen)), chosen
        said = heard(page)
        assert said[-1].startswith(f"{number}. {'White' if number % 2 else 'Brown'}: "), said
        named = {move.origin, move.target, *(placed.square for placed in move.placed if placed)}
        assert set(re.findall(SQUARE, said[-1])) == named, (ply, said[-1])
        assert ("captures" in said[-1]) == ("x" in ply)
        forget(page)

    assert "6a" in said[-1]
    assert device.plies == GAME
    keyboard.tab_to("[data-over] [data-hand-in]")
    device.expect_sent()
    keyboard.keys.press("Enter")
    page.wait_for_url("**/games/uploads/*/")
    expect_handed_in(draft)


def heard(page: Page) -> list[str]:
    """Mutations are told before the next task."""
    texts: list[str] = page.evaluate("new Promise((done) => setTimeout(() => done(window.heard)))")
    return texts


def forget(page: Page) -> None:
    page.evaluate("window.heard.length = 0")

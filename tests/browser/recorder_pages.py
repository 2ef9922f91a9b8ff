"""The recorder in the browser: squares under fingers, keys and the palette, for the tests."""

from typing import Final

from playwright.sync_api import Locator, Page, expect

from engine.barragoon.board import FACES
from games.models import Recording
from games.recorder.services.drafts import start_recording
from players.models import User
from tests.browser.pages import sign_in

FACE_KIND_OF: Final = {face.code: face.symbol for face in FACES}
FACE_KINDS: Final = list(dict.fromkeys(FACE_KIND_OF.values()))  # as the palette has them

# Whether the browser's own database has so many steps.
KEPT_STEPS: Final = """new Promise((resolve) => {
  const request = indexedDB.open("kiebitz-recorder");
  request.onsuccess = () => {
    const steps = request.result.transaction("steps").objectStore("steps").count();
    steps.onsuccess = () => { request.result.close(); resolve(steps.result === COUNT); };
  };
})"""


def new_draft(account: User, kind: str = "barragoon", **tags: str) -> Recording:
    return start_recording(account=account, kind=kind, tags=tags)


def open_draft(page: Page, draft: Recording) -> None:
    sign_in(page)
    page.goto(draft.get_absolute_url())
    expect_ready(page)


def expect_ready(page: Page) -> None:
    expect(page.locator("[data-recorder][data-ready]")).to_be_visible()


class RecorderPage:
    """One device. Squares are found where the board draws them."""

    def __init__(self, page: Page, *, files: int = 7, ranks: int = 9, touch: bool = False) -> None:
        self.page = page
        self.files, self.ranks = files, ranks
        self.touch = touch
        self.flipped = False

    def point(self, square: str) -> tuple[float, float]:
        file, rank = ord(square[0]) - ord("a"), int(square[1:]) - 1
        if self.flipped:
            file, rank = self.files - 1 - file, self.ranks - 1 - rank
        x, y = self.page.locator("[data-picture] svg").evaluate(
            """(svg, [x, y]) => {
              svg.closest("[data-picture]").scrollIntoView({ block: "start" });
              const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
              return [point.x, point.y];
            }""",
            [file * 100 + 50, (self.ranks - 1 - rank) * 100 + 50],
        )
        return x, y

    def tap(self, *squares: str) -> None:
        for square in squares:
            x, y = self.point(square)
            if self.touch:
                self.page.touchscreen.tap(x, y)
            else:
                self.page.mouse.click(x, y)

    def drag(self, origin: str, target: str) -> None:
        self.page.mouse.move(*self.point(origin))
        self.page.mouse.down()
        self.page.mouse.move(*self.point(target), steps=5)
        self.page.mouse.up()

    def press(self, name: str) -> None:
        control = self.page.locator(f"[data-{name}]").first
        if self.touch:
            control.tap()
        else:
            control.click()

    def place(self, code: str, square: str) -> None:
        """A barragoon: its square, its face, turned until it is right."""
        self.tap(square)
        face = self.page.locator("[data-faces] button").nth(FACE_KINDS.index(FACE_KIND_OF[code]))
        for _turn in range(4):
            if self.touch:
                face.tap()
            else:
                face.click()
            if face.get_attribute("data-code") == code:
                self.press("place")
                return
        raise AssertionError(f"the palette has no {code}")

    def type_moves(self, *moves: str) -> None:
        field = self.page.locator("[data-typed]")
        for move in moves:
            field.press_sequentially(move)
            field.press("Enter")

    def ply(self, number: int) -> Locator:
        return self.page.locator(f'[data-moves] [data-ply="{number}"]')

    @property
    def plies(self) -> list[str]:
        texts = self.page.locator("[data-moves] [data-ply]").all_inner_texts()[1:]
        return [text.rpartition(". ")[2] for text in texts]

    @property
    def words(self) -> Locator:
        return self.page.locator("[data-words]")

    def expect_plies(self, count: int) -> None:
        expect(self.page.locator("[data-moves] [data-ply]")).to_have_count(count + 1)

    def expect_sent(self) -> None:
        expect(self.page.locator("[data-sent]")).to_have_attribute("data-state", "sent")

    def hand_in(self) -> None:
        self.expect_sent()
        self.press("over] [data-hand-in")
        self.page.wait_for_url("**/games/uploads/*/")

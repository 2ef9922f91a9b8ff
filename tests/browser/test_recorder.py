"""The recorder: whole games by touch on a phone and by keys alone, handed in and found in the archive."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, GameText, Recording, RecordingMode, Submission
from games.recorder.services.drafts import start_recording
from players.models import User
from tests.browser.accessibility import violations_by_day_and_night
from tests.browser.pages import PHONE, sign_in
from tests.browser.recorder_pages import RecorderPage, expect_ready, new_draft, open_draft
from tests.engine.barragoon.boards import board
from tests.jobs.job_runner import run_jobs
from tests.templates.inventory import create_agnes

# A barragoon put back, a tile captured with both barragoons, one forgotten, and all faces of turning.
CAPTURES = ["c2-b2", "d8-d5", "d2-f3", "d5xb6/NS@f2", "b2xb4/NW@a1", "e8-f7", "b4xb6/SE@a4/EN@e3"]


@pytest.fixture
def agnes(transactional_db: None) -> User:
    """Her account is all that these pages are about."""
    return create_agnes()


@pytest.fixture
def draft(agnes: User) -> Recording:
    return new_draft(agnes, White="Agnes Brandt", Brown="Bo Lind")


def enter_by_taps(device: RecorderPage, ply: str) -> None:
    move, *placements = ply.split("/")
    origin, target = move.replace("x", "-").split("-")
    device.tap(origin, target)
    for placement in placements:
        if placement == "-":
            device.press("skip")
        else:
            code, _at, square = placement.partition("@")
            device.place(code, square)


def test_a_game_with_every_kind_of_placement_is_recorded_by_touch_on_a_phone(
    phone: Page, draft: Recording
) -> None:
    open_draft(phone, draft)
    device = RecorderPage(phone, touch=True)
    plies = [*CAPTURES, "f7-e6", "b1xa4/-"]

    for number, ply in enumerate(plies, start=1):
        enter_by_taps(device, ply)
        device.expect_plies(number)
    assert device.plies == plies
    assert violations_by_day_and_night(phone) == []
    phone.set_viewport_size(PHONE)
    phone.locator("summary").filter(has_text="End, adjourn").tap()
    device.press("end='resign'][data-side='1'")
    device.hand_in()
    run_jobs()

    game = Game.objects.get()
    assert (game.result, game.termination, game.ply_count) == ("1-0", "resigned", len(plies))
    assert all(ply in GameText.objects.get().canonical for ply in plies)
    draft.refresh_from_db()
    assert draft.state == "handed_in"


def test_a_game_is_entered_by_keys_alone_and_says_at_once_that_it_is_over(page: Page, agnes: User) -> None:
    position = board("Vb1", "zd3", "Zf2", reserve=24)
    open_draft(page, new_draft(agnes, Position=position, White="Agnes Brandt", Brown="Bo Lind"))
    device = RecorderPage(page)
    picture = page.locator("[data-picture]")

    picture.focus()
    page.keyboard.press("ArrowRight")  # the cursor comes to a1
    page.keyboard.press("ArrowRight")
    expect(device.words).to_have_text("b1, White 4-tile.")
    page.keyboard.press("Enter")
    for _key in range(2):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("[data-question]")).to_contain_text("Brown")
    # The last tile: nothing has to be placed.
    page.locator("[data-leave]").focus()
    page.keyboard.press("Enter")

    device.expect_plies(1)
    expect(page.locator("[data-over-words]")).to_contain_text("6a")
    expect(page.locator("[data-over-address]")).to_have_attribute("href", re.compile("/rules/barragoon/.*6a"))
    expect(device.words).to_contain_text("captures Brown 2-tile on d3")
    page.locator("[data-over] [data-hand-in]").focus()
    device.expect_sent()
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/uploads/*/")
    run_jobs()
    assert Game.objects.values_list("result", "termination").get() == ("1-0", "normal")


def test_moves_are_typed_with_five_keys_and_completed(page: Page, draft: Recording) -> None:
    open_draft(page, draft)
    device = RecorderPage(page)

    device.type_moves("c2b2", "d8-d5", "d2f3", "d5xb6/ns@f2")
    device.expect_plies(4)
    field = page.locator("[data-typed]")
    field.press_sequentially("b2b4/nw@a")
    offered = page.locator("[data-completions] option").evaluate_all("all => all.map((one) => one.value)")
    assert offered == [f"b2xb4/NW@a{rank}" for rank in (1, 2, 3, 4, 6, 7, 8, 9)]
    field.fill("b2b9")
    field.press("Enter")
    expect(device.words).to_contain_text("b2b9")

    # A capture without its placement is asked for what is missing.
    field.fill("b2b4")
    field.press("Enter")
    expect(page.locator("[data-palette]")).to_be_visible()
    device.place("NW", "a1")
    device.expect_plies(5)
    assert device.plies == CAPTURES[:5]


def test_plies_are_taken_back_played_again_looked_at_and_commented(page: Page, draft: Recording) -> None:
    open_draft(page, draft)
    device = RecorderPage(page)
    device.tap("c2")
    expect(page.locator('[data-layer="arrows"] use[href$="mark-may-go"]')).not_to_have_count(0)
    device.tap("c2")
    device.drag("c2", "c4")
    device.expect_plies(1)
    device.type_moves("c8c6", "b1a3")
    device.expect_plies(3)

    device.press("undo")
    device.expect_plies(2)
    device.press("redo")
    device.expect_plies(3)
    device.ply(1).click()
    expect(device.ply(1)).to_have_attribute("aria-current", "true")
    expect(page.locator("[data-typed]")).to_be_disabled()
    device.press("continue")
    device.expect_plies(1)
    page.locator("[data-comment]").fill("A quiet beginning")
    page.locator("[data-comment]").press("Enter")
    page.locator("summary").filter(has_text="End, adjourn").click()
    device.press("offer")
    device.press("agree")
    expect(page.locator("[data-over]")).to_be_visible()
    device.press("undo")  # they play on
    expect(page.locator("[data-over]")).to_be_hidden()
    device.press("agree")
    device.hand_in()
    run_jobs()

    text = GameText.objects.get().canonical
    assert "c2-c4 (=)" in text
    assert "{A quiet beginning}" in text.replace("{ ", "{").replace(" }", "}")
    assert Game.objects.get().result == "1/2-1/2"


def test_a_game_is_started_from_the_sites_navigation(page: Page, agnes: User) -> None:
    sign_in(page)
    page.get_by_role("link", name="Record a game").first.click()
    page.get_by_role("textbox", name="Second player (optional)", exact=True).fill("Bo Lind")
    page.get_by_role("main").get_by_role("button", name="Start").click()
    expect_ready(page)

    assert Recording.objects.get().tags["Brown"] == "Bo Lind"
    assert violations_by_day_and_night(page) == []


def test_a_score_sheet_takes_any_move_and_judges_nothing(phone: Page, agnes: User) -> None:
    mode = RecordingMode.SCORE_SHEET
    open_draft(phone, start_recording(account=agnes, kind="barragoon", tags={"White": "Agnes"}, mode=mode))
    device = RecorderPage(phone, touch=True)

    device.tap("c2")
    expect(phone.locator('[data-layer="arrows"] use[href*="mark-may"]')).to_have_count(0)
    device.tap("c9")  # a 2-tile never gets there
    device.place("NW", "a5")  # on a barragoon
    device.press("leave")
    device.type_moves("a1a2", "c9b9")  # no piece; the same side again
    device.expect_plies(3)

    assert device.plies == ["c2xc9/NW@a5", "a1-a2", "c9xb9"]
    expect(phone.locator("[data-completions] option")).to_have_count(0)
    phone.locator("[data-typed]").fill("hello")
    phone.locator("[data-typed]").press("Enter")
    device.expect_plies(3)
    expect(phone.locator("[data-over]")).to_be_hidden()
    phone.locator("summary").filter(has_text="End, adjourn").tap()
    device.press("end='resign'][data-side='1'")
    device.hand_in()
    run_jobs()
    assert Submission.objects.get().state == "error"


def test_a_finished_game_is_entered_by_the_keyboard_alone_with_at_most_six_keys_a_quiet_move(
    page: Page, draft: Recording
) -> None:
    """And whoever listens hears each move, what follows from it, and that it was taken back."""
    open_draft(page, draft)
    device = RecorderPage(page)
    heard = []
    quiet = ["c2c4", "c8c6", "e2e4", "e8e6", "b1a3", "b9a7"]
    page.locator("[data-typed]").focus()

    keys = 0
    for number, move in enumerate(quiet, start=1):
        for key in (*move, "Enter"):
            page.keyboard.press(key)
            keys += 1
        device.expect_plies(number)
        heard.append(device.words.inner_text())

    assert keys <= 6 * len(quiet)
    assert heard[:2] == [
        "1. White: White 2-tile from c2 to c4.",
        "2. Brown: Brown 2-tile from c8 to c6.",
    ]
    assert page.locator("[data-words]").get_attribute("aria-live") == "polite"
    page.locator("[data-picture]").focus()
    page.keyboard.press("Backspace")
    expect(device.words).to_contain_text("5")
    page.keyboard.press("ArrowRight")
    expect(device.words).to_have_text(re.compile("^a1"))
    page.locator("[data-typed]").focus()
    page.keyboard.type("b9a7")
    page.keyboard.press("Enter")
    device.expect_plies(6)

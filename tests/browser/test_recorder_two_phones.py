"""Stratego on two phones: each enters only the own set-up, both follow one game, a third knows what everybody may."""

import json

import pytest
from playwright.sync_api import Page, Response, expect

from engine.core import FIRST
from games.models import Game, Recording, RecordingSeat
from games.recorder.selectors.sight import what_is_seen
from games.recorder.services.seats import invitation_to, start_shared_recording
from players.models import User
from tests.browser.accessibility import violations_by_day_and_night
from tests.browser.pages import PHONE, OpenBrowser, sign_in
from tests.browser.recorder_pages import RecorderPage, expect_ready
from tests.engine.stratego.gravon.files import BLUE_SETUP, SETUP
from tests.jobs.job_runner import run_jobs
from tests.templates.inventory import PASSWORD, create_agnes

EMAIL = "dorte@example.org"


@pytest.fixture
def agnes(transactional_db: None) -> User:
    return create_agnes()


@pytest.fixture
def dorte(agnes: User) -> User:
    return User.objects.create_user(EMAIL, PASSWORD, display_name="Dorte Holm")


@pytest.fixture
def shared(agnes: User) -> Recording:
    tags = {"Red": "Agnes Brandt", "Blue": "Dorte Holm"}
    return start_shared_recording(account=agnes, kind="stratego", tags=tags, side=FIRST)


def put_up(device: RecorderPage, text: str) -> None:
    device.page.locator("[data-setup-text]").fill(text)
    device.page.locator("[data-setup-form] button").click()
    expect(device.page.locator("[data-tray] button")).to_have_count(0)


def test_two_phones_play_one_game_and_each_sees_only_what_it_may(
    open_browser: OpenBrowser, shared: Recording, dorte: User
) -> None:
    pages = [open_browser(viewport=PHONE, has_touch=True, is_mobile=True) for _side in (0, 1)]
    red, blue = (RecorderPage(page, files=10, ranks=10, touch=True) for page in pages)
    sent: list[str] = []
    sign_in(red.page)
    red.page.on("response", lambda answer: note(answer, sent))
    red.page.goto(f"/record/{shared.key}/")
    expect_ready(red.page)
    sign_in(blue.page, EMAIL)
    blue.page.goto(f"/record/join/{invitation_to(shared)}/")
    blue.page.get_by_role("main").get_by_role("button").tap()
    expect_ready(blue.page)
    blue.flipped = True

    # A piece is dragged from the tray, the rest comes as text; the set-up is kept for the next game.
    x, y = red.point("a1")
    box = red.page.locator('[data-tray] [data-letter="F"]').bounding_box()
    assert box is not None
    red.page.mouse.move(box["x"] + 20, box["y"] + 20)
    red.page.mouse.down()
    red.page.mouse.move(x, y, steps=3)
    red.page.mouse.up()
    expect(red.page.locator('[data-tray] [data-letter="F"]')).to_have_count(0)
    put_up(red, SETUP)
    red.page.locator("[data-saved-name]").fill("My fortress")
    red.page.locator("[data-saved-form] button").tap()
    expect(red.page.locator("[data-saved-list] option")).to_have_count(1)
    assert violations_by_day_and_night(red.page) == []
    red.page.set_viewport_size(PHONE)
    red.press("begin")
    expect(red.page.locator("[data-setup]")).to_be_hidden()
    put_up(blue, BLUE_SETUP)
    blue.press("begin")
    for device in (red, blue):
        expect(device.page.locator("[data-playing]")).to_be_visible()

    red.tap("a4", "a5")
    blue.expect_plies(1)
    # Red enters Blue's move: it waits for a word on Blue's phone.
    red.tap("j7", "j6")
    expect(red.page.locator("[data-confirm]")).to_be_hidden()
    blue.press("confirm")
    expect(red.page.locator("[data-open]")).to_be_hidden()
    red.tap("a5", "a6")
    blue.expect_plies(3)
    blue.tap("j6", "j5")
    red.expect_plies(4)
    # Red wants to take back what Blue has played: Blue is asked, refuses, and agrees the second time.
    for answer in ("decline", "confirm"):
        red.press("undo")
        expect(blue.page.locator("[data-confirm]")).to_be_visible()
        red.expect_plies(4)
        blue.press(answer)
        expect(red.page.locator("[data-open]")).to_be_hidden()
    red.expect_plies(3)
    blue.tap("j6", "j5")
    red.expect_plies(4)
    red.tap("a6", "a7")
    expect(blue.page.locator("[data-confirm]")).to_be_visible()
    assert all('"attacker"' not in text for text in sent)
    blue.press("confirm")
    expect(red.words).to_contain_text("a7")
    assert violations_by_day_and_night(blue.page) == []
    blue.page.set_viewport_size(PHONE)

    # A third knows both pieces of the attack, and no other.
    seen = what_is_seen(shared, seat=None)
    letters = {SETUP.split("/")[3][0], BLUE_SETUP.split("/")[3][-1]}
    assert set(seen.plies[-1].shown.values()) == letters
    assert BLUE_SETUP not in "".join(sent)
    assert RecordingSeat.objects.get(side=1).setup == BLUE_SETUP

    # Either phone goes on after it was closed.
    blue.page.reload()
    expect_ready(blue.page)
    blue.expect_plies(5)
    blue.page.locator("summary").filter(has_text="End, adjourn").tap()
    blue.press("end='resign'")
    expect(red.page.locator("[data-over]")).to_be_visible()
    red.hand_in()
    run_jobs()
    assert Game.objects.values_list("result", "ply_count").get() == ("1-0", 5)


def note(answer: Response, sent: list[str]) -> None:
    if "/seat/" in answer.url and "json" in answer.headers.get("content-type", ""):
        sent.append(json.dumps(answer.json()))


def test_a_kept_set_up_is_loaded_mirrored_and_deleted(page: Page, agnes: User, shared: Recording) -> None:
    sign_in(page)
    page.goto(f"/record/{shared.key}/seat/")
    expect_ready(page)
    device = RecorderPage(page, files=10, ranks=10)
    put_up(device, SETUP)
    page.locator("[data-saved-name]").fill("Wall")
    page.locator("[data-saved-name]").press("Enter")
    expect(page.locator("[data-saved-list] option")).to_have_text("Wall")
    device.press("clear")
    expect(page.locator("[data-tray] button")).to_have_count(12)
    device.press("saved-load")
    expect(page.locator("[data-tray] button")).to_have_count(0)
    assert page.locator("[data-setup-text]").input_value() == SETUP
    device.press("saved-delete")
    expect(page.locator("[data-saved-choice]")).to_be_hidden()

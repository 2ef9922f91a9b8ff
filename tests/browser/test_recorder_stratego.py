"""Stratego by one trusted scribe: both set-ups, then the game."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Recording, RecordingStep
from players.models import User
from tests.browser.accessibility import violations_by_day_and_night
from tests.browser.pages import PHONE
from tests.browser.recorder_pages import RecorderPage, expect_ready, new_draft, open_draft
from tests.engine.stratego.gravon.files import BLUE_SETUP, SETUP
from tests.jobs.job_runner import run_jobs
from tests.templates.inventory import create_agnes


@pytest.fixture
def agnes(transactional_db: None) -> User:
    return create_agnes()


@pytest.fixture
def draft(agnes: User) -> Recording:
    return new_draft(agnes, "stratego", Red="Cem Aydın", Blue="Dorte Holm")


def test_both_set_ups_are_entered_by_touch_and_as_text_and_the_game_is_handed_in(
    phone: Page, draft: Recording
) -> None:
    open_draft(phone, draft)
    device = RecorderPage(phone, files=10, ranks=10, touch=True)
    rows = SETUP.split("/")
    squares = [f"{file}{rank}" for rank in range(1, 5) for file in "abcdefghij"]

    for square, letter in zip(squares, "".join(rows), strict=True):
        phone.locator(f'[data-tray] [data-letter="{letter}"]').tap()
        device.tap(square)
    # Red is complete: it is Blue's turn, and nothing of Blue stands.
    expect(phone.locator("[data-setup-side]").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("[data-tray] button")).to_have_count(12)
    device.tap("a10")
    device.tap("a10")  # a tap takes it back
    assert violations_by_day_and_night(phone) == []
    phone.set_viewport_size(PHONE)
    phone.locator("[data-setup-text]").fill(BLUE_SETUP)
    phone.locator("[data-setup-form] button").tap()
    expect(phone.locator("[data-tray] button")).to_have_count(0)
    device.expect_sent()
    phone.reload()
    expect_ready(phone)
    device.press("begin")

    device.tap("a4", "a5")
    device.tap("j7", "j6")
    device.expect_plies(2)
    phone.locator("summary").filter(has_text="End, adjourn").tap()
    device.press("end='flag'][data-side='0'")
    device.hand_in()
    run_jobs()

    game = Game.objects.get()
    assert (game.kind, game.result, game.termination, game.ply_count) == ("stratego", "0-1", "time", 2)


def test_a_set_up_is_mirrored_and_pieces_left_are_counted(page: Page, draft: Recording) -> None:
    open_draft(page, draft)
    device = RecorderPage(page, files=10, ranks=10)
    page.locator('[data-tray] [data-letter="F"]').click()
    device.tap("a1")
    expect(page.locator('[data-tray] [data-letter="F"]')).to_have_count(0)
    expect(device.words).to_contain_text("39")

    device.press("mirror")
    device.expect_sent()

    texts = RecordingStep.objects.filter(recording=draft).order_by("number").values_list("text", flat=True)
    empty = ".........."
    assert list(texts) == [
        f"0 F.........{f'/{empty}' * 3}",
        f"0 .........F{f'/{empty}' * 3}",
    ]
    expect(page.locator("[data-begin]")).to_be_disabled()

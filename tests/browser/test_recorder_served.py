"""A game whose rules no browser knows: the site says what may be played, one ply ahead."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Recording
from players.models import User
from tests.browser.recorder_pages import RecorderPage, new_draft, open_draft
from tests.jobs.job_runner import run_jobs
from tests.templates.inventory import create_agnes


@pytest.fixture
def agnes(transactional_db: None) -> User:
    return create_agnes()


@pytest.fixture
def draft(agnes: User) -> Recording:
    return new_draft(agnes, "draughts", White="Agnes Brandt", Black="Bo Lind")


def test_draughts_is_recorded_by_touch_and_typing_and_handed_in(phone: Page, draft: Recording) -> None:
    open_draft(phone, draft)
    device = RecorderPage(phone, files=10, ranks=10, touch=True)

    device.tap("d4")  # 32
    expect(phone.locator('[data-layer="arrows"] use[href$="mark-may-go"]')).to_have_count(2)
    device.tap("e5")  # 28
    device.expect_plies(1)
    device.tap("g7", "h6")  # 19-24
    device.expect_plies(2)
    expect(phone.locator("[data-turn]")).not_to_be_empty()
    field = phone.locator("[data-typed]")
    expect(phone.locator("[data-sent]")).to_have_attribute("data-state", "sent")
    field.press_sequentially("99")
    field.press("Enter")
    device.expect_plies(2)
    field.fill("3329")
    field.press("Enter")
    device.expect_plies(3)
    assert device.plies[0] == "32-28"
    phone.locator("summary").filter(has_text="End, adjourn").tap()
    device.press("end='resign'][data-side='1'")
    device.hand_in()
    run_jobs()

    assert Game.objects.values_list("kind", "result", "ply_count").get() == ("draughts", "1-0", 3)

"""Nothing is lost: the network cut at random, a page loaded again, two devices on one draft."""

from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Recording, RecordingStep
from players.models import User
from tests.browser.pages import PHONE, OpenBrowser, wait_until
from tests.browser.recorder_pages import KEPT_STEPS, RecorderPage, expect_ready, new_draft, open_draft
from tests.templates.inventory import create_agnes

# They can be repeated for ever.
ROUND = ("c2c3", "c8c7", "c3c2", "c7c8")
CUTS = 300
RECONNECT = "dispatchEvent(new Event('online'))"


@pytest.fixture
def agnes(transactional_db: None) -> User:
    return create_agnes()


@pytest.fixture
def draft(agnes: User) -> Recording:
    return new_draft(agnes)


def stored(draft: Recording) -> list[str]:
    return list(
        RecordingStep.objects.filter(recording=draft, kind="ply")
        .order_by("number")
        .values_list("text", flat=True)
    )


def test_the_network_is_cut_at_random_and_no_ply_is_lost_or_stored_twice(
    page: Page, draft: Recording
) -> None:
    choice = Random(23)
    cut = 0

    def unreliable(route: Route) -> None:
        """Some requests never arrive; of others the answer never comes back."""
        nonlocal cut
        fate = choice.choice(["arrives", "lost", "answer lost"])
        if fate == "arrives" or cut == CUTS:
            route.continue_()
            return
        cut += 1
        if fate == "answer lost":
            route.fetch()
        route.abort("internetdisconnected")

    open_draft(page, draft)
    page.route("**/steps/**", unreliable)
    device = RecorderPage(page)
    moves = [ROUND[number % 4] for number in range(60)]
    for number, move in enumerate(moves, start=1):
        device.type_moves(move)
        device.expect_plies(number)
        page.evaluate(RECONNECT)
    # Whoever loses the connection again and again tries again and again.
    while cut < CUTS:
        page.evaluate(RECONNECT)
        page.wait_for_timeout(5)
    page.evaluate(RECONNECT)

    device.expect_sent()
    assert cut == CUTS
    assert stored(draft) == device.plies
    assert len(stored(draft)) == len(moves)
    numbers = (
        RecordingStep.objects.filter(recording=draft).order_by("number").values_list("number", flat=True)
    )
    assert list(numbers) == list(range(1, len(moves) + 1))


def test_without_a_connection_the_game_goes_on_and_a_loaded_page_sends_what_was_kept(
    page: Page, draft: Recording
) -> None:
    open_draft(page, draft)
    device = RecorderPage(page)
    device.type_moves("c2c4", "c8c6")
    device.expect_sent()

    page.context.set_offline(True)
    device.type_moves("b1a3", "b9a7")
    device.expect_plies(4)
    expect(page.locator("[data-sent]")).to_have_attribute("data-state", "waiting")
    wait_until(page, KEPT_STEPS.replace("COUNT", "4"))
    assert stored(draft) == ["c2-c4", "c8-c6"]

    page.context.set_offline(False)
    page.reload()
    expect_ready(page)
    device.expect_plies(4)
    device.expect_sent()
    wait_until(page, "document.querySelector('[data-sent]').dataset.state === 'sent'")
    assert stored(draft) == ["c2-c4", "c8-c6", "b1-a3", "b9-a7"]


def test_another_device_goes_on_and_two_at_once_make_branches_that_both_show(
    open_browser: OpenBrowser, draft: Recording
) -> None:
    desk, phone = open_browser(), open_browser(viewport=PHONE, has_touch=True, is_mobile=True)
    open_draft(desk, draft)
    one = RecorderPage(desk)
    one.type_moves("c2c4")
    one.expect_sent()
    open_draft(phone, draft)
    other = RecorderPage(phone, touch=True)
    other.expect_plies(1)

    desk.context.set_offline(True)
    one.type_moves("c8c6")
    other.tap("d8", "d6")
    other.expect_plies(2)
    other.expect_sent()
    desk.context.set_offline(False)
    one.expect_sent()

    branches = desk.locator("[data-branch-list] button")
    expect(branches).to_have_count(2)
    assert one.plies == ["c2-c4", "c8-c6"]
    phone.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.locator("[data-branch-list] button")).to_have_count(2)
    assert other.plies == ["c2-c4", "d8-d6"]
    assert RecordingStep.objects.filter(recording=draft).count() == 3

    desk.locator('[data-branch-list] button[aria-pressed="false"]').click()
    expect(one.ply(2)).to_contain_text("d8-d6")
    one.type_moves("b1a3")
    one.expect_sent()
    phone.evaluate("dispatchEvent(new Event('online'))")
    expect(other.ply(3)).to_contain_text("b1-a3")

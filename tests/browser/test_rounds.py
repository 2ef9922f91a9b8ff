"""Rounds in the browser: the arbiter's draft, lists that follow by themselves, the projector, the clock."""

from playwright.sync_api import Page

from players.models import User
from tests.browser.pages import OpenBrowser, sign_in, wait_until
from tests.templates.rounds import DAY, SWISS
from tournaments.locking import lock_event
from tournaments.models import Entry, Pairing, Round

BASE = f"/events/{DAY}/s/{SWISS}"


def test_the_arbiter_asks_why_and_sees_what_a_change_breaks(page: Page, agnes: User) -> None:
    sign_in(page)
    page.goto(f"{BASE}/rounds/3/draft/")

    page.get_by_role("link", name="Why? Board 1").click()
    page.locator(".why li").first.wait_for()
    page.get_by_label("Swap", exact=True).fill("1")
    page.get_by_label("and", exact=True).fill("2")
    page.get_by_role("button", name="Show").first.click()
    page.get_by_role("heading", name="Rules it breaks").wait_for()
    assert page.get_by_text("Worse than possible").count() == 4
    page.get_by_role("button", name="Save change").click()

    page.get_by_text("The pairing is changed.").wait_for()
    assert page.get_by_role("row").nth(1).inner_text().split()[:3] == ["1", "2", "Bartholomäus"]


def test_a_published_round_and_its_results_come_by_themselves(
    open_browser: OpenBrowser, page: Page, agnes: User
) -> None:
    onlooker = open_browser()
    onlooker.goto(f"{BASE}/rounds/2/")
    assert onlooker.get_by_text("1 result is missing").is_visible()

    pairing = Pairing.objects.get(round__section=SWISS, round__number=2, board=1)
    pairing.result, pairing.origin = "0-1", "arbiter"
    pairing.save()
    lock_event(DAY)

    onlooker.get_by_role("row", name="Agnes Brandt").get_by_text("0–1").wait_for(timeout=20_000)


def test_pages_follow_without_saying_who_asks(page: Page, agnes: User) -> None:
    sign_in(page)
    page.clock.install()
    page.goto(f"{BASE}/rounds/2/")
    with page.expect_request(lambda request: "hx-target" in request.headers) as asked:
        page.clock.run_for(10_000)
    headers = asked.value.all_headers()

    assert headers["hx-target"] == "round-list"
    assert headers["accept-language"] == "en"
    assert "cookie" not in headers


def test_the_clock_counts_down_whatever_this_computer_thinks(open_browser: OpenBrowser, agnes: User) -> None:
    page = open_browser()
    page.clock.install(time=0)  # a computer whose clock stands at 1970
    page.goto(f"{BASE}/rounds/2/")
    face = page.locator("[data-clock-face]")

    wait_until(page, "/^1:(29|30):/.test(document.querySelector('[data-clock-face]').textContent)")
    before = face.inner_text()
    page.clock.run_for(3000)

    assert face.inner_text() < before


def test_the_projector_scrolls_and_can_be_held(open_browser: OpenBrowser, agnes: User) -> None:
    _many_boards()
    page = open_browser()
    page.goto(f"{BASE}/projector/")
    wait_until(page, "document.querySelector('[data-projector-window]').scrollTop > 20")

    page.get_by_role("button", name="Hold").click()
    held = page.evaluate("document.querySelector('[data-projector-window]').scrollTop")
    page.wait_for_timeout(700)

    assert page.evaluate("document.querySelector('[data-projector-window]').scrollTop") == held


def test_the_projector_turns_pages_for_those_who_want_less_motion(
    open_browser: OpenBrowser, agnes: User
) -> None:
    _many_boards()
    page = open_browser(reduced_motion="reduce")
    page.clock.install()
    page.goto(f"{BASE}/projector/")
    window = "document.querySelector('[data-projector-window]')"
    assert page.evaluate(f"{window}.scrollTop") == 0

    page.clock.run_for(6000)

    # A list that is asked for meanwhile takes the place of the old one in the next moment.
    wait_until(page, f"{window}.scrollTop > {window}.clientHeight / 2")


def _many_boards() -> None:
    """More games of the same two than a screen has room for: only the list matters here."""
    round_ = Round.objects.get(section=SWISS, number=2)
    one, other = Entry.objects.filter(section=SWISS)[:2]
    Pairing.objects.bulk_create(
        Pairing(round=round_, board=1, leg=leg, first=one, second=other) for leg in range(2, 60)
    )

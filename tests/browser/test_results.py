"""Results in the browser: with the keyboard alone, by two arbiters at once, and by two players on their phones."""

import time
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from players.models import Club, Person, User
from tests.browser.pages import PHONE, OpenBrowser, sign_in
from tests.players.accounts.passwords import PASSWORD
from tests.templates.results import DISPUTED, EARLIER, OWN_BOARD
from tests.tournaments.results.builders import board_of, running_section
from tournaments.models import Entry, Pairing
from tournaments.results.services.results import enter_result
from tournaments.rounds.services.publication import close_round, reopen_round

RESULTS = "/events/900051/s/900051/rounds/2/results/"
OWN = "/events/900051/s/900051/rounds/2/boards/1/"


@pytest.fixture
def opponent(agnes: User) -> User:
    """Plays against Agnes on board 1 of round 2."""
    account = User.objects.create_user("opponent@example.org", PASSWORD, display_name="Player 02")
    Person.objects.filter(entries__pairings_as_first=OWN_BOARD).update(account=account)
    return account


def row(page: Page, pairing: int) -> Locator:
    return page.locator(f'.result-row[data-pairing="{pairing}"]')


def open_results(open_browser: OpenBrowser, **options: Any) -> Page:
    page = open_browser(**options)
    sign_in(page, "agnes@example.org")
    page.goto(RESULTS)
    return page


def test_an_arbiter_enters_results_by_one_key_each_and_corrects_by_arrow_keys(
    open_browser: OpenBrowser, agnes: User
) -> None:
    page = open_results(open_browser)
    first, second = page.locator(f"#result-{OWN_BOARD}"), page.locator(f"#result-{DISPUTED}")
    expect(first).to_be_focused()

    page.keyboard.press("0")
    expect(second).to_be_focused()
    page.keyboard.press("=")
    page.keyboard.press("ArrowUp")
    expect(second).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(first).to_be_focused()
    page.keyboard.press("1")

    expect(row(page, DISPUTED)).to_have_attribute("data-state", "sent")
    expect(row(page, OWN_BOARD)).to_have_attribute("data-state", "sent")
    expect(page.locator("#results-status")).to_be_empty()
    assert Pairing.objects.get(pk=DISPUTED).result == "1/2-1/2"
    assert Pairing.objects.get(pk=OWN_BOARD).result == "1-0"


def test_a_board_is_found_by_its_number(open_browser: OpenBrowser, agnes: User) -> None:
    page = open_results(open_browser)

    page.keyboard.type("b2")
    page.keyboard.press("Enter")

    expect(page.locator(f"#result-{DISPUTED}")).to_be_focused()
    assert set(Pairing.objects.filter(pk__in=[OWN_BOARD, DISPUTED]).values_list("result", flat=True)) == {""}


def test_fifty_results_typed_at_fifty_milliseconds_a_key_are_right_on_a_slow_site(
    open_browser: OpenBrowser, agnes: User
) -> None:
    section = running_section(100)
    section.event.club = Club.objects.get(memberships__person__account=agnes, memberships__role="owner")
    section.event.save()
    board_of(section, boards=[(rank, rank + 50, "") for rank in range(1, 51)])
    page = open_browser()
    sign_in(page, "agnes@example.org")
    page.route("**/results/", _answer_late)
    page.goto(f"/events/{section.event_id}/s/{section.pk}/rounds/1/results/")
    expect(page.locator(".result-row select").first).to_be_focused()
    choice = Random(7)
    typed = [choice.choice("10=") for _ in range(50)]

    page.keyboard.type("".join(typed), delay=50)

    expect(page.locator("#results-entered")).to_have_text("50")
    expect(page.locator('.result-row[data-state="sent"]')).to_have_count(50, timeout=30_000)
    wanted = [{"1": "1-0", "0": "0-1", "=": "1/2-1/2"}[key] for key in typed]
    stored = Pairing.objects.filter(round__section=section).order_by("board")
    assert list(stored.values_list("result", flat=True)) == wanted


def _answer_late(route: Route) -> None:
    time.sleep(0.5)
    route.continue_()


def test_without_a_connection_typing_goes_on_and_nothing_is_lost_by_loading_the_page_again(
    open_browser: OpenBrowser, agnes: User
) -> None:
    page = open_results(open_browser)
    page.context.set_offline(True)
    page.keyboard.type("1=")
    expect(page.locator('.result-row[data-state="waiting"]')).to_have_count(2)
    expect(page.locator("#results-status")).to_contain_text("No connection")
    assert Pairing.objects.get(pk=OWN_BOARD).result == ""

    page.on("dialog", lambda dialog: dialog.accept())
    page.context.set_offline(False)
    page.reload()

    expect(page.locator("#results-status")).to_be_empty()
    expect(page.locator(f"#result-{OWN_BOARD}")).to_have_value("1-0")
    expect(page.locator(f"#result-{DISPUTED}")).to_have_value("1/2-1/2")
    page.wait_for_function("Object.keys(localStorage).every((key) => !key.startsWith('kiebitz-results'))")
    assert Pairing.objects.get(pk=OWN_BOARD).result == "1-0"
    assert Pairing.objects.get(pk=DISPUTED).result == "1/2-1/2"


def test_a_lost_answer_and_a_lost_session_cost_no_result_and_make_no_conflict(
    open_browser: OpenBrowser, agnes: User
) -> None:
    page = open_results(open_browser)
    page.on("dialog", lambda dialog: dialog.accept())
    page.route("**/results/", _lose_answer)
    page.keyboard.press("1")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#results-status")).to_contain_text("No connection")
    page.keyboard.press("0")  # the site has 1-0 by now, and this page has not heard of it
    page.unroute_all(behavior="ignoreErrors")
    page.reload()
    expect(page.locator(f"#result-{OWN_BOARD}")).to_have_value("0-1")
    expect(row(page, OWN_BOARD)).to_have_attribute("data-version", "3")
    assert Pairing.objects.get(pk=OWN_BOARD).result == "0-1"

    page.context.clear_cookies(name="kiebitz_session")
    expect(page.locator(f"#result-{DISPUTED}")).to_be_focused()
    page.keyboard.press("=")
    expect(page.locator(".result-status--trouble")).to_contain_text("Sign in again")
    sign_in(page.context.new_page(), "agnes@example.org")
    page.reload()
    expect(row(page, DISPUTED)).to_have_attribute("data-result", "1/2-1/2")
    assert Pairing.objects.get(pk=DISPUTED).result == "1/2-1/2"


def _lose_answer(route: Route) -> None:
    if route.request.method != "POST":
        return route.continue_()
    route.fetch(max_redirects=0)
    return route.abort("internetdisconnected")


def test_what_can_no_longer_be_saved_is_told_and_not_sent_for_ever(
    open_browser: OpenBrowser, agnes: User
) -> None:
    page = open_results(open_browser)
    page.on("dialog", lambda dialog: dialog.accept())
    page.context.set_offline(True)
    page.keyboard.press("0")
    expect(row(page, OWN_BOARD)).to_have_attribute("data-state", "waiting")
    page.goto("about:blank")
    for pairing in Pairing.objects.filter(pk__in=[OWN_BOARD, DISPUTED]):
        enter_result(actor=agnes, pairing=pairing, result="1-0")
    closed = close_round(actor=agnes, round=Pairing.objects.get(pk=OWN_BOARD).round)
    page.context.set_offline(False)
    page.goto(RESULTS)
    expect(row(page, OWN_BOARD).get_by_role("alert")).to_contain_text("0–1 was not saved")
    assert Pairing.objects.get(pk=OWN_BOARD).result == "1-0"

    reopen_round(actor=agnes, round=closed)
    page.reload()
    requests: list[str] = []
    page.on("request", lambda each: requests.append(each.method))
    Pairing.objects.filter(pk=DISPUTED).delete()
    page.locator(f"#result-{DISPUTED}").focus()
    page.keyboard.type("w0")  # no key but one of those on the page does anything
    expect(row(page, DISPUTED)).to_have_attribute("data-state", "refused")
    expect(page.locator("#go-to-board")).to_be_focused()
    page.keyboard.press("0")
    expect(page.locator("#go-to-board")).to_have_value("0")  # one key too many changes no board
    assert requests.count("POST") == 1
    assert Pairing.objects.get(pk=OWN_BOARD).result == "1-0"


def test_the_second_arbiter_sees_what_the_first_did_and_keeps_what_was_typed(
    open_browser: OpenBrowser, agnes: User
) -> None:
    page = open_results(open_browser)
    colleague = User.objects.create_user("bea@example.org", PASSWORD, display_name="Bea")
    enter_result(actor=colleague, pairing=Pairing.objects.get(pk=OWN_BOARD), result="1-0")

    page.keyboard.press("0")

    expect(row(page, OWN_BOARD).get_by_role("alert")).to_contain_text("Bea changed board 1.")
    expect(page.locator(f"#result-{OWN_BOARD}")).to_have_value("0-1")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("0")
    expect(row(page, OWN_BOARD)).to_have_attribute("data-state", "sent")
    assert Pairing.objects.get(pk=OWN_BOARD).result == "0-1"


def test_a_button_saves_at_once_on_the_phone_and_a_list_has_all_results(
    open_browser: OpenBrowser, agnes: User
) -> None:
    page = open_results(open_browser, viewport=PHONE, has_touch=True)
    row(page, OWN_BOARD).get_by_role("button", name="½–½").tap()
    page.select_option(f"#result-{DISPUTED}", "0-1f")

    expect(page.locator('.result-row[data-state="sent"]')).to_have_count(2)
    assert Pairing.objects.get(pk=OWN_BOARD).result == "1/2-1/2"
    assert Pairing.objects.get(pk=DISPUTED).result == "0-1f"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_without_a_script_buttons_and_lists_are_a_form(open_browser: OpenBrowser, agnes: User) -> None:
    plain = open_results(open_browser, java_script_enabled=False)
    plain.select_option(f"#result-{DISPUTED}", "1-0")
    plain.get_by_role("button", name="Save all").click()
    expect(plain.get_by_text("Board 2, Player 03 – Player 05: 1–0.")).to_be_visible()


def test_one_player_enters_the_other_confirms_on_phones(open_browser: OpenBrowser, opponent: User) -> None:
    Pairing.objects.get(pk=OWN_BOARD).reports.all().delete()
    mine, theirs = open_browser(viewport=PHONE, has_touch=True), open_browser(viewport=PHONE, has_touch=True)
    for page, email in ((mine, "agnes@example.org"), (theirs, "opponent@example.org")):
        sign_in(page, email)
        page.goto(OWN)
    mine.get_by_role("button", name="I won").tap()
    expect(mine.get_by_text("You reported: You won")).to_be_visible()
    assert Pairing.objects.get(pk=OWN_BOARD).result == ""
    theirs.reload()
    theirs.get_by_role("button", name="I lost · confirm").tap()
    expect(theirs.locator(".own-board__result")).to_contain_text("0–1")
    expect(mine.locator(".own-board__result")).to_contain_text("You won", timeout=15_000)
    assert Pairing.objects.get(pk=OWN_BOARD).origin == "players"
    assert mine.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_correction_shows_what_it_changes_before_it_is_saved(
    open_browser: OpenBrowser, agnes: User
) -> None:
    page = open_browser()
    sign_in(page, "agnes@example.org")
    page.goto(f"/events/900051/boards/{EARLIER}/")
    page.select_option("select[name=result]", "0-1")
    page.get_by_role("button", name="Show effects").click()
    expect(page.get_by_role("heading", name="Effects of 0–1")).to_be_visible()
    expect(page.locator(".notice--warning").filter(has_text="Round 2")).to_be_visible()
    assert Pairing.objects.get(pk=EARLIER).result == "1-0"
    page.fill("input[name=reason]", "The sheet was read the wrong way round.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("The result is saved.")).to_be_visible()
    assert Pairing.objects.get(pk=EARLIER).result == "0-1"
    assert Entry.objects.filter(section=900051).count() == 6

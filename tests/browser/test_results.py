"""Results in the browser: with the keyboard alone, by two arbiters at once, and by two players on their phones."""

import pytest
from playwright.sync_api import expect

from players.models import Person, User
from tests.browser.pages import PHONE, OpenBrowser, sign_in
from tests.players.accounts.passwords import PASSWORD
from tests.templates.results import DISPUTED, EARLIER, OWN_BOARD
from tournaments.models import Entry, Pairing
from tournaments.results.services.results import enter_result

RESULTS = "/events/900051/s/900051/rounds/2/results/"
OWN = "/events/900051/s/900051/rounds/2/boards/1/"


@pytest.fixture
def opponent(agnes: User) -> User:
    """Plays against Agnes on board 1 of round 2."""
    account = User.objects.create_user("opponent@example.org", PASSWORD, display_name="Player 02")
    Person.objects.filter(entries__pairings_as_first=OWN_BOARD).update(account=account)
    return account


def test_an_arbiter_enters_results_without_touching_the_mouse(open_browser: OpenBrowser, agnes: User) -> None:
    page = open_browser()
    sign_in(page, "agnes@example.org")
    page.goto(RESULTS)
    expect(page.locator("#quick-board")).to_be_focused()
    expect(page.locator("#quick-board")).to_have_value("1")

    page.keyboard.type("2")
    expect(page.locator("#quick-players")).to_have_text("Player 03 – Player 05")
    page.keyboard.press("Enter")
    expect(page.locator("#quick-key")).to_be_focused()
    page.keyboard.type("=")
    page.keyboard.press("Enter")

    expect(page.locator("#results-said")).to_contain_text("Board 2, Player 03 – Player 05: ½–½.")
    expect(page.locator("#results-said")).to_contain_text("Next: board 1")
    expect(page.locator("#quick-board")).to_be_focused()
    expect(page.locator("#quick-board")).to_have_value("1")
    page.keyboard.press("Enter")
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect(page.locator("#results-said")).to_contain_text("Board 1,")
    assert Pairing.objects.get(pk=DISPUTED).result == "1/2-1/2"
    assert Pairing.objects.get(pk=OWN_BOARD).result == "0-1"


def test_the_second_arbiter_sees_what_the_first_did_and_keeps_what_was_typed(
    open_browser: OpenBrowser, agnes: User
) -> None:
    page = open_browser()
    sign_in(page, "agnes@example.org")
    page.goto(RESULTS)
    colleague = User.objects.create_user("bea@example.org", PASSWORD, display_name="Bea")
    enter_result(actor=colleague, pairing=Pairing.objects.get(pk=OWN_BOARD), result="1-0")

    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("0")
    page.keyboard.press("Enter")

    expect(page.locator("#quick-problem")).to_contain_text("Bea changed board 1.")
    expect(page.locator("#quick-key")).to_be_focused()
    expect(page.locator("#quick-key")).to_have_value("0")
    page.keyboard.press("Enter")
    expect(page.locator("#results-said")).to_contain_text("0–1")
    assert Pairing.objects.get(pk=OWN_BOARD).result == "0-1"


def test_a_select_saves_at_once_and_without_a_script_a_button_does(
    open_browser: OpenBrowser, agnes: User
) -> None:
    page = open_browser()
    sign_in(page, "agnes@example.org")
    page.goto(RESULTS)
    page.focus(f"#result-{DISPUTED}")
    page.select_option(f"#result-{DISPUTED}", "0-1")
    expect(page.locator("#results-said")).to_contain_text("Board 2")
    assert Pairing.objects.get(pk=DISPUTED).result == "0-1"
    expect(page.locator(f"#result-{DISPUTED}")).to_be_focused()

    plain = open_browser(java_script_enabled=False)
    sign_in(plain, "agnes@example.org")
    plain.goto(RESULTS)
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

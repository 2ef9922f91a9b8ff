"""What players do at their boards, with a phone: find the board, report the result, send the record."""

import re

from playwright.sync_api import Page, expect

from tests.browser.tournament_steps import said


def find_own_board(phone: Page, event: str, *facts: str) -> None:
    """The page says where to sit, and leads to the page of the game."""
    phone.goto(f"{event}my-board/")
    for fact in facts:
        expect(phone.locator(".seat")).to_contain_text(fact)
    phone.get_by_role("link", name="Result and record of my game").tap()
    expect(phone.get_by_role("heading", name=re.compile(r"^Round \d+, board \d+$"))).to_be_visible()


def report(phone: Page, button: str, sentence: str) -> None:
    phone.get_by_role("button", name=button).tap()
    said(phone, sentence)


def send_record(phone: Page, moves: str) -> None:
    """The head is filled in already; the moves are added, and the referee reads the whole in the background."""
    phone.get_by_role("link", name="Send record").tap()
    field = phone.get_by_label("The record")
    head = field.input_value()
    assert head.endswith("1. ")
    field.fill(head + moves)
    phone.get_by_role("button", name="Send").tap()
    expect(phone.locator("#upload-progress .notice--success")).to_be_visible()
    expect(phone.get_by_role("row").filter(has_text="accepted")).to_be_visible()

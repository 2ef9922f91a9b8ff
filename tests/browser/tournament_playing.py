"""What players do at their boards, with a phone: find the board, report the result, send the record."""

from playwright.sync_api import Page, expect


def find_own_board(phone: Page, event: str, *facts: str) -> None:
    """The page of the event says where to sit, and asks for the result."""
    phone.goto(event)
    for fact in facts:
        expect(phone.locator(".own-board")).to_contain_text(fact)


def report(phone: Page, button: str, sentence: str) -> None:
    phone.get_by_role("button", name=button).tap()
    expect(phone.locator(".own-board__state")).to_contain_text(sentence)


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

"""What organisers and arbiters do on a tournament day, step by step through the pages."""

import re
from datetime import UTC, datetime
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

# As pages write results, and the keys that arbiters type for them.
KEYS = {
    "1–0": "1",
    "½–½": "=",
    "0–1": "0",
    "1–0 by forfeit": "+",
    "0–1 by forfeit": "-",
    "0–0 by forfeit": "x",
}
# What stands in the cells of rows; of a player the name alone, without the rank and the points before the round.
CELLS = """rows => rows.map(row => [...row.querySelectorAll("td")].map(cell => [...cell.childNodes]
  .filter(node => !["SPAN", "DIV", "DETAILS"].includes(node.nodeName))
  .map(node => node.textContent).join("").trim()))"""


class Board(NamedTuple):
    """As a page shows it; the result as a page writes it."""

    first: str
    second: str
    result: str = ""


def create_event(page: Page, name: str, *, system: str, choices: dict[str, str]) -> None:
    """By the form, with what it proposes wherever `choices` say nothing. The page shows the draft afterwards."""
    today = datetime.now(UTC).date().isoformat()
    page.goto("/events/")
    page.get_by_role("link", name="New event").click()
    page.get_by_label("Name of the event").fill(name)
    page.get_by_label("Game", exact=True).select_option(label="Barragoon")
    page.get_by_label("First day").fill(today)
    page.get_by_label("Last day").fill(today)
    page.get_by_label("Time zone").fill("UTC")
    page.get_by_label("Pairing system").select_option(label=system)
    for label, value in choices.items():
        field = labelled(page, label)
        group = page.locator("details", has=field)
        if group.count() and group.get_attribute("open") is None:
            group.locator("summary").click()
        choose(field, value)
    page.get_by_role("button", name="Create draft").click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()


def choose(field: Locator, value: str) -> None:
    """Whatever kind of field it is."""
    match field.evaluate("element => element.type"):
        case "checkbox":
            field.set_checked(value == "yes")
        case "select-one":
            field.select_option(label=value)
        case _:
            field.fill(value)


def open_for_entries(page: Page) -> str:
    """The address of the event."""
    page.get_by_role("button", name="Open for entries").click()
    expect(page.get_by_role("status")).to_contain_text("Everybody sees it now.")
    return page.url


def said(page: Page, sentence: str) -> None:
    expect(page.get_by_text(sentence).first).to_be_visible()


def tab(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="The event").get_by_role("link", name=name, exact=True).click()


def start(page: Page, event: str) -> list[str]:
    """The names in starting order, as they were shown before they were fixed."""
    page.goto(event)
    page.get_by_role("link", name="Start …").click()
    order = page.get_by_role("table").locator("tbody th").all_inner_texts()
    page.get_by_role("button", name="Start with this order").click()
    said(page, "The starting ranks are fixed.")
    return order


def pair(page: Page, event: str, number: int) -> list[Board]:
    """Order the round, and wait until a worker has paired it. The page shows the draft."""
    page.goto(event)
    tab(page, "Rounds")
    page.get_by_role("button", name=f"Pair round {number}").click()
    expect(page.get_by_role("heading", name=f"Draft of round {number}")).to_be_visible()
    table = page.get_by_role("table", name="Boards of the draft")
    return [
        Board(first, second) for first, second, *_ in table.locator("tbody tr:has(th)").evaluate_all(CELLS)
    ]


def publish(page: Page, number: int) -> None:
    page.get_by_role("button", name="Publish").click()
    said(page, f"Round {number} is published.")


def boards_of(page: Page) -> list[Board]:
    """Of the page of a published round."""
    rows = page.get_by_role("table", name=re.compile("^Boards of round")).locator("tbody tr")
    return [Board(first, second, result) for first, result, second in rows.evaluate_all(CELLS)]


def type_results(page: Page, results: list[tuple[int, str]]) -> None:
    """With the keyboard alone, from the page of the round on."""
    page.get_by_role("link", name="Results", exact=True).focus()
    page.keyboard.press("Enter")
    for number, result in results:
        type_result(page, number, result)


def type_result(page: Page, number: int | str, result: str, *, expected: bool = True) -> None:
    """To the board if it is not its turn, and a key for the result; then the next board without one has the focus."""
    row = page.locator(f'.result-row[data-board="{number}"]')
    expect(page.locator(".result-row select:focus")).to_be_visible()
    if not row.locator("select:focus").count():
        page.keyboard.type(f"b{number}")
        page.keyboard.press("Enter")
    page.keyboard.press(KEYS[result])
    if expected:
        expect(row).to_have_attribute("data-state", "sent")


def close_round(page: Page, number: int) -> None:
    page.get_by_role("link", name="The round", exact=True).click()
    page.get_by_role("button", name="Close round", exact=True).click()
    said(page, f"Round {number} is closed.")


def finish(page: Page, event: str) -> None:
    page.goto(event)
    page.get_by_role("link", name="Finish event …").click()
    page.get_by_role("button", name="Finish event").click()
    said(page, "The event is finished.")


def standings_on(page: Page) -> list[list[str]]:
    """Rank, name, points and tie-breaks of everybody."""
    rows = page.get_by_role("table", name=re.compile("^Standings after round")).locator("tbody tr")
    return rows.evaluate_all(
        """rows => rows.map(row => [...row.querySelectorAll("td, th")]
          .filter(cell => !cell.classList.contains("wide-only"))
          .map(cell => (cell.querySelector("a") ?? cell).textContent.trim()))"""
    )


def labelled(page: Page, label: str) -> Locator:
    """A field by its label, whether it says that it is optional or not."""
    return page.get_by_label(re.compile(rf"^{re.escape(label)}(\s+\(optional\))?$"))

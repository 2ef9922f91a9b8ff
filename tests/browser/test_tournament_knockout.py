"""A knockout of eight with a match for the third place, conducted in two browsers at once, up to the champion."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tournament_cast import ARBITER, ORGANISER, Cast
from tests.browser.tournament_entering import paste_table
from tests.browser.tournament_steps import (
    Board,
    boards_of,
    close_round,
    create_event,
    finish,
    open_for_entries,
    pair,
    publish,
    said,
    standings_on,
    start,
    tab,
    type_result,
)

pytestmark = [pytest.mark.timeout(400), pytest.mark.usefixtures("worker")]

SEEDS = [
    "Ada Falk", "Ben Ruiz", "Clara Voss", "Dan Okafor", "Elif Kaya", "Finn Berg", "Greta Holz", "Hugo Lind"
]  # fmt: skip
ADA, BEN, CLARA, DAN, ELIF, FINN, GRETA, HUGO = SEEDS


def test_eight_players_play_a_knockout(cast: Cast) -> None:
    organiser, arbiter = cast.at_a_desk(ORGANISER), cast.at_a_desk(ARBITER)
    spectator = cast.stranger()
    event = make_knockout(organiser)

    first_round(organiser, arbiter, event)
    look_at_bracket(spectator, event, "Quarter-final", [[ADA, ADA], [DAN, ELIF], [BEN, BEN], [CLARA, FINN]])
    second_round(organiser, arbiter, event)
    last_round(organiser, arbiter, event)
    finish(organiser, event)

    spectator.goto(event)
    tab(spectator, "Standings")
    assert [row[:3] for row in standings_on(spectator)] == [
        ["1", FINN, "3"],
        ["2", ADA, "2"],
        ["3", BEN, "2"],
        ["4", ELIF, "1"],
        ["5", CLARA, "0"],
        ["5", DAN, "0"],
        ["5", GRETA, "0"],
        ["5", HUGO, "0"],
    ]


def make_knockout(organiser: Page) -> str:
    create_event(
        organiser,
        "Winter Cup",
        system="knockout",
        choices={
            "Match for the third place": "yes",
            "What settles a level match": "one more game in which a draw is enough for the second player",
        },
    )
    event = open_for_entries(organiser)
    ratings = [f"{name};{2000 - 50 * place}" for place, name in enumerate(SEEDS)]
    paste_table(organiser, event, ["Name;Rating", *ratings])
    organiser.get_by_role("button", name="Add 8 players").click()
    said(organiser, "8 players are entered.")
    assert start(organiser, event) == SEEDS
    return event


def first_round(organiser: Page, arbiter: Page, event: str) -> None:
    """Both have the draft before them, one publishes it; each enters some results; a level match goes on."""
    boards = pair(organiser, event, 1)
    assert [set(board[:2]) for board in boards] == [{ADA, HUGO}, {DAN, ELIF}, {BEN, GRETA}, {CLARA, FINN}]
    arbiter.goto(organiser.url)
    publish(organiser, 1)
    arbiter.get_by_role("button", name="Publish").click()
    expect(arbiter.get_by_role("status").locator(".notice--error")).to_contain_text("Agnes Brandt did that.")
    assert boards_of(arbiter) == boards

    for page in (organiser, arbiter):
        page.get_by_role("link", name="Results", exact=True).click()
    type_result(organiser, 1, won_by(ADA, boards[0]))
    type_result(arbiter, 3, won_by(BEN, boards[2]))
    type_result(organiser, 2, "½–½")
    type_result(arbiter, 4, won_by(FINN, boards[3]))
    expect(arbiter.get_by_text("Quarter-final: 4 of 4 results")).to_be_visible()

    arbiter.get_by_role("link", name="The round", exact=True).click()
    said(arbiter, "A match is level: 1 further game is due.")
    arbiter.get_by_role("button", name="Add the further games").click()
    said(arbiter, "The games that level matches need are added.")
    further = next(board for board in boards_of(arbiter) if not board.result)
    arbiter.get_by_role("link", name="Results", exact=True).click()
    type_result(arbiter, "2.2", won_by(ELIF, further))
    close_round(arbiter, 1)


def second_round(organiser: Page, arbiter: Page, event: str) -> None:
    boards = pair(arbiter, event, 2)
    assert [set(board[:2]) for board in boards] == [{ADA, ELIF}, {BEN, FINN}]
    publish(arbiter, 2)
    arbiter.get_by_role("link", name="Results", exact=True).click()
    organiser.goto(arbiter.url)
    type_result(organiser, 2, won_by(FINN, boards[1]))
    type_result(arbiter, 1, won_by(ADA, boards[0]))
    close_round(arbiter, 2)


def last_round(organiser: Page, arbiter: Page, event: str) -> None:
    """The final and the match for the third place, which is called t1."""
    final, third = pair(organiser, event, 3)
    assert (set(final[:2]), set(third[:2])) == ({ADA, FINN}, {BEN, ELIF})
    publish(organiser, 3)
    organiser.get_by_role("link", name="Results", exact=True).click()
    arbiter.goto(organiser.url)
    type_result(arbiter, "t1", won_by(BEN, third))
    type_result(organiser, 1, won_by(FINN, final))
    close_round(organiser, 3)
    look_at_bracket(arbiter, event, "Final", [[ADA, FINN], [BEN, BEN]])


def look_at_bracket(page: Page, event: str, caption: str, goes_on: list[list[str]]) -> None:
    """The picture has everybody's name, and the table below says who has gone on; each pair: a player, the winner."""
    page.goto(event)
    tab(page, "Bracket")
    picture = page.get_by_role("img", name="The matches and their winners")
    rows = page.get_by_role("table", name=caption, exact=True).locator("tbody tr")
    for row, (player, winner) in zip(rows.all(), goes_on, strict=True):
        expect(row.locator("td").first).to_contain_text(player)
        expect(row.locator("td").last).to_contain_text(winner)
        expect(picture.locator(".bracket__name--won").filter(has_text=winner).first).to_be_visible()


def won_by(name: str, board: Board) -> str:
    return "1–0" if board.first == name else "0–1"

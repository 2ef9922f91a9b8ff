"""A whole Swiss day through the pages: sixteen players, four rounds, and much of what can happen to them."""

import re

import pytest
from playwright.sync_api import Page, expect

from players.people.services.people import create_person
from tests.browser.tournament_book import Book
from tests.browser.tournament_cast import ARBITER, ORGANISER, Cast
from tests.browser.tournament_entering import (
    announce_absence,
    check_in_by_button,
    check_in_by_code,
    check_in_by_typing,
    enter_known,
    enter_new,
    paste_table,
    set_rating,
    sign_up,
    withdraw,
)
from tests.browser.tournament_playing import find_own_board, report, send_record
from tests.browser.tournament_steps import (
    Board,
    boards_of,
    close_round,
    create_event,
    finish,
    labelled,
    open_for_entries,
    pair,
    publish,
    said,
    standings_on,
    start,
    tab,
    type_result,
    type_results,
)
from tournaments.models import ResultOrigin
from tournaments.pairing import Outcome

pytestmark = [pytest.mark.timeout(400), pytest.mark.usefixtures("worker")]

# Those with an account sign themselves up; first and eighth in the starting order, they meet in round one.
CEM, DORTE = "Cem Aydın", "Dorte Holm"
KNOWN, NEW, LATE, LEAVING = "Zoë Quint", "Fritz Neumann", "Lena Spät", "Elif Kaya"
TABLE = {
    "Ada Falk": 1950, "Ben Ruiz": 1900, "Clara Voss": 1850, "Dan Okafor": 1800, LEAVING: 1750, "Finn Berg": 1700,
    "Greta Holz": 1600, "Hugo Lind": 1580, "Ines Prado": 1560, "Jonas Weiß": 1540, "Kaja Novak": 1520,
}  # fmt: skip
RATINGS = {CEM: 2000, DORTE: 1640, KNOWN: 1510, NEW: 1500}
# From the first move's number on. White wins, because Brown resigned.
MOVES = "c2-b2 d8-d5 2. d2-f3 d5xb6/NS@f2 3. b2xb4/NW@a1 e8-f7 4. b4xb6/SE@a4/EN@e3 1-0"


def test_sixteen_players_play_a_day(cast: Cast) -> None:
    for name in (CEM, DORTE):
        cast.player(name)
    create_person(actor=None, name=KNOWN, listed=True)
    organiser, arbiter = cast.at_a_desk(ORGANISER), cast.at_a_desk(ARBITER)
    cem, dorte, wall = cast.on_a_phone(CEM), cast.on_a_phone(DORTE), cast.stranger()

    event = make_event(organiser)
    enter_players(organiser, [cem, dorte], event)
    check_players_in(organiser, cem, dorte, event)
    book = Book(start_with_ranks(organiser, event), planned_rounds=4)
    play_the_first_round(arbiter, cem, dorte, wall, event, book)
    enter_new(organiser, event, LATE, rating=1400, plays_from=2)
    book.players.append(LATE)
    play_the_second_round(arbiter, organiser, cem, wall, event, book)
    withdraw(organiser, event, LEAVING, "Has to catch a train.")
    correct_the_first_round(arbiter, event, book)
    for number in (3, 4):
        play_a_quiet_round(arbiter, event, book, number)
    end_the_day(organiser, wall, event, book)


def make_event(organiser: Page) -> str:
    create_event(
        organiser,
        "Autumn Open",
        system="Swiss (FIDE Dutch)",
        choices={
            "Rounds": "4",
            "A round that a player announces to miss counts as": "a half-point bye",
            "Colour of number 1 in the first round": "the first colour",
        },
    )
    return open_for_entries(organiser)


def enter_players(organiser: Page, phones: list[Page], event: str) -> None:
    for phone in phones:
        sign_up(phone, event)
    enter_known(organiser, event, "zoe qui", KNOWN)
    enter_new(organiser, event, NEW, rating=RATINGS[NEW])
    lines = [f"{name};{rating}" for name, rating in TABLE.items()]
    paste_table(organiser, event, ["Name;Rating", *lines, ";1490"])
    said(organiser, "There is no name.")
    organiser.get_by_role("button", name="Add 11 players").click()
    said(organiser, "11 players are entered.")
    for name in (CEM, DORTE, KNOWN):
        set_rating(organiser, event, name, RATINGS[name])


def check_players_in(organiser: Page, cem: Page, dorte: Page, event: str) -> None:
    check_in_by_code(cem, event)
    check_in_by_button(dorte, event)
    organiser.goto(f"{event}check-in/")
    expect(organiser.get_by_text("2 here · 13 missing")).to_be_visible()
    check_in_by_typing(organiser, [KNOWN, NEW, *TABLE])
    expect(organiser.get_by_text("15 here · 0 missing")).to_be_visible()
    announce_absence(dorte, event, 2)


def start_with_ranks(organiser: Page, event: str) -> list[str]:
    order = start(organiser, event)
    rating = TABLE | RATINGS
    assert order == sorted(rating, key=rating.__getitem__, reverse=True)
    return order


def play_the_first_round(arbiter: Page, cem: Page, dorte: Page, wall: Page, event: str, book: Book) -> None:
    """Two players enter their result themselves; the arbiter types the others, one of them a forfeit."""
    boards, bye = pair_by_the_rules(arbiter, event, book, 1)
    assert (boards[0], bye) == (Board(CEM, DORTE), NEW)
    wall.goto(re.sub("rounds/.*", "projector/", arbiter.url))
    expect(wall.locator(".projector__wait")).to_be_visible()
    publish(arbiter, 1)

    find_own_board(cem, event, "Board 1", "White", DORTE)
    report(cem, "I won", f"{DORTE} confirms it")
    find_own_board(dorte, event, "Board 1", "Brown", CEM)
    said(dorte, f"{CEM} reported: You lost")
    report(dorte, "I lost", str(ResultOrigin.PLAYERS.label))

    expect(wall.get_by_role("row", name="1 Cem Aydın")).to_contain_text("1–0")  # by itself
    typed = ["½–½", "1–0", "0–1", "1–0", "½–½", "1–0 by forfeit"]
    type_results(arbiter, list(enumerate(typed, start=2)))
    close_round(arbiter, 1)
    write_down(book, arbiter, ["1–0", *typed], {bye: Outcome.PAIRING_BYE})


def play_the_second_round(
    arbiter: Page, organiser: Page, cem: Page, wall: Page, event: str, book: Book
) -> None:
    """The late one plays, one is away as announced, a record fills in a result, and two arbiters type the same one."""
    away = {DORTE: Outcome.HALF_POINT_BYE}
    boards, bye = pair_by_the_rules(arbiter, event, book, 2, away)
    assert any(LATE in board for board in boards)
    publish(arbiter, 2)

    find_own_board(cem, event, "Board 1", "Brown", boards[0].first)
    send_record(cem, MOVES)
    find_own_board(cem, event, "1–0")
    said(cem, "from the game record")
    expect(wall.get_by_role("heading", name="Round 2")).to_be_visible()  # by itself

    arbiter.get_by_role("link", name="Results", exact=True).click()
    organiser.goto(arbiter.url)
    type_result(arbiter, 2, "1–0")
    type_result(organiser, 2, "0–1", expected=False)
    said(organiser, "Bruno Kern changed board 2")
    said(organiser, "The result is now: 1–0.")
    type_result(organiser, 2, "0–1")

    arbiter.get_by_role("link", name="The round", exact=True).click()
    typed = ["½–½", "1–0", "1–0", "0–1", "½–½"]
    type_results(arbiter, list(enumerate(typed, start=3)))
    close_round(arbiter, 2)
    write_down(book, arbiter, ["1–0", "0–1", *typed], {bye: Outcome.PAIRING_BYE, **away})


def correct_the_first_round(arbiter: Page, event: str, book: Book) -> None:
    """The page says what the correction changes before it is saved, wants a reason, and the log keeps both."""
    wrong = book.rounds[0][0][2]
    arbiter.goto(event)
    tab(arbiter, "Rounds")
    arbiter.get_by_role("link", name="Round 1").click()
    arbiter.get_by_role("link", name="Correct results").click()
    arbiter.get_by_role("link", name="Correct board 3").click()
    labelled(arbiter, "Result").select_option(label="0–1")
    arbiter.get_by_role("button", name="Show effects").click()
    changes = arbiter.get_by_role("table", name="Players whose points or rank would change")
    before = points_in(book)
    book.rounds[0][0][2] = wrong._replace(result="0–1")
    after = points_in(book)
    for name in (wrong.first, wrong.second):
        row = changes.get_by_role("row").filter(has_text=name)
        expect(row).to_contain_text(f"{before[name]} → {after[name]}")
    labelled(arbiter, "Reason").fill("Both say that it was the other way round.")
    arbiter.get_by_role("button", name="Save").click()
    said(arbiter, "The result is saved.")

    tab(arbiter, "Log")
    line = arbiter.get_by_role("listitem").filter(has_text="Bruno Kern corrected an earlier result")
    expect(line).to_contain_text(re.compile("1.0 → 0.1"))
    expect(line).to_contain_text("Why: Both say that it was the other way round.")


def play_a_quiet_round(arbiter: Page, event: str, book: Book, number: int) -> None:
    boards, bye = pair_by_the_rules(arbiter, event, book, number, {LEAVING: Outcome.ABSENT})
    publish(arbiter, number)
    typed = [("1–0", "½–½", "0–1")[(board + number) % 3] for board in range(len(boards))]
    type_results(arbiter, list(enumerate(typed, start=1)))
    close_round(arbiter, number)
    write_down(book, arbiter, typed, {bye: Outcome.PAIRING_BYE})


def end_the_day(organiser: Page, wall: Page, event: str, book: Book) -> None:
    finish(organiser, event)
    said(organiser, "The event is finished, and its results are in the rating lists.")
    wall.goto(event)
    tab(wall, "Standings")
    said(wall, "Final standings.")
    assert standings_on(wall) == book.table()


def pair_by_the_rules(
    arbiter: Page, event: str, book: Book, number: int, away: dict[str, Outcome] | None = None
) -> tuple[list[Board], str]:
    """The draft of a round with an odd number of players, which is as the rules want it."""
    boards, bye = book.next_boards(away or {})
    assert pair(arbiter, event, number) == boards
    assert bye
    expect(arbiter.get_by_text(re.compile(rf"{bye}\s+\(bye\)"))).to_be_visible()
    return boards, bye


def write_down(book: Book, arbiter: Page, results: list[str], others: dict[str, Outcome]) -> None:
    """What the round was, after a look at its page: it shows what was typed."""
    boards = boards_of(arbiter)
    assert [board.result for board in boards] == results
    book.rounds.append((boards, others))


def points_in(book: Book) -> dict[str, str]:
    return {name: points for _, name, points, *_ in book.table()}

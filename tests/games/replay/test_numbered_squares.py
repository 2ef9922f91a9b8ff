"""A game whose squares have numbers in a replay: draughts, shown by what they tell about themselves."""

from engine import registry
from engine.core import Side
from engine.record import Record, from_plies
from games.replay.presenters.board import build_board
from games.replay.presenters.display import PlyEffect
from games.replay.presenters.frame import (
    Frame,
    RequestedPlace,
    describe_squares,
    make_frame,
    squares_document,
)
from games.replay.presenters.moves import describe_ending, replay_document
from games.replay.presenters.replay import build_replay
from games.replay.presenters.subject import Player, Subject


def played(*plies: str, start: str = "W:W31-50:B1-20", result: str = "*") -> Record:
    record = from_plies({"Game": "Draughts", "Position": start}, plies, result)
    assert record.errors == ()
    return record


def place(record: Record, ply: int) -> Frame:
    return make_frame(build_replay(record), record.start(), 0, ply)


def effect(record: Record, ply: int) -> PlyEffect:
    return build_replay(record).main.plies[ply - 1].effect


def test_pieces_lie_where_the_picture_has_their_squares() -> None:
    contents = place(played("32-28"), 1).contents()

    assert len(contents) == 40
    assert (contents["a1"], contents["e5"], contents.get("d4")) == ("white-man", "white-man", None)


def test_a_ply_goes_from_square_to_square_of_the_picture() -> None:
    found = effect(played("32-28"), 1)

    assert (found.words, found.path) == ("White: 32-28", ("d4", "e5"))
    assert replay_document(build_replay(played("32-28")))["lines"][0]["plies"][0]["path"] == [33, 44]


def test_captured_pieces_are_lost_and_shown_until_the_next_ply() -> None:
    record = played("32x12", start="W:W32,46:B28,18,1")
    found = effect(record, 1)

    assert found.lost == ("black-man", "black-man")
    assert sorted(mark.square for mark in found.fallen) == ["e5", "e7"]
    beside = place(record, 1).beside(Side.SECOND)
    assert (beside.lost, beside.left) == (("black-man", "black-man"), 1)


def test_a_promoted_man_is_not_lost() -> None:
    record = played("7-2", start="W:W7:B26")

    assert effect(record, 1).lost == ()
    assert place(record, 1).contents()["d10"] == "white-king"


def test_where_pieces_may_go_is_told_by_numbers() -> None:
    here = place(played(), 0)
    looks = describe_squares(here)

    assert looks["d4"].words == "white man on 32 may go to 27, 28."
    assert squares_document(here)["33"][1] == [[0, 33, 42], [0, 33, 44]]


def test_a_square_is_found_by_its_number() -> None:
    players = (Player("Ann", ""), Player("Bo", ""))
    subject = Subject(record=played(), players=players, views=("open",), address="/")

    board = build_board(subject, RequestedPlace("open", 0, 0, None, "32"))

    assert board.look is not None
    assert board.look.words.startswith("white man on 32 ")
    assert board.picture.count("draughts-mark-may-go") == 2


def test_draws_by_counting_have_words() -> None:
    cycle = ("49-44", "3-8", "44-49", "8-3")
    record = played(*cycle, *cycle, start="W:W36,K49:BK3,15", result="1/2-1/2")

    assert (
        describe_ending(build_replay(record), record.result, record.termination, "repetition")
        == "A draw: the same position stood on the board three times."
    )
    assert registry.description("draughts").ending("end", drawn=False) is not None

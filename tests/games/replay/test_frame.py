"""One place of a replay as the server shows it."""

import pytest

from engine.core import Side
from engine.drawing import Picture
from games.replay.presenters.frame import (
    Frame,
    SquareInfo,
    describe_squares,
    has_place,
    known_routes,
    lost_counts,
    make_frame,
    squares_document,
)
from games.replay.presenters.replay import build_replay
from tests.engine.barragoon.boards import board
from tests.games.replay.records import annotated, one, stratego


def place(view: str, ply: int) -> Frame:
    record = stratego()
    return make_frame(build_replay(record, view), record.start(), 0, ply)


def test_the_table_says_what_lies_on_each_square() -> None:
    record = annotated()
    here = make_frame(build_replay(record), record.start(), 0, 1)

    rows = here.table(flip=False)

    assert [row.rank for row in rows] == list("987654321")
    assert rows[5].cells[3] == ("d4", "White 3-tile")
    assert rows[5].cells[1] == ("b4", "barragoon, no way")
    assert rows[5].cells[2] == ("c4", "")


def test_the_table_turns_with_the_board() -> None:
    record = annotated()
    rows = make_frame(build_replay(record), record.start(), 0, 1).table(flip=True)

    assert [row.rank for row in rows] == list("123456789")
    assert [cell.square for cell in rows[0].cells] == ["g1", "f1", "e1", "d1", "c1", "b1", "a1"]


def test_lakes_are_named() -> None:
    rows = place("red", 0).table(flip=False)

    assert rows[5].cells[2] == ("c5", "lake")


def test_beside_the_board_stand_the_losses_the_rest_and_the_clocks() -> None:
    here = place("spectator", 11)

    assert here.beside(Side.FIRST) == (Side.FIRST, ("red-scout", "red-scout", "red-sergeant"), 37, "")
    assert here.beside(Side.SECOND) == (Side.SECOND, (), 40, "")
    assert lost_counts(here.beside(Side.FIRST).lost) == {"red-scout": 2, "red-sergeant": 1}


def test_the_clocks_stand_at_the_last_reading() -> None:
    record = annotated()
    here = make_frame(build_replay(record), record.start(), 0, 3)

    assert (here.beside(Side.FIRST).clock, here.beside(Side.SECOND).clock) == ("0:10:00", "0:09:58")
    assert here.reserve() == 24


@pytest.mark.parametrize(
    ("line", "ply", "exists"),
    [
        (0, 0, True),
        (0, 4, True),
        (0, 5, False),
        (0, -1, False),
        (1, 1, True),
        (1, 0, False),
        (2, 4, True),
        (3, 0, False),
    ],
)
def test_a_place_exists_between_a_lines_start_and_end(line: int, ply: int, exists: bool) -> None:
    assert has_place(build_replay(annotated()), line, ply) is exists


def test_the_picture_of_a_hidden_view_has_the_backs_of_hidden_pieces() -> None:
    svg = place("red", 0).svg(Picture())

    assert svg.count('href="#stratego-blue-hidden"') == 40
    assert "blue-marshal" not in svg


def test_a_tiles_ways_and_those_of_the_other_side() -> None:
    position = board("Vc2", "(N)c3", "(NE)c5", "(X)d2", "(X)b2", "zg9", "(X)d9")
    record = one(f'[Game "Barragoon"]\n[Position "{position}"]\n\n*')
    watched = build_replay(record)
    here = make_frame(watched, record.start(), 0, 0)

    ways = known_routes(here.game, watched.display, "open")

    assert sorted(ways) == ["c2", "g9"]
    assert ("move", ("c2", "c3", "c4", "c5", "d5")) in ways["c2"]
    assert sorted(way.path[-1] for way in ways["g9"]) == ["e9", "f8", "f9", "g7", "g8"]


def test_the_ways_of_a_face_down_piece_are_not_told() -> None:
    here = place("red", 0)

    ways = known_routes(here.game, here.replay.display, "red")

    assert {origin[1:] for origin in ways} == {"4"}
    assert known_routes(place("spectator", 0).game, here.replay.display, "spectator") == {}
    assert {origin[1:] for origin in known_routes(place("open", 0).game, here.replay.display, "open")} == {
        "4",
        "7",
    }


def test_every_occupied_square_is_told_about() -> None:
    told = describe_squares(place("red", 3))

    assert told["a4"].words == "Red sergeant on a4 may go to a5, b4."
    assert told["f7"].words == "Blue sergeant on f7 may go to f6."
    assert told["a7"] == SquareInfo("Blue, face down, on a7: where it may go is not known.")
    assert told["b2"].words == "Red bomb on b2 cannot move."


def test_a_barragoon_is_told_with_its_crossings() -> None:
    record = one(f'[Game "Barragoon"]\n[Position "{board("Vc2", "(NE)c5", "(X)d2", "zg9")}"]\n\n*')

    told = describe_squares(make_frame(build_replay(record), record.start(), 0, 0))

    assert told["c5"] == SquareInfo(
        "Barragoon, right turn from north: a tile enters it going north and leaves it going east.",
        crossings=("NE",),
    )
    assert told["d2"] == SquareInfo("Barragoon, no way: no tile crosses it. It can be captured.")


def test_what_is_told_comes_to_the_browser_as_numbers() -> None:
    data = squares_document(place("red", 3))

    assert data["30"] == ["Red sergeant on a4 may go to a5, b4.", [[0, 30, 40], [0, 30, 31]], []]

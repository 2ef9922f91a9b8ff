"""FEN strings: every way programs write them is read, one way is written; keys of positions."""

import pytest

from engine.core import PositionError
from engine.draughts import RULES, Game, Position
from tests.engine.draughts.random_positions import random_positions


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("W:W31-50:B1-20", "W:W31-50:B1-20"),
        ("W:B1-20:W31-50.", "W:W31-50:B1-20"),
        (" B:WK10,K15,18,24:B12,16,K22 ", "B:WK10,K15,18,24:B12,16,K22"),
        ("W:W1,2,3:B", None),
        ("W:W31,32,33,35,36:BK1,K2,K3", "W:W31-33,35,36:BK1,K2,K3"),
        ("W:WK1-3:B50", None),
        ("W:WK1-3:BK50", "W:WK1,K2,K3:BK50"),
        ("W:W07, 08:B05", "W:W7,8:B5"),
        ("B:W:B", "B:W:B"),
        ("W:W6,K7,8:B9", "W:W6,K7,8:B9"),
    ],
)
def test_what_programs_write_is_read_and_written_one_way(text: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(PositionError) as caught:
            Position.parse(text)
        assert caught.value.code == "position-impossible"
    else:
        assert Position.parse(text).text == canonical
        assert Game(position=text).position() == canonical


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "position-malformed"),
        ("x", "position-malformed"),
        ("WB:W1:B2", "position-malformed"),
        ("W:W31", "position-malformed"),
        ("W:W31:W32", "position-malformed"),
        ("W:W31:B32:B33", "position-malformed"),
        ("W:W31,:B32", "position-malformed"),
        ("W:W51:B32", "position-malformed"),
        ("W:W0:B32", "position-malformed"),
        ("W:W35-31:B1", "position-malformed"),
        ("W:W31:B31", "position-malformed"),
        ("W:W31,31:B1", "position-malformed"),
        ("W:Wa1:B1", "position-malformed"),
        ("W:W" + "31," * 400 + ":B1", "position-malformed"),
        ("W:W30-50:B1", "position-impossible"),
        ("W:W5:B1", "position-impossible"),
        ("W:W31:B46", "position-impossible"),
        (
            "1vd1dv1/2zdz2/7/1(X)3(X)1/(X)1(X)1(X)1(X)/1(X)3(X)1/7/2ZDZ2/1VD1DV1 w 24 0-0",
            "position-malformed",
        ),
    ],
)
def test_what_is_no_position_is_refused(text: str, code: str) -> None:
    with pytest.raises(PositionError) as caught:
        RULES.from_position(text)

    assert caught.value.code == code


def test_strings_of_random_positions_can_be_read_again() -> None:
    for position in random_positions(2000, seed=7):
        assert Position.parse(position.text) == position


def test_keys_follow_the_plies() -> None:
    game = Game(position="W:W7,32:B28,44")
    for ply in ("32x23", "44-49", "7-1", "49-35"):
        game.push(ply)
        assert game.keys()[-1] == Game(position=game.position()).keys()[0], ply

    assert len(set(game.keys())) == 5
    assert game.keys(3) == game.keys()[:3]


def test_keys_never_change_their_meaning() -> None:
    """Archives store them."""
    assert Game().keys() == [START_KEY]


START_KEY = 623917448227524061


def test_a_start_is_told_by_its_tags() -> None:
    assert RULES.start_position({}) == RULES.start({}).position() == "W:W31-50:B1-20"
    assert RULES.canonical_tags({"Position": "W:B1-20:W31-50"}) == {}
    assert RULES.canonical_tags({"Position": "W:B1,2:W50."}) == {"Position": "W:W50:B1,2"}

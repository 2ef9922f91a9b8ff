"""What the rest of the engine asks Barragoon: starts from tags, canonical tags, perft, words."""

import pytest

from engine.barragoon import RULES, Code, Game
from engine.barragoon.words import face_in_words
from engine.core import TagError
from tests.engine.barragoon.boards import board, game

POSITION = board("Da1", "dg9", "(X)d9", reserve=3)


def tag_error(tags: dict[str, str]) -> TagError:
    with pytest.raises(TagError) as caught:
        RULES.start(tags)
    return caught.value


def test_without_tags_a_game_starts_closed() -> None:
    assert RULES.start({}).position() == Game().position()


def test_tags_choose_set_up_and_levels() -> None:
    started = RULES.start({"Setup": "open", "WhiteExpress": "1", "BrownExpress": "2"})

    assert started.position() == Game(open=True, express=(1, 2)).position()


def test_a_position_tag_replaces_the_set_up() -> None:
    assert RULES.start({"Setup": "open", "Position": POSITION}).position() == POSITION


@pytest.mark.parametrize(
    ("tags", "tag", "code"),
    [
        ({"Setup": "ajar"}, "Setup", Code.SETUP_UNKNOWN),
        ({"WhiteExpress": "3"}, "WhiteExpress", Code.EXPRESS_UNKNOWN),
        ({"BrownExpress": ""}, "BrownExpress", Code.EXPRESS_UNKNOWN),
        ({"Position": "nonsense"}, "Position", Code.POSITION_MALFORMED),
        ({"Position": POSITION, "WhiteExpress": "1"}, "WhiteExpress", Code.EXPRESS_CONTRADICTS_POSITION),
    ],
)
def test_tags_a_game_cannot_start_from_are_named(tags: dict[str, str], tag: str, code: Code) -> None:
    error = tag_error(tags)

    assert (error.tag, error.code) == (tag, code)


def test_levels_that_agree_with_the_position_are_fine() -> None:
    assert RULES.start({"Position": POSITION, "WhiteExpress": "0"}).position() == POSITION


@pytest.mark.parametrize(
    ("tags", "canonical"),
    [
        ({}, {}),
        ({"Setup": "closed", "WhiteExpress": "0"}, {}),
        ({"BrownExpress": "1", "Setup": "open"}, {"Setup": "open", "BrownExpress": "1"}),
        ({"Position": POSITION, "Setup": "open", "WhiteExpress": "0"}, {"Position": POSITION}),
        ({"Position": Game().position()}, {}),
        ({"Position": Game(open=True, express=(2, 0)).position()}, {"Setup": "open", "WhiteExpress": "2"}),
    ],
)
def test_one_start_has_one_spelling(tags: dict[str, str], canonical: dict[str, str]) -> None:
    assert RULES.canonical_tags(tags) == canonical
    assert list(RULES.canonical_tags(tags)) == list(canonical)


# perft


def test_perft_of_depth_0_is_1() -> None:
    assert RULES.perft(Game(), 0) == 1


def test_a_lost_position_has_no_plies() -> None:
    assert RULES.perft(game("Da1", "dg9", "(X)d9", express="1-0"), 1) == 0


def test_perft_counts_every_way_of_placing() -> None:
    # d2 has 15 targets on an empty board; one of them is a barragoon, put back on 59 squares with 16 faces.
    started = game("Zd5", "(X)d7", "dg9", "(X)d9")

    assert RULES.perft(started, 1) == 11 + 16 * (63 - 4 + 1)


def test_perft_counts_both_placements_after_a_tile() -> None:
    started = game("Zd5", "zd7", "dg9", "(X)d9", reserve=4)

    assert RULES.perft(started, 1) == 11 + 16 * 60 * 16 * 59


def test_perft_counts_a_last_tiles_capture_once() -> None:
    started = game("Zd5", "zd7", "(X)a9", reserve=4)

    assert RULES.perft(started, 1) == 12


def test_perft_counts_complete_plies_in_depth() -> None:
    started = game("Za1", "(X)a3", "(X)b1", "zg9", "(X)g8")
    # Counted out by playing every ply: the sum over all of White's plies of Brown's replies.
    from engine.barragoon.perft import complete_plies

    total = 0
    for ply in complete_plies(started):
        started.push(ply)
        total += RULES.perft(started, 1)
        started.pop()

    assert RULES.perft(started, 2) == total
    assert sum(1 for _ in complete_plies(started)) == RULES.perft(started, 1)


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="depth"):
        RULES.perft(Game(), -1)


# words


def test_a_plain_move_in_words() -> None:
    assert Game().words("d2-d4") == "White: 3-tile from d2 moves to d4"


def test_a_captured_barragoon_in_words() -> None:
    started = game("Vb1", "(X)b5", "dg9")

    assert started.words("b1xb5/NE@d4") == (
        "White: 4-tile from b1 captures the barragoon on b5 and puts it on d4, right turn from north"
    )
    assert started.words("b1xb5/-") == (
        "White: 4-tile from b1 captures the barragoon on b5 and forgets to place it"
    )


def test_a_captured_tile_in_words() -> None:
    started = game("vb1", "Zb5", "Dg9", turn="b", reserve=4)

    assert started.words("b1xb5/X@a4/NS@g6 (=)") == (
        "Brown: 4-tile from b1 captures the 2-tile on b5; White puts a barragoon on a4, no way; "
        "Brown puts a barragoon on g6, two ways, north and south, and offers a draw"
    )
    assert started.words("b1xb5/-/E@g6") == (
        "Brown: 4-tile from b1 captures the 2-tile on b5; White forgets to place a barragoon; "
        "Brown puts a barragoon on g6, one way east"
    )


def test_every_face_has_words_of_its_own() -> None:
    assert len({face_in_words(content) for content in range(1, 17)}) == 16
    assert face_in_words(16) == "all turns"


def test_the_squares_of_the_last_ply_are_known() -> None:
    started = game("Vb1", "(X)b5", "dg9")

    assert started.last_squares() == ()
    started.push("b1xb5/NE@d4")
    assert started.last_squares() == ("b1", "b5", "d4")

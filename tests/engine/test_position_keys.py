"""Keys of positions: the same board and side to move have the same key, wherever it came from; others have another."""

from collections.abc import Callable, Iterable

import pytest

from engine import barragoon, draughts, stratego
from engine.core import Game, Rules
from engine.position_keys import find_position_keys, key_part

ROWS = "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"
BARRAGOON = ["c2-b2", "d8-d5", "d2-f3", "d5xb6/NS@f2", "b2xb4/NW@a1", "e8-f7", "b4xb6/SE@a4/EN@e3"]
STRATEGO = ["a4-a5", "j7-j6", "a5-a6", "i7-i6", "a6xa7", "j6-j5", "e4-e5", "j5xj4", "e5-e6", "i6-i5", "e6xe7"]


def _barragoon() -> Game:
    return barragoon.RULES.start({})


def _stratego() -> Game:
    return stratego.RULES.start({"RedSetup": ROWS, "BlueSetup": ROWS})


@pytest.mark.parametrize(("start", "plies"), [(_barragoon, BARRAGOON), (_stratego, STRATEGO)])
def test_a_game_knows_the_keys_of_all_its_positions(start: object, plies: list[str]) -> None:
    game = start()  # type: ignore[operator]
    one_by_one = [game.keys()[-1]]
    boards = [game.position().split()[:2]]
    for ply in plies:
        game.push(ply)
        one_by_one.append(game.keys()[-1])
        boards.append(game.position().split()[:2])

    assert game.keys() == one_by_one
    assert game.keys(3) == one_by_one[:3]
    assert game.keys(len(plies) + 5) == one_by_one
    assert len(set(one_by_one)) == len({tuple(board) for board in boards}) == len(plies) + 1


def test_the_same_position_by_another_order_of_moves_has_the_same_key() -> None:
    one, other = _barragoon(), _barragoon()
    for ply in ("c2-c3", "c8-c7", "e2-e3", "e8-e7"):
        one.push(ply)
    for ply in ("e2-e3", "e8-e7", "c2-c3", "c8-c7"):
        other.push(ply)

    assert one.keys()[-1] == other.keys()[-1]
    assert one.keys()[1] != other.keys()[1]


@pytest.mark.parametrize(
    ("rules", "tags"),
    [
        (barragoon.RULES, {}),
        (barragoon.RULES, {"Setup": "open", "BrownExpress": "2"}),
        (barragoon.RULES, {"Position": "7/7/7/7/7/7/7/7/Z1z4 b 3 1-0"}),
        (stratego.RULES, {"RedSetup": ROWS, "BlueSetup": "NNMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTBNNFSBBB"}),
    ],
)
def test_the_start_is_known_without_starting_a_game(rules: Rules, tags: dict[str, str]) -> None:
    assert rules.start_position(tags) == rules.start(tags).position()


@pytest.mark.parametrize(("start", "plies"), [(_barragoon, BARRAGOON), (_stratego, STRATEGO)])
def test_plies_that_were_taken_back_leave_no_keys(start: object, plies: list[str]) -> None:
    game = start()  # type: ignore[operator]
    for ply in plies:
        game.push(ply)
    whole = game.keys()
    for _ in range(4):
        game.pop()

    assert game.keys() == whole[:-4]


def test_keys_from_a_position_in_which_the_second_side_moves() -> None:
    game = barragoon.RULES.from_position("7/7/7/7/7/7/7/7/Z1z4 b 3 0-0")
    start = game.keys()
    ply = next(move for move in game.legal_moves() if move.kind == "move")
    game.push(f"{ply.origin}-{ply.target}")
    after = barragoon.RULES.from_position(game.position())

    assert game.keys() == [*start, *after.keys()]


def test_keys_never_change_their_meaning() -> None:
    """Archives store them."""
    assert _barragoon().keys() == [BARRAGOON_START]
    assert _stratego().keys() == [STRATEGO_START]
    assert key_part("barragoon", "Z", "c2") == PART


BARRAGOON_START = -4797545569521960761
STRATEGO_START = 6785904454241070139
PART = 5427540265295997187


GAMES = [(_barragoon, BARRAGOON), (_stratego, STRATEGO)]


def _played(start: Callable[[], Game], plies: Iterable[str]) -> Game:
    game = start()
    for ply in plies:
        game.push(ply)
    return game


@pytest.mark.parametrize(("start", "plies"), GAMES)
def test_a_game_played_left_to_right_has_the_same_keys_as_its_mirror_image(
    start: Callable[[], Game], plies: list[str]
) -> None:
    game = _played(start, plies)
    keys = find_position_keys(game.rules)
    reflection = game.rules.from_position(keys.mirror_position(start().position()))
    for ply in plies:
        reflection.push(keys.mirror_ply(ply))

    for view in game.rules.views:
        one, other = keys.of_game(game, view), keys.of_game(reflection, view)
        assert [found.key for found in one] == [found.key for found in other]
        assert [found.is_mirrored for found in one if not found.is_symmetric] == [
            not found.is_mirrored for found in other if not found.is_symmetric
        ]
    assert reflection.position() == keys.mirror_position(game.position())
    assert keys.mirror_position(reflection.position()) == game.position()
    assert [keys.mirror_ply(keys.mirror_ply(ply)) for ply in plies] == plies


@pytest.mark.parametrize(("start", "plies"), GAMES)
def test_a_position_string_has_the_key_that_its_game_has(start: Callable[[], Game], plies: list[str]) -> None:
    game = start()
    keys = find_position_keys(game.rules)
    for ply in plies:
        game.push(ply)
        for view in game.rules.views:
            assert keys.of_position(game.position(view)) == keys.of_game(game, view)[-1]


def test_the_start_of_barragoon_is_its_own_mirror_image() -> None:
    keys = find_position_keys(barragoon.RULES)
    assert [found.is_symmetric for found in keys.of_game(_played(_barragoon, ["c2-b2"]), "open")] == [
        True,
        False,
    ]


def test_a_spectator_tells_two_set_ups_apart_only_by_what_was_shown() -> None:
    other = {"RedSetup": "NNMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTBNNFSBBB", "BlueSetup": ROWS}
    quiet = ["a4-a5", "j7-j6"]
    one, two = _played(_stratego, quiet), _played(lambda: stratego.RULES.start(other), quiet)
    keys = find_position_keys(stratego.RULES)

    assert keys.of_game(one, "spectator") == keys.of_game(two, "spectator")
    assert set(keys.of_game(one, "open")).isdisjoint(keys.of_game(two, "open"))


def test_a_game_without_mirror_images_is_found_by_its_own_keys() -> None:
    game = draughts.RULES.start({})
    game.push("32-28")
    keys = find_position_keys(draughts.RULES)

    assert [found.key for found in keys.of_game(game, "open")] == game.keys()
    assert keys.of_position(game.position()).key == game.keys()[-1]
    assert keys.mirror_ply("32-28") == "32-28"
    assert keys.mirror_position(game.position()) == game.position()

"""Copies, comparison, text and pictures of games, positions and records; what is not writable; wrong types."""

import copy
import random
from collections.abc import Callable

import pytest

from engine import barragoon, draughts, record, registry, stratego
from engine.board_game import BoardGame, play_at_random
from engine.random_games import random_games, random_setup
from tests.engine import nim

RED = "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"
CAPTURE = "6d/3(X)3/7/7/1(X)5/7/7/7/1V5 w 4 0-0"


def played(name: str, seed: int) -> BoardGame:
    rng = random.Random(seed)
    games: dict[str, Callable[[], BoardGame]] = {
        "barragoon": barragoon.Game,
        "stratego": lambda: stratego.Game(random_setup(rng), random_setup(rng), two_squares=3),
        "draughts": draughts.Game,
        "nim": lambda: nim.Game(5),
    }
    game = games[name]()
    play_at_random(game, rng, rng.randrange(4, 40))
    return game


games = pytest.mark.parametrize("name", ["barragoon", "stratego", "draughts", "nim"])


@games
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda game: game.copy()])
def test_what_is_done_to_a_copy_does_not_show_in_the_original(
    name: str, duplicate: Callable[[BoardGame], BoardGame]
) -> None:
    for seed in range(10):
        game = played(name, seed)
        before, plies = game.position(), list(game.plies)
        twin = duplicate(game)
        assert twin == game

        while twin.plies:
            twin.pop()  # type: ignore[attr-defined]

        assert (game.position(), game.plies) == (before, plies)
        assert twin.position() == game.start_position()
        for ply in plies:
            twin.push(ply)
        assert twin == game
        assert list(twin.legal_moves()) == list(game.legal_moves())  # type: ignore[attr-defined]


def test_a_copy_keeps_an_offer_and_the_duty_that_follows_from_it() -> None:
    game = barragoon.Game()
    for ply in ["c2-c3", "c8-c7", "c3-c2", "c7-c8"] * 3:
        game.push(ply)
    game.offer_draw()

    twin = game.copy()

    assert twin == game
    assert not twin.is_legal("c2-c3")
    game.pop()
    assert game != twin


@games
def test_games_differ_by_a_ply_and_by_their_start(name: str) -> None:
    game = played(name, 1)
    other = game.copy()
    other.pop()  # type: ignore[attr-defined]

    assert game != other
    assert game != name


def test_games_differ_by_their_limits() -> None:
    assert stratego.Game(RED, RED) != stratego.Game(RED, RED, two_squares=3)
    assert barragoon.Game() != barragoon.Game(express=(1, 0))
    assert barragoon.Game() != stratego.Game(RED, RED)


def test_games_of_draughts_differ_by_an_offer() -> None:
    game = draughts.Game()
    game.push("32-28")
    other = game.copy()
    other.offer_draw()

    assert game != other
    assert other.copy() == other


@games
def test_what_changes_cannot_be_hashed(name: str) -> None:
    with pytest.raises(TypeError):
        hash(played(name, 1))


def test_positions_can_be_hashed_and_compared() -> None:
    start = barragoon.Position.start()

    assert {start, barragoon.Position.parse(barragoon.Game().position())} == {start}
    assert repr(start) == f"Position.parse({barragoon.Game().position()!r})"
    held = stratego.Position.parse(stratego.Game(RED, RED).position())
    assert repr(held) == f"Position.parse({held.text!r})"
    assert len({held, held._replace(turn=held.turn.other)}) == 2


@pytest.mark.parametrize(
    "position",
    [
        barragoon.Position.parse(CAPTURE),
        stratego.Position.parse(stratego.Game(RED, RED).position()),
        draughts.Position.start(),
    ],
    ids=["barragoon", "stratego", "draughts"],
)
def test_positions_are_copied_told_and_shown(position: barragoon.Position) -> None:
    assert copy.copy(position) == copy.deepcopy(position) == position
    assert repr(position) == f"Position.parse({position.text!r})"
    assert len(str(position).splitlines()) > 9
    assert position._repr_svg_().startswith("<svg ")
    with pytest.raises(AttributeError):
        position.turn = position.turn.other  # type: ignore[misc]


def test_a_game_says_what_it_is() -> None:
    game = barragoon.Game(position=CAPTURE)
    game.push("b1xb5/NE@d4")

    assert repr(game) == "<Barragoon after 1 ply: 6d/3(X)3/7/7/1V5/3(NE)3/7/7/7 b 4 0-0>"


def test_a_board_of_barragoon_as_text() -> None:
    position = barragoon.Position.parse("6d/3(X)3/7/7/1(A)5/7/4(EN)2/7/1V5 w 4 1-0")

    assert (
        str(position)
        == str(barragoon.Game(position=position))
        == (
            "9 · · · · · · ❸\n8 · · · ✕ · · ·\n7 · · · · · · ·\n6 · · · · · · ·\n5 · ✥ · · · · ·\n4 · · · · · · ·\n"
            "3 · · · · ⬏ · ·\n2 · · · · · · ·\n1 · ④ · · · · ·\n  a b c d e f g\n"
            "White to move, 4 in the reserve, express 1-0"
        )
    )
    flipped = position.board_text(unicode=False, flip=True)
    assert flipped.isascii()
    assert flipped.splitlines()[:3] == [
        "1 .    .    .    .    .    V    .",
        "2 .    .    .    .    .    .    .",
        "3 .    .    (EN) .    .    .    .",
    ]


def test_a_board_of_stratego_as_text_shows_what_a_view_knows() -> None:
    game = stratego.Game(RED, RED)

    assert str(game).splitlines()[:5] == [
        "10 n t l p j o g m b f",
        " 9 c c c c c c c c b b",
        " 8 t l l l p p p j j o",
        " 7 b b b s n n n n t t",
        " 6 · · ≈ ≈ · · ≈ ≈ · ·",
    ]
    assert str(game).splitlines()[-2:] == ["   a b c d e f g h i j", "Red to move"]
    assert game.board_text("red", unicode=False).splitlines()[3:5] == [
        " 7 ! ! ! ! ! ! ! ! ! !",
        " 6 . . ~ ~ . . ~ ~ . .",
    ]


def test_a_board_of_draughts_as_text() -> None:
    position = draughts.Position.parse("B:W46,K5:B1,K50")

    assert str(position) == str(draughts.Game(position=position)) == position.board_text()
    assert str(position).splitlines()[0] == "  ⛂   .   .   .   ⛁"
    assert str(position).splitlines()[-1] == "Black to move"
    assert position.board_text(unicode=False, flip=True).splitlines()[:2] == [
        "  B   .   .   .   w",
        ".   .   .   .   .",
    ]
    assert repr(position) == "Position.parse('B:WK5,46:B1,K50')"
    assert position._repr_svg_().startswith("<svg ")


@games
def test_a_notebook_shows_a_picture(name: str) -> None:
    assert played(name, 3)._repr_svg_().startswith("<svg ")


def test_a_notebook_shows_positions_and_records() -> None:
    assert barragoon.Position.start()._repr_svg_().startswith("<svg ")
    assert stratego.Position.parse(stratego.Game(RED, RED).position())._repr_svg_().startswith("<svg ")
    (held,) = record.read_text('[Game "Barragoon"]\n\n1. d2-d4 *\n')
    assert 'href="#barragoon-mark-target"' in str(held._repr_svg_())
    (nothing,) = record.read_text("1. d2-d4 *\n")
    assert nothing._repr_svg_() is None


# records


def test_what_is_done_to_a_copy_of_a_record_does_not_show_in_the_original() -> None:
    (held,) = record.read_text('[Game "Barragoon"]\n\n1. d2-d4 $1 (1. c2-c3 { why }) 1... d8-d6 *\n')
    text = record.write(held)
    twin = copy.copy(held)
    assert twin == held == copy.deepcopy(held)

    twin.tags["White"] = "Ann"
    twin.main.note(1).variations[0].note(1).remarks.append("so")
    twin.main.note(1).glyphs.append(5)
    twin.final.push("c2-c3")  # type: ignore[union-attr]

    assert record.write(held) == str(held) == text
    assert twin != held
    assert twin.main != held.main


def test_a_copy_of_a_stored_record_is_the_same() -> None:
    for made in random_games(4, seed=5):
        stored = record.read_valid(record.write(made))

        assert stored.copy() == stored


def test_a_record_says_what_it_is() -> None:
    good, broken = record.read_text(
        '[Game "Barragoon"]\n[White "Ann"]\n\n1. d2-d4 *\n\n[Game "Chess"]\n\n*\n'
    )

    assert repr(good) == "<Record: Barragoon, Ann - ?, 1 plies, *>"
    assert repr(broken) == "<Record: Chess, 0 plies, 1 errors>"
    assert str(broken).startswith("record 2, line 6, ")
    with pytest.raises(TypeError):
        hash(good)


# not from outside


@pytest.mark.parametrize("attribute", ["cells", "board", "reserve", "express", "turn", "plies"])
def test_a_board_cannot_be_written_from_outside(attribute: str) -> None:
    game = barragoon.Game()

    with pytest.raises(AttributeError):
        setattr(game, attribute, getattr(game, attribute))


def test_what_a_board_holds_cannot_be_changed_in_place() -> None:
    with pytest.raises(TypeError):
        barragoon.Game().cells[0] = 5  # type: ignore[index]


# wrong types


@pytest.mark.parametrize(
    "call",
    [
        lambda: barragoon.Game().push(5),
        lambda: barragoon.Game().push(None),
        lambda: barragoon.Game().push(b"d2-d4"),
        lambda: barragoon.Game().is_legal(["d2-d4"]),
        lambda: barragoon.Game().is_legal(b"d2-d4"),
        lambda: barragoon.Game(position=5),
        lambda: barragoon.Position.parse(["7"]),
        lambda: barragoon.RULES.start("closed"),
        lambda: stratego.Game(RED, RED).push(5),
        lambda: stratego.Game(RED, RED).is_legal(None),
        lambda: stratego.Game(5, RED),
        lambda: stratego.Game(RED, RED, two_squares="5"),
        lambda: stratego.Position.parse(5),
        lambda: stratego.RULES.start(RED),
        lambda: draughts.Game().push(5),
        lambda: draughts.Game().is_legal(["32-28"]),
        lambda: draughts.Game(position=5),
        lambda: draughts.Position.parse(5),
        lambda: draughts.RULES.start("W:W31:B1"),
        lambda: record.read("1. d2-d4"),
        lambda: record.read_text(b"1. d2-d4"),
        lambda: record.write("1. d2-d4"),
        lambda: record.from_plies({"Game": "Barragoon"}, "d2-d4"),
        lambda: record.from_plies("Barragoon", ["d2-d4"]),
        lambda: registry.rules(5),
        lambda: barragoon.Game().random_ply(5),
        lambda: stratego.Game(RED, RED).random_ply(None),
        lambda: draughts.Game().random_ply(None),
    ],
)
def test_a_wrong_type_is_a_type_error(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize("ply", [5, None, ["d2-d4"]])
def test_a_ply_of_a_wrong_type_is_named(ply: object) -> None:
    for game in (barragoon.Game(), draughts.Game()):
        with pytest.raises(TypeError, match="a str is expected"):
            game.push(ply)  # type: ignore[arg-type]


def test_nothing_is_taken_back_before_anything_was_played() -> None:
    for game in (barragoon.Game(), stratego.Game(RED, RED), draughts.Game()):
        with pytest.raises(IndexError, match="no ply has been played"):
            game.pop()

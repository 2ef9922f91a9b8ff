"""Points of view: what becomes known, and that nothing else can be told from a hidden view."""

import random

import pytest

from engine import stratego
from engine.core import FIRST, SECOND
from engine.stratego.knowledge import ViewError
from tests.engine.stratego.positions import game, random_setup

RED = "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"
HIDDEN_RED = "/".join(["?" * 10] * 4)
HIDDEN_BLUE = "/".join(["!" * 10] * 4)
LAKES = "2~~2~~2/2~~2~~2"


def start() -> stratego.Game:
    return stratego.Game(RED, RED)


def test_at_the_start_red_sees_only_his_own() -> None:
    assert start().position("red") == (f"{HIDDEN_BLUE}/{LAKES}/TTNNNNSBBB/OJJPPPLLLT/BBCCCCCCCC/FBMGOJPLTN r")


def test_at_the_start_blue_sees_only_his_own() -> None:
    assert start().position("blue") == (f"ntlpjogmbf/ccccccccbb/tlllpppjjo/bbbsnnnntt/{LAKES}/{HIDDEN_RED} r")


def test_at_the_start_a_spectator_sees_nothing_open() -> None:
    assert start().position("spectator") == f"{HIDDEN_BLUE}/{LAKES}/{HIDDEN_RED} r"


def test_the_open_view_is_the_plain_position() -> None:
    assert start().position("open") == start().position()


def test_an_attack_shows_both_pieces_to_everybody() -> None:
    position = game({"e5": "J", "e6": "b"})

    position.push("e5xe6")

    assert position.position("spectator") == "9!/9!/10/10/2~~b1~~2/2~~2~~2/10/10/?9/?9 b"
    assert position.position("red") == "9!/9!/10/10/2~~b1~~2/2~~2~~2/10/10/T9/F9 b"


def test_a_shown_piece_stays_known_where_it_goes() -> None:
    position = game({"e5": "J", "e6": "t"})

    for ply in ("e5xe6", "j9-j8", "e6-e7"):
        position.push(ply)

    assert position.position("blue") == "9f/10/9t/4J5/2~~2~~2/2~~2~~2/10/10/?9/?9 b"


def test_a_piece_that_moved_one_step_stays_face_down_but_is_no_bomb_and_no_flag() -> None:
    position = game({"e5": "C"})

    position.push("e5-e6")

    (scout,) = [man for man in position.seen("spectator") if man.square == "e6"]
    assert scout == stratego.Seen("e6", FIRST, None, moved=True, ran=False, shown=False)


def test_a_piece_that_ran_is_known_to_be_a_scout() -> None:
    position = game({"e3": "C"})

    position.push("e3-e5")

    (scout,) = [man for man in position.seen("blue") if man.square == "e5"]
    assert scout == stratego.Seen("e5", FIRST, stratego.Kind.SCOUT, moved=True, ran=True, shown=False)
    assert position.position("spectator") == "9!/9!/10/10/2~~2~~2/2~~C1~~2/10/10/?9/?9 b"


def test_what_was_learnt_is_unlearnt_when_the_ply_is_taken_back() -> None:
    position = game({"e3": "C", "e7": "b"})
    before = {view: (position.position(view), position.seen(view)) for view in stratego.RULES.views}

    position.push("e3xe7")
    position.pop()

    assert {view: (position.position(view), position.seen(view)) for view in before} == before


def test_the_owner_sees_which_of_his_pieces_the_opponent_knows() -> None:
    position = game({"e5": "M", "e6": "t"})

    position.push("e5xe6")

    (marshal,) = [man for man in position.seen("red") if man.square == "e6"]
    assert marshal.shown


def test_an_unknown_view_is_refused_with_the_choices() -> None:
    with pytest.raises(ViewError) as caught:
        start().position("green")

    assert (caught.value.code, caught.value.message) == (
        "no-such-view",
        "There is no view 'green'; choose open, red, blue, spectator.",
    )


def disguised(setup: str, chance: random.Random, fixed: set[int]) -> str:
    """The same set-up with all pieces exchanged among each other except those on fixed places."""
    letters = list(setup.replace("/", ""))
    free = [place for place in range(40) if place not in fixed]
    shuffled = [letters[place] for place in free]
    chance.shuffle(shuffled)
    for place, letter in zip(free, shuffled, strict=True):
        letters[place] = letter
    return "/".join("".join(letters[start : start + 10]) for start in range(0, 40, 10))


def test_two_games_that_differ_only_in_what_is_hidden_look_the_same() -> None:
    """Exchange all of Blue's pieces that nobody has touched, and Red's view is the same."""
    chance = random.Random("hidden")
    compared = 0
    for _ in range(60):
        red, blue = random_setup(chance), random_setup(chance)
        one = stratego.Game(red, blue)
        for _ in range(chance.randint(5, 80)):
            legal = list(one.legal_plies())
            if not legal:
                break
            one.push(chance.choice(legal))
        # Where a piece of Blue's moved or took part in an attack, it stays; the others are exchanged.
        touched = set()
        for ply in one.plies:
            touched.update(ply.replace("x", "-").split("-"))
        fixed = {99 - stratego.SQUARES[name] for name in touched if stratego.SQUARES[name] >= 60}
        other = stratego.Game(red, disguised(blue, chance, fixed))
        if other.outcome() is not None or other.position() == stratego.Game(red, blue).position():
            continue
        for ply in one.plies:
            other.push(ply)
        if (one.outcome() is None) != (other.outcome() is None):
            continue
        compared += 1
        for view in ("red", "spectator"):
            assert one.position(view) == other.position(view)
            assert one.seen(view) == other.seen(view)
            assert one.captured(FIRST) == other.captured(FIRST)
            assert one.captured(SECOND) == other.captured(SECOND)
    assert compared > 40


def test_the_moves_of_a_face_down_piece_are_not_shown() -> None:
    position = game({"e3": "C", "g3": "J"})
    for ply in ("e3-e5", "j9-j8"):
        position.push(ply)

    def origins(view: str) -> set[str]:
        return {step.origin for step in position.visible_moves(view)}

    assert origins("red") == origins("open") == {"a2", "e5", "g3"}
    assert origins("blue") == origins("spectator") == {"e5"}


def test_words_name_a_kind_only_to_those_who_may_know_it() -> None:
    position = game({"e3": "J"})

    assert position.words("e3-e4") == "Red: major from e3 to e4"
    assert position.words("e3-e4", "red") == "Red: major from e3 to e4"
    assert position.words("e3-e4", "blue") == "Red: piece from e3 to e4"
    assert position.words("e3-e4", "spectator") == "Red: piece from e3 to e4"


@pytest.mark.parametrize(
    ("men", "ply", "words"),
    [
        ({"e3": "C"}, "e3-e6", "Red: scout from e3 to e6"),
        ({"e5": "S", "e6": "m"}, "e5xe6", "Red: spy from e5 attacks Blue's marshal on e6 and wins"),
        ({"e5": "S", "e6": "t"}, "e5xe6", "Red: spy from e5 attacks Blue's sergeant on e6 and loses"),
        (
            {"e5": "J", "e6": "j"},
            "e5xe6",
            "Red: major from e5 attacks Blue's major on e6 and both leave the board",
        ),
        (
            {"e5": "J", "e6": "f", "j10": "n"},
            "e5xe6",
            "Red: major from e5 captures Blue's flag on e6 and wins the game",
        ),
    ],
)
def test_what_everybody_sees_is_told_to_everybody(men: dict[str, str], ply: str, words: str) -> None:
    for view in stratego.RULES.views:
        assert game(men).words(ply, view) == words


def test_the_last_squares_are_those_of_the_last_ply() -> None:
    position = game({"e3": "C"})
    assert position.last_squares() == ()

    position.push("e3-e6")

    assert position.last_squares() == ("e3", "e6")

"""Stratego records: every kind of error where it stands, round trips, and broken text of every sort."""

import io
import random
from collections.abc import Callable
from enum import StrEnum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import stratego
from engine.core import EngineError
from engine.record import Record, RecordCode, from_plies, read, read_text, write
from tests.engine.stratego.positions import random_setup

SETUP = "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"
# Blue's flag stands on e7, and a scout of Red's on e4 sees it.
OPEN_FLAG = "NNMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTBNNFSBBB"
SCOUT_IN_FRONT = "FBMGOJPLTN/BBNCCCCCCC/OJJPPPLLLT/TTNNCNSBBB"


def text(moves: str, red: str = SETUP, blue: str = SETUP, **tags: str) -> str:
    named = {"Game": "Stratego", "RedSetup": red, "BlueSetup": blue, **tags}
    return "".join(f'[{name} "{value}"]\n' for name, value in named.items()) + f"\n{moves}\n"


def one(content: str) -> Record:
    (record,) = read_text(content)
    return record


def errors(content: str) -> list[tuple[int, int, int | None, str, str]]:
    return [
        (error.line, error.column, error.ply, error.code.value, error.rule) for error in one(content).errors
    ]


def test_a_record_is_read_and_written_canonically() -> None:
    record = one(text("1. a4-a5 {to the lake} j7-j6! (1... f7-f6) 2. a5-a6 *", Event="Club", TwoSquares="3"))

    assert record.errors == ()
    assert write(record) == (
        '[Game "Stratego"]\n[Event "Club"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[Red "?"]\n[Blue "?"]\n'
        '[Result "*"]\n[Termination "unterminated"]\n'
        f'[RedSetup "{SETUP}"]\n[BlueSetup "{SETUP}"]\n[TwoSquares "3"]\n'
        "\n1. a4-a5 { to the lake } 1... j7-j6 $1 (1... f7-f6) 2. a5-a6 *\n"
    )


def test_a_captured_flag_fills_in_the_result() -> None:
    record = one(text("1. e4xe7", SCOUT_IN_FRONT, OPEN_FLAG))

    assert (record.errors, record.result, record.termination) == ((), "1-0", "normal")


def test_an_illegal_ply_is_named_with_its_place_and_the_plies_before_it_stay() -> None:
    record = one(text("1. a4-a5 j7-j6\n2. a5-a7 j6-j5 *"))

    (error,) = record.errors
    assert (error.line, error.column, error.ply, error.move) == (6, 4, 3, "2. a5-a7")
    assert (error.code, error.rule) == ("too-far", "move")
    assert record.main.plies == ["a4-a5", "j7-j6"]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (text("1. e4xe7 j7-j6", SCOUT_IN_FRONT, OPEN_FLAG), [(5, 10, 2, "game-over", "end")]),
        (text("1. e4xe7 0-1", SCOUT_IN_FRONT, OPEN_FLAG), [(5, 10, None, "result-contradicts-board", "end")]),
        (
            text("1. e4xe7 1-0", SCOUT_IN_FRONT, OPEN_FLAG, Termination="time"),
            [(4, 1, None, "termination-contradicts-board", "end")],
        ),
        (text("1. a4-a5 1-0", Termination="normal"), [(4, 1, None, "termination-contradicts-board", "")]),
        (text("1. a4-a5 (=) *"), [(5, 10, 1, "no-draw-offers", "end")]),
        (text("1. a4-a5", "nonsense"), [(2, 1, None, "setup-shape", "setup")]),
        (text("1. a4-a5", TwoSquares="many"), [(4, 1, None, "two-squares-limit", "two squares")]),
        ('[Game "Stratego"]\n\n1. a4-a5\n', [(1, 1, None, "setup-missing", "setup")]),
        (text("1. a4-a5 j7xj6"), [(5, 10, 2, "nothing-to-attack", "attack")]),
        (text("1. A4-A5"), [(5, 4, 1, "not-a-ply", "move")]),
    ],
)
def test_errors_stand_where_the_text_is_wrong(
    content: str, found: list[tuple[int, int, int | None, str, str]]
) -> None:
    assert errors(content) == found


def test_a_draw_agreed_on_is_a_result_of_the_event_not_of_the_board() -> None:
    record = one(text("1. a4-a5 1/2-1/2", Termination="agreement"))

    assert (record.errors, record.result, record.termination) == ((), "1/2-1/2", "agreement")


def test_the_two_squares_limit_of_the_record_is_applied() -> None:
    moves = "1. a4-a5 j7-j6 2. a5-a4 j6-j5 3. a4-a5 j5-i5 4. a5-a4 i5-i6 *"

    assert one(text(moves)).errors == ()
    assert errors(text(moves, TwoSquares="3")) == [(6, 49, 7, "two-squares", "two squares")]


def random_record(chance: random.Random, plies: int) -> str:
    red, blue = random_setup(chance), random_setup(chance)
    game = stratego.Game(red, blue)
    for _ in range(plies):
        legal = list(game.legal_plies())
        if not legal:
            break
        game.push(chance.choice(legal))
    tags = {"Game": "Stratego", "RedSetup": red, "BlueSetup": blue, "Event": 'The "Old" \\ Club'}
    return write(from_plies(tags, game.plies))


def test_what_was_written_reads_back_the_same() -> None:
    chance = random.Random("round trip")
    for _ in range(30):
        content = random_record(chance, chance.randint(0, 300))

        assert one(content).errors == ()
        assert write(one(content)) == content


CODES = frozenset(RecordCode) | frozenset(stratego.Code)
SAMPLES = [random_record(random.Random(seed), 25) for seed in range(8)]
TOKENS = ["x", "-", "a", "j10", "c5", *"(){}[]", "(=)", "$1", "1-0", "*", '"', "\n", "/", "F", "0", "é"]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A valid record with a few cuts, repeats, swaps and insertions."""
    content = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 12)))
        match draw(st.sampled_from(["cut", "repeat", "insert", "replace"])):
            case "cut":
                content = content[:start] + content[end:]
            case "repeat":
                content = content[:end] + content[start:]
            case "insert":
                content = content[:start] + draw(st.sampled_from(TOKENS)) + content[start:]
            case _:
                content = content[:start] + draw(st.text(max_size=4)) + content[end:]
    return content


@settings(max_examples=400, deadline=None)
@given(mutated())
def test_no_broken_record_raises_anything(content: str) -> None:
    for record in read(io.StringIO(content)):
        for error in record.errors:
            assert error.code in CODES
        if record.final is not None and record.rules is not None and record.rules.name == "stratego":
            game = record.start()
            for ply in record.main.plies:
                game.push(ply)
            assert game.position() == record.final.position()


def code_raised(action: Callable[[str], object], content: str) -> StrEnum | None:
    """The code of our own error, or None; anything else passes through and fails the test."""
    try:
        action(content)
    except EngineError as error:
        return error.code
    return None


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=12))
def test_no_text_as_a_ply_raises_anything_but_a_violation(ply: str) -> None:
    game = stratego.Game(SETUP, SETUP)
    legal = game.is_legal(ply)

    code = code_raised(game.push, ply)

    assert (code is None) == legal
    assert code is None or code in CODES


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="FBMGOJPLTNCSfbm?!~0123456789/ rbx\n", max_size=130))
def test_no_text_as_a_position_or_set_up_raises_anything_but_our_errors(content: str) -> None:
    for parse in (stratego.Position.parse, stratego.Setup.parse, stratego.RULES.from_position):
        code = code_raised(parse, content)

        assert code is None or code in CODES

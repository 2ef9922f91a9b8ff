"""The canonical form: one game, the same bytes; everything read is written back."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import barragoon, registry
from engine.record import Line, Note, Record, from_plies, read_text, write
from tests.engine.barragoon.random_positions import random_game, random_ply
from tests.engine.record.texts import read_one


def test_the_canonical_form_of_a_record() -> None:
    record = read_one(
        "1.d2-d4! {good} (1.c2-c3 c8-c7 $2) d8-d6 2.c2-c3 (=) 1-0",
        Zeta="last",
        Brown="Bob",
        White=r"Ann \"A\"",
        WhiteExpress="0",
        Setup="open",
        Alpha="first",
        Date="2026.11.16",
        Termination="time",
    )

    assert write(record) == (
        '[Game "Barragoon"]\n[Event "?"]\n[Site "?"]\n[Date "2026.11.16"]\n[Round "?"]\n'
        '[White "Ann \\"A\\""]\n[Brown "Bob"]\n[Result "1-0"]\n[Termination "time"]\n[Setup "open"]\n'
        '[Alpha "first"]\n[Zeta "last"]\n'
        "\n"
        "1. d2-d4 $1 { good } (1. c2-c3 c8-c7 $2) 1... d8-d6 2. c2-c3 (=) 1-0\n"
    )


def test_the_order_and_spelling_of_the_text_do_not_matter() -> None:
    first = read_one("1. d2-d4 d8-d6 *", White="Ann", Event="Cup", Setup="closed")
    second = read_one("d2-d4\n\n1... d8-d6", Event="Cup", White="Ann", Result="*")

    assert write(first) == write(second)


def test_lines_are_80_columns_at_most() -> None:
    game = random_game(random.Random(3), 200)
    text = write(from_plies({"Game": "Barragoon"}, game.plies))

    assert max(len(line) for line in text.splitlines()) <= 80


def test_a_board_tag_stands_with_the_round() -> None:
    assert '[Round "?"]\n[Board "4"]\n[White "?"]' in write(read_one("*", Board="4"))


def test_a_game_the_second_player_begins_is_numbered_so() -> None:
    position = "1vd1dv1/2zdz2/7/7/7/7/7/2ZDZ2/1VD1DV1 b 24 0-0"
    record = read_one("d8-d6 d2-d4 (c2-c3) d6-d8 *", Position=position)

    assert write(record).endswith("\n1... d8-d6 2. d2-d4 (2. c2-c3) 2... d6-d8 *\n")


def test_a_comment_with_a_closing_brace_is_written_to_the_end_of_a_line() -> None:
    record = read_one("1. d2-d4 (1. c2-c3 ; odd } one\n) d8-d6 ; {x}\n *")
    text = write(record)

    assert text.endswith("\n1. d2-d4 (1. c2-c3 ; odd } one\n) 1... d8-d6 ; {x}\n*\n")
    assert write(read_text(text)[0]) == text


def test_comments_of_several_lines_are_kept_as_they_are() -> None:
    record = read_one("1. d2-d4 {one\n  two\n\nthree} *")

    assert read_text(write(record))[0].main == record.main


def test_a_broken_record_is_written_up_to_its_error() -> None:
    assert write(read_one("1. d2-d4 a1-a2 *")).endswith("\n1. d2-d4 *\n")


def test_a_record_that_could_not_start_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="cannot start"):
        write(read_text('[Game "Barragoon"]\n[Setup "ajar"]\n\n*\n')[0])


@pytest.mark.parametrize("comment", ["a } b\nc", 'a\n[White "Ann"]'])
def test_comments_no_text_can_say_are_refused(comment: str) -> None:
    record = read_one("1. d2-d4 *")
    record.main.note(1).remarks.append(comment)

    with pytest.raises(ValueError, match="comment"):
        write(record)


def test_a_line_break_in_a_tag_is_refused() -> None:
    record = read_one("*")
    record.tags["White"] = "Ann\nBob"

    with pytest.raises(ValueError, match="line break"):
        write(record)


def test_a_record_can_be_made_from_plies() -> None:
    record = from_plies(
        {"Game": "Barragoon", "White": 'A "B"'}, ["d2-d4", "d8-d6 (=)"], "1/2-1/2", comments=["imported"]
    )

    assert record.ok
    assert record.tags["White"] == 'A "B"'
    assert record.main == Line(["d2-d4", "d8-d6"], {0: Note(remarks=["imported"]), 2: Note(offer=True)})


# round trips

COMMENTS = st.text(alphabet=st.characters(codec="utf-8"), min_size=1, max_size=30).map(
    lambda text: text.replace("}", ")").replace("\r", " ").replace("[", "(").strip() or "x"
)


@st.composite
def annotated_records(draw: st.DrawFn) -> Record:
    """A random game with comments, glyphs, offers and nested variations anywhere."""
    rng = random.Random(draw(st.integers(0, 10**6)))
    record = Record()
    record.rules = registry.rules("barragoon")
    record.tags = {"Game": "Barragoon", "Result": "*", "Termination": "unterminated"}
    record.tags |= draw(
        st.dictionaries(st.sampled_from(["White", "Event", "Alpha"]), COMMENTS.filter(_one_line))
    )
    game = barragoon.Game()
    record.main = _annotated_line(draw, rng, game, draw(st.integers(0, 12)), depth=0)
    record.final = game
    return record


def _one_line(text: str) -> bool:
    return "\n" not in text


def _annotated_line(
    draw: st.DrawFn, rng: random.Random, game: barragoon.Game, length: int, depth: int
) -> Line:
    line = Line()
    if draw(st.booleans()):
        line.note(0).remarks.append(draw(COMMENTS))
    for number in range(1, length + 1):
        if game.outcome() is not None:
            break
        alternative = Line()
        if depth < 2 and draw(st.integers(0, 4)) == 0:
            before = len(game.plies)
            alternative = _annotated_line(draw, rng, game, draw(st.integers(1, 3)), depth + 1)
            while len(game.plies) > before:
                game.pop()
        ply = random_ply(game, rng)
        game.push(ply)
        line.plies.append(ply)
        if draw(st.integers(0, 3)) == 0:
            line.note(number).remarks.append(draw(COMMENTS))
        if draw(st.integers(0, 5)) == 0:
            line.note(number).glyphs = draw(st.lists(st.integers(0, 255), min_size=1, max_size=3))
        if draw(st.integers(0, 9)) == 0:
            line.note(number).offer = True
        if alternative.plies:
            line.note(number).remarks.append(alternative)
    return line


@given(annotated_records())
@settings(max_examples=150, deadline=None)
def test_everything_survives_the_round_trip(record: Record) -> None:
    text = write(record)

    (again,) = read_text(text)

    assert again.errors == () or again.errors[0].code.value == "result-contradicts-board"
    assert again.main == record.main
    assert write(again).replace("\r", "") == text


@pytest.mark.parametrize("seed", range(5))
def test_random_games_survive_the_round_trip(seed: int) -> None:
    game = random_game(random.Random(seed), 150, open=bool(seed % 2), express=(seed % 3, 0))
    tags = {"Game": "Barragoon", "Setup": "open" if seed % 2 else "closed", "WhiteExpress": str(seed % 3)}
    record = from_plies(tags, game.plies)

    (again,) = read_text(write(record))

    assert record.ok
    assert again.main == record.main
    assert again.tags["Result"] == record.tags["Result"]
    assert write(again) == write(record)


def test_writing_what_was_read_changes_nothing_more() -> None:
    text = write(read_one("1. d2-d4 {a} {b} $3 (1. c2-c3 (1. e2-e3 {c})) {d} d8-d6 *"))

    assert write(read_text(text)[0]) == text

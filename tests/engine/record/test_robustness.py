"""No text, however broken, raises anything; what is read of it can be written and read again."""

import random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.record import read_text
from tests.engine.barragoon.random_positions import random_game
from tests.engine.record.promises import check

PIECES = [
    '[Game "Barragoon"]\n', '[Game "Stratego"]\n', '[White "Ann"]', '[Position "7/7/7/7/3z3/7/7/3D3/7 w 4 0-0"]\n',
    '[RedSetup "', "[", "]", '"', "\\", "\n", "\n\n", "\r\n", " ", "{", "}", "(", ")", ";", "%", "\n%", "$", "$1", "!",
    "?", "1.", "1...", "2.", "d2-d4", "d8-d6", "c2-c3", "d2xd5", "/X@a1", "/-", "(=)", "*", "1-0", "1/2-1/2", "é",
    "\udc80", "\x00", "\u2028", "a4-a5", '[Result "*"]\n', '[Setup "open"]\n', '[Termination "normal"]\n',
]  # fmt: skip


@given(st.text(max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read(text: str) -> None:
    check(text)


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
@settings(max_examples=600, deadline=None)
@example('[Game "Barragoon"]\n1. d2-d4 ; }\n{ x } *')
def test_any_mixture_of_the_formats_pieces_is_read(text: str) -> None:
    check(text)


GAMES = [random_game(random.Random(seed), 40) for seed in range(4)]
ANNOTATED = (
    '[Game "Barragoon"]\n[White "Ann \\"A\\""]\n\n1. d2-d4 $1 { good } (1. c2-c3 (1. e2-e3) 1... c8-c7) '
    "1... d8-d6 (=) 2. c2-c4 *\n"
)
TEXTS = [
    ANNOTATED,
    *('[Game "Barragoon"]\n\n' + " ".join(game.plies) + " *\n" for game in GAMES),
]


@given(
    st.sampled_from(TEXTS),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 3), st.sampled_from(PIECES)), min_size=1, max_size=4),
)
@settings(max_examples=500, deadline=None)
def test_mutated_records_are_read(text: str, changes: list[tuple[float, int, str]]) -> None:
    for where, cut, inserted in changes:
        index = int(where * len(text))
        text = text[:index] + inserted + text[index + cut :]

    check(text)


@given(st.sampled_from(TEXTS), st.floats(0, 1))
@settings(max_examples=200, deadline=None)
def test_a_truncated_record_keeps_its_plies(text: str, where: float) -> None:
    (whole,) = check(text)
    for record in check(text[: int(where * len(text))]):
        assert record.main.plies == whole.main.plies[: len(record.main.plies)]


@given(st.lists(st.sampled_from([*TEXTS, '[Game "Barragoon"]\n\n1. d2-d4 { never\n', "junk\n"]), max_size=6))
@settings(max_examples=100, deadline=None)
def test_good_records_are_found_among_broken_ones(texts: list[str]) -> None:
    records = check("\n".join(texts))

    good = [text for text in texts if text in TEXTS]
    plies = [record.main.plies for record in records]
    for text in good:
        (alone,) = read_text(text)
        assert alone.main.plies in plies

"""Which words of a long text were changed."""

import time

from audit.differences import Kind, Piece, is_long, word_by_word


def test_a_text_is_long_by_its_length_or_its_lines() -> None:
    assert [is_long(text) for text in ("x" * 60, "x" * 61, "a\nb")] == [False, True, True]


def test_changed_words_stand_between_those_that_stayed() -> None:
    assert word_by_word("We meet in the old mill.", "We meet in the new mill, at eight.") == [
        Piece(Kind.SAME, "We meet in the "),
        Piece(Kind.REMOVED, "old mill."),
        Piece(Kind.ADDED, "new mill, at eight."),
    ]


def test_long_stretches_that_stayed_are_cut() -> None:
    words = " ".join(str(number) for number in range(100))

    pieces = word_by_word(f"{words} a {words} b {words}", f"{words} c {words} d {words}")

    assert pieces == [
        Piece(Kind.SAME, "… 94 95 96 97 98 99 "),
        Piece(Kind.REMOVED, "a "),
        Piece(Kind.ADDED, "c "),
        Piece(Kind.SAME, "0 1 2 3 4 5 … 94 95 96 97 98 99 "),
        Piece(Kind.REMOVED, "b "),
        Piece(Kind.ADDED, "d "),
        Piece(Kind.SAME, "0 1 2 3 4 5 …"),
    ]


def test_very_long_texts_are_not_compared_but_shown_cut() -> None:
    started = time.perf_counter()

    removed, added = word_by_word("a b " * 5000, "b a " * 5000)

    assert (removed.kind, added.kind) == (Kind.REMOVED, Kind.ADDED)
    assert len(removed.text.split()) == len(added.text.split()) == 1500
    assert time.perf_counter() - started < 1

"""Records without notes are taken apart in a quicker way, and nobody can tell but by the clock."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import registry
from engine.record import from_plies, read_text, write
from engine.record.tokens import plain_words, tokens_of

WORDS = [
    "1.", "1...", "2.", "2", "1.d2-d4", "d2-d4", "d8-d6", "c2-c3", "2.c2-c3", "b1xb5/NE@d4", "d9-d8", "*", "1-0", "0-1",
    "1/2-1/2", "1-0x", "*d2-d4", "D2-d4", "é", "-", "\u2028", "[", '"', "31-26", "32-28", "19-23", "28x19", "3.11-15",
]  # fmt: skip
TAGS = ['[Game "Barragoon"]', '[Game "Draughts"]', '[Game "Barragoon"]\n[Result "1-0"]']


@given(st.sampled_from(TAGS), st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
@settings(max_examples=600, deadline=None)
@example(TAGS[0], "1.d2-d4 d8-d6 *")
@example(TAGS[0], "1. d2-d4 d8-d6 1-0 c2-c3")
@example(TAGS[1], "1. 32-28 19-23 2. 28x19 *")
def test_a_comment_without_words_changes_nothing(tags: str, moves: str) -> None:
    (plain,) = read_text(f"{tags}\n\n{moves}\n")
    (noted,) = read_text(f"{tags}\n\n{moves}\n;\n")

    assert plain == noted
    assert plain.errors == noted.errors


@pytest.mark.parametrize("name", registry.names())
def test_plies_and_numbers_between_spaces_are_plain(name: str) -> None:
    rules, rng = registry.rules(name), random.Random(7)
    tags = {"Game": rules.tag, **rules.random_tags(rng)}
    game = rules.start(tags)
    while game.outcome() is None and len(game.plies) < 40:
        game.push(game.random_ply(rng))
    text = write(from_plies(tags, game.plies))
    start = text.index("\n\n")

    assert plain_words(text, start) == tokens_of(text, start, rules.ply_pattern)


@pytest.mark.parametrize("note", ["{ good }", "; good", "$1", "d2-d4!", "(1. c2-c3)", "(=)", "\n% escaped\n"])
def test_notes_are_not_plain(note: str) -> None:
    assert plain_words(f"1. d2-d4 {note} d8-d6 *", 0) is None

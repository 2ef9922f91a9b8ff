"""Names of people, compared and sorted."""

import string
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.db.folding import comparison_key, sort_key
from players.names import (
    NEAR,
    NearMatch,
    best_first,
    can_be_read,
    display_name,
    distance,
    near_matches,
    same_name,
    similarity,
    sort_name,
    tidy,
)

words = st.text(alphabet=string.ascii_letters + "äöüßøłéčžŁØÆşİıΑΩωЙяё'’-", min_size=1, max_size=12)
names = st.lists(words, min_size=1, max_size=4).map(" ".join)
keys = names.map(comparison_key).filter(bool)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("José García", "jose garcia"),
        ("García, José", "José García"),
        ("BRANDT AGNES", "Agnes Brandt"),
        ("Łukasz Wałęsa", "Lukasz Walesa"),
        ("Søren Ærø", "Soren Aero"),
        ("Jürgen Groß", "JURGEN GROSS"),
        ("Đorđe Þórsson", "Dorde Thorsson"),
        ("İbrahim Işık", "Ibrahim Isik"),
        ("O'Neill, Shane", "Shane O’Neill"),
        ("Shane ONeill", "Shane O'Neill"),
        ("Jean-Luc Martin", "Jean Luc Martin"),
        ("J. R. Hartley", "J R Hartley"),
        ("Dvořa\u0301k", "Dvořák"),
        ("Сергей Королёв", "Королев, Сергеи"),
        ("Ｙａｍａｄａ Ｔａｒｏ", "Taro Yamada"),
    ],
)
def test_spellings_of_one_name_are_the_same(one: str, other: str) -> None:
    assert comparison_key(one) == comparison_key(other)
    assert same_name(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna Kern", "Anne Kern"), ("कमल", "कमला"), ("かき", "さき"), ("Li", "Li Li"), ("山田", "山本")],
)
def test_different_names_are_different(one: str, other: str) -> None:
    assert not same_name(one, other)


@pytest.mark.parametrize("nothing", ["", " ", "-", "'", "…", "́"])
def test_what_has_no_letter_is_nobodys_name(nothing: str) -> None:
    assert comparison_key(nothing) == ""
    assert not same_name(nothing, nothing)


@pytest.mark.parametrize(
    ("name", "readable"),
    [
        ("Ada", True),
        ("علی\u200cرضا", True),
        ("…", False),
        ("A\0da", False),
        ("A\u202eda", False),
        ("A\ud800", False),
    ],
)
def test_a_name_has_letters_and_nothing_invisible(name: str, readable: bool) -> None:
    assert can_be_read(name) is readable


def test_a_key_is_folded_words_in_alphabetical_order() -> None:
    assert comparison_key("Strauß, Zoë-Ælfgifu van der") == "aelfgifu der strauss van zoe"


@given(st.text(max_size=40))
def test_the_key_of_a_key_is_itself(name: str) -> None:
    assert comparison_key(comparison_key(name)) == comparison_key(name)


@given(
    st.lists(words, min_size=1, max_size=4).flatmap(
        lambda given: st.tuples(st.just(given), st.permutations(given))
    )
)
def test_the_order_of_the_words_does_not_matter(both: tuple[list[str], list[str]]) -> None:
    one, other = both

    assert comparison_key(" ".join(one)) == comparison_key(" ".join(other))


@given(names)
def test_sorting_and_showing_a_name_keeps_who_it_is(name: str) -> None:
    assert comparison_key(sort_name(name)) == comparison_key(name)
    assert comparison_key(display_name(name)) == comparison_key(name)


@given(names)
def test_a_name_sorted_is_sorted_for_good(name: str) -> None:
    assert sort_name(sort_name(name)) == sort_name(name)


@given(keys, keys)
def test_similarity_is_the_same_from_both_sides(one: str, other: str) -> None:
    assert similarity(one, other) == similarity(other, one)
    assert 0 <= similarity(one, other) <= 1


@given(keys, keys)
def test_only_the_same_name_is_entirely_similar(one: str, other: str) -> None:
    assert similarity(one, one) == 1
    assert (similarity(one, other) == 1) == (one == other)


@given(keys, keys, st.floats(0.1, 1))
def test_no_candidate_is_ruled_out_that_is_similar_enough(one: str, other: str, threshold: float) -> None:
    found = best_first(one, [("other", other)], threshold=threshold)

    value = similarity(one, other)
    assert found == ([NearMatch("other", value)] if value >= threshold else [])


@given(
    keys.flatmap(lambda key: st.tuples(st.just(key), st.permutations(key).map("".join).map(comparison_key)))
)
def test_no_anagram_is_ruled_out_that_is_similar_enough(both: tuple[str, str]) -> None:
    one, other = both

    assert bool(best_first(one, [("other", other)])) == (similarity(one, other) >= NEAR)


def edits_by_the_book(one: str, other: str) -> int:
    """Optimal string alignment, letter by letter, as textbooks have it."""
    table = {(row, 0): row for row in range(len(one) + 1)} | {
        (0, column): column for column in range(len(other) + 1)
    }
    for row in range(1, len(one) + 1):
        for column in range(1, len(other) + 1):
            table[row, column] = min(
                table[row - 1, column] + 1,
                table[row, column - 1] + 1,
                table[row - 1, column - 1] + (one[row - 1] != other[column - 1]),
            )
            if row > 1 and column > 1 and one[row - 2 : row] == other[column - 2 : column][::-1]:
                table[row, column] = min(table[row, column], table[row - 2, column - 2] + 1)
    return table[len(one), len(other)]


few_letters = st.text(alphabet="abcd", min_size=2, max_size=14)


@given(few_letters, few_letters)
def test_words_differ_by_as_many_letters_as_the_book_says(one: str, other: str) -> None:
    assert distance(one, other) == edits_by_the_book(one, other)


@given(few_letters, st.randoms(use_true_random=False))
def test_letters_swapped_here_and_there_are_counted_as_the_book_says(one: str, random: Random) -> None:
    letters = list(one)
    for _ in range(3):
        place = random.randrange(len(letters) - 1)
        letters[place : place + 2] = reversed(letters[place : place + 2])
    other = "".join(letters)

    assert distance(one, other) == edits_by_the_book(one, other)


many_words = st.lists(st.text(alphabet="abc", min_size=1, max_size=3), min_size=5, max_size=9).map(" ".join)


@given(many_words.map(comparison_key), many_words.map(comparison_key), st.floats(0.1, 1))
def test_no_name_of_many_words_is_ruled_out_that_is_similar_enough(
    one: str, other: str, threshold: float
) -> None:
    found = best_first(one, [("other", other)], threshold=threshold)

    assert [match.similarity for match in found] == [
        value for value in [similarity(one, other)] if value >= threshold
    ]


@pytest.mark.parametrize(
    ("one", "other", "letters"),
    [
        ("anna kern", "anna kern", 0),
        ("anna kern", "anne kern", 1),  # replaced
        ("anna kern", "ana kern", 1),  # left out
        ("anna kern", "anna kren", 1),  # swapped
        ("ken law", "law men", 1),  # the words in another order
        ("a kern", "anna kern", 1),  # an initial
        ("anna kern", "anna kern maria", 2),  # a second first name
        ("b kern", "anna kern", 4),  # not her initial
        ("ca", "abc", 3),  # no letter is touched twice
        ("a b c d e f g", "a b c d e f h", 1),  # too many words to pair
    ],
)
def test_distance_counts_letters(one: str, other: str, letters: int) -> None:
    assert distance(one, other) == letters


def test_near_matches_are_offered_best_first() -> None:
    candidates = ["Peter Kern", "Hanna Kern", "Kern, Anna", "Anna Kerner", "Anna Maria Kern", "Ana Kern"]

    assert near_matches("anna kern", candidates) == [
        NearMatch("Kern, Anna", 1.0),
        NearMatch("Hanna Kern", 1 - 1 / 9),
        NearMatch("Ana Kern", 1 - 1 / 8),
        NearMatch("Anna Maria Kern", 1 - 2 / 13),
        NearMatch("Anna Kerner", 0.8),
    ]


def test_an_umlaut_written_out_is_near() -> None:
    assert [
        match.candidate for match in near_matches("Jürgen Müller", ["Juergen Mueller", "Jurgen Miller"])
    ] == [
        "Jurgen Miller",
        "Juergen Mueller",
    ]


def test_nothing_is_near_to_nothing() -> None:
    assert near_matches("…", ["…", "Anna"]) == []


@pytest.mark.parametrize(
    ("name", "shown", "sorted_as"),
    [
        ("Agnes Brandt", "Agnes Brandt", "Brandt, Agnes"),
        ("Brandt,Agnes", "Agnes Brandt", "Brandt, Agnes"),
        ("  Brandt ,  Agnes Maria ", "Agnes Maria Brandt", "Brandt, Agnes Maria"),
        ("Hugo de Vries", "Hugo de Vries", "Vries, Hugo de"),
        ("Martin Luther King Jr.", "Martin Luther King Jr.", "King, Martin Luther Jr."),
        ("King, Martin, Jr.", "King, Martin, Jr.", "King, Martin, Jr."),
        ("Pelé", "Pelé", "Pelé"),
        ("Brandt,", "Brandt", "Brandt"),
        ("山田太郎", "山田太郎", "山田太郎"),
        ("Joe Jr.", "Joe Jr.", "Jr., Joe"),
    ],
)
def test_a_name_as_it_is_shown_and_sorted(name: str, shown: str, sorted_as: str) -> None:
    assert (display_name(name), sort_name(name)) == (shown, sorted_as)


def test_accents_do_not_send_a_name_to_the_end_of_the_list() -> None:
    listed = [
        "Zorn, Ute",
        "Ölmez, Can",
        "Pyl, Jan",
        "Oz, Amos",
        "Łuk, Ewa",
        "Brandt, Agnes",
        "Brand, Zoe",
        "Lund, Bo",
    ]

    assert sorted(listed, key=sort_key) == [
        "Brand, Zoe", "Brandt, Agnes", "Łuk, Ewa", "Lund, Bo", "Ölmez, Can", "Oz, Amos", "Pyl, Jan", "Zorn, Ute",
    ]  # fmt: skip


def test_a_tidy_name_has_single_spaces_and_whole_characters() -> None:
    assert tidy(" Dvor\u030ca\u0301k ,Antonín \t") == "Dvořák, Antonín"

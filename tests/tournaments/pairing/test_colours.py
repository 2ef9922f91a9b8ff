"""Colour preferences (article 1.7) and allocation (article 5)."""

import pytest

from tournaments.pairing.colours import Allocation, ColourRule, ColourState, Strength, allocate, colour_state
from tournaments.pairing.tournament import Colour

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def after(letters: str) -> ColourState:
    return colour_state(tuple(WHITE if letter == "W" else BLACK for letter in letters))


@pytest.mark.parametrize(
    ("history", "preference", "strength"),
    [
        ("WW", BLACK, Strength.ABSOLUTE),
        ("BWBB", WHITE, Strength.ABSOLUTE),
        ("WBB", WHITE, Strength.ABSOLUTE),
        ("WWBW", BLACK, Strength.ABSOLUTE),
        ("BBWBW", WHITE, Strength.STRONG),
        ("W", BLACK, Strength.STRONG),
        ("WB", WHITE, Strength.MILD),
        ("BW", BLACK, Strength.MILD),
        ("", None, Strength.NONE),
    ],
)
def test_1_7_preference_follows_from_the_games_played(
    history: str, preference: Colour | None, strength: Strength
) -> None:
    state = after(history)

    assert (state.preference, state.strength) == (preference, strength)


def test_5_2_1_both_preferences_are_granted() -> None:
    assert allocate(after("W"), after("B"), 1, WHITE) == Allocation(BLACK, ColourRule.BOTH_PREFERENCES)


def test_5_2_1_the_only_preference_is_granted() -> None:
    assert allocate(after(""), after("W"), 1, WHITE) == Allocation(WHITE, ColourRule.BOTH_PREFERENCES)


def test_5_2_2_the_stronger_preference_is_granted() -> None:
    assert allocate(after("BW"), after("W"), 1, WHITE) == Allocation(WHITE, ColourRule.STRONGER_PREFERENCE)


def test_5_2_2_of_two_absolute_preferences_the_wider_difference_is_granted() -> None:
    assert allocate(after("BWW"), after("WW"), 1, WHITE) == Allocation(WHITE, ColourRule.STRONGER_PREFERENCE)


def test_5_2_3_colours_alternate_from_the_latest_round_they_differed() -> None:
    assert allocate(after("WBWB"), after("BWWB"), 1, WHITE) == Allocation(WHITE, ColourRule.ALTERNATION)


def test_5_2_3_rounds_without_a_game_move_the_history_up() -> None:
    assert allocate(after("WBWB"), after("WB"), 1, WHITE) == Allocation(WHITE, ColourRule.HIGHER_RANKED)


def test_5_2_4_the_higher_ranked_gets_the_preference() -> None:
    assert allocate(after("WB"), after("WB"), 2, WHITE) == Allocation(WHITE, ColourRule.HIGHER_RANKED)


@pytest.mark.parametrize(
    ("seat", "initial", "colour"),
    [(1, WHITE, WHITE), (2, WHITE, BLACK), (1, BLACK, BLACK), (2, BLACK, WHITE)],
)
def test_5_2_5_odd_numbers_have_the_initial_colour(seat: int, initial: Colour, colour: Colour) -> None:
    assert allocate(after(""), after(""), seat, initial) == Allocation(colour, ColourRule.INITIAL_COLOUR)


def test_the_rule_names_its_article() -> None:
    assert [rule.article for rule in ColourRule] == ["5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"]

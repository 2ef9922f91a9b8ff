"""The adviser: which levels make a game even, how sure that is, and when it does not know."""

from math import exp

import pytest

from players.ratings import HandicapVerdict, LevelCosts, Opponent, advise_handicap, estimate_level_costs
from players.ratings.glicko2 import SCALE


def known(*worths: float, error: float = 20.0, games: int = 100) -> LevelCosts:
    """Worths of levels as if they had been estimated, with the same standard error for each step."""
    steps = tuple(worth - before for worth, before in zip(worths, (0.0, *worths), strict=False))
    size = len(steps)
    covariance = tuple(tuple(error**2 if i == j else 0.0 for j in range(size)) for i in range(size))
    return LevelCosts(steps, covariance, (games,) * size)


def test_equal_players_need_no_handicap():
    advice = advise_handicap(Opponent(1500), Opponent(1500), known(100, 200))

    assert advice.verdict is HandicapVerdict.EVEN_WITHOUT
    assert (advice.best.level, advice.best.opponent_level, advice.best.expected) == (0, 0, 0.5)


def test_the_favourite_takes_the_level_that_evens_the_game():
    advice = advise_handicap(Opponent(1700), Opponent(1500), known(100, 200))

    assert advice.verdict is HandicapVerdict.EVEN_WITH
    assert (advice.best.level, advice.best.opponent_level) == (2, 0)
    assert advice.best.expected == pytest.approx(0.5)


def test_it_does_not_matter_who_is_named_first():
    worths = known(100, 200)

    one = advise_handicap(Opponent(1600, 60), Opponent(1500, 40), worths)
    other = advise_handicap(Opponent(1500, 40), Opponent(1600, 60), worths)

    assert one.verdict is other.verdict
    for mine, theirs in zip(one.options, other.options, strict=True):
        assert (mine.level, mine.opponent_level) == (theirs.opponent_level, theirs.level)
        assert mine.expected == pytest.approx(1 - theirs.expected)
        assert (mine.low, mine.high) == pytest.approx((1 - theirs.high, 1 - theirs.low))
        assert mine.chance_of_even == pytest.approx(theirs.chance_of_even)


def test_all_choices_are_shown_with_their_expected_scores():
    advice = advise_handicap(Opponent(1600), Opponent(1500), known(50, 200, error=0.0))

    assert [(option.level, option.opponent_level) for option in advice.options] == [(0, 0), (1, 0), (2, 0)]
    assert [option.expected for option in advice.options] == pytest.approx(
        [1 / (1 + exp(-lead / SCALE)) for lead in (100, 50, -100)]
    )


def test_the_interval_widens_with_what_is_not_known():
    sure = advise_handicap(Opponent(1600), Opponent(1500), known(100, error=1.0)).options[1]
    unsure = advise_handicap(Opponent(1600, 100), Opponent(1500, 100), known(100, error=50.0)).options[1]

    assert (sure.low, sure.high) == pytest.approx((0.497, 0.503), abs=0.0005)
    assert (unsure.low, unsure.high) == pytest.approx((0.1555, 0.8445), abs=0.0001)
    assert sure.chance_of_even == pytest.approx(1.0)
    assert unsure.chance_of_even == pytest.approx(0.361, abs=0.001)


def test_exactly_known_players_are_even_or_not():
    even, uneven = (
        advise_handicap(Opponent(rating), Opponent(1500), known()).best for rating in (1570, 1571)
    )

    assert (even.chance_of_even, uneven.chance_of_even) == (1.0, 0.0)


def test_too_few_games_are_said_plainly():
    advice = advise_handicap(Opponent(1800), Opponent(1500), known(100, 300, games=19))

    assert advice.verdict is HandicapVerdict.TOO_FEW_GAMES
    assert advice.verdict.value == (
        "Too few handicap games are known to say which levels would make the game even."
    )
    assert (advice.best.level, advice.best.opponent_level) == (0, 0)
    assert [(option.games, option.reliable) for option in advice.options] == [
        (0, True),
        (19, False),
        (19, False),
    ]


def test_many_games_that_tell_little_are_too_few_as_well():
    advice = advise_handicap(Opponent(1800), Opponent(1500), known(300, error=101.0, games=500))

    assert advice.verdict is HandicapVerdict.TOO_FEW_GAMES


def test_without_any_handicap_game_only_equals_get_advice():
    nothing = estimate_level_costs([])

    assert advise_handicap(Opponent(1800), Opponent(1500), nothing).verdict is HandicapVerdict.TOO_FEW_GAMES
    assert advise_handicap(Opponent(1520), Opponent(1500), nothing).verdict is HandicapVerdict.EVEN_WITHOUT


def test_a_gap_too_wide_for_every_level_is_said_so():
    advice = advise_handicap(Opponent(2200), Opponent(1500), known(100, 200))

    assert advice.verdict is HandicapVerdict.NOT_ENOUGH
    assert advice.best.level == 2


def test_between_two_levels_that_miss_the_nearer_one_is_named():
    advice = advise_handicap(Opponent(1800), Opponent(1500), known(120, 460))

    assert advice.verdict is HandicapVerdict.NOT_ENOUGH
    assert advice.best.level == 2

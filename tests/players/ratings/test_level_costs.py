"""What express levels are worth: exact on small cases, right on simulated ones."""

import random
from math import exp, log, sqrt
from statistics import mean

import pytest

from players.ratings import HandicapGame, RatingError, estimate_level_costs
from players.ratings.glicko2 import SCALE, attenuation
from players.ratings.level_costs import PRIOR_DEVIATION


def simulated(
    dice: random.Random, games: int, worths: tuple[float, ...], first_move: float = 0.0
) -> list[HandicapGame]:
    """Games of players whose ratings are right, the favourite handicapped by a random level."""
    played = []
    for _ in range(games):
        first, second = dice.gauss(1500, 150), dice.gauss(1500, 150)
        level = dice.randint(1, len(worths))
        levels = (level, 0) if first > second else (0, level)
        relief = -worths[level - 1] if first > second else worths[level - 1]
        chance = 1 / (1 + exp(-(first - second + relief + first_move) / SCALE))
        played.append(HandicapGame(first, second, *levels, float(dice.random() < chance)))
    return played


def test_without_games_the_prior_speaks():
    worths = estimate_level_costs([])

    assert (worths.steps, worths.games_with_level) == ((0.0, 0.0), (0, 0))
    assert worths.standard_error(1) == pytest.approx(PRIOR_DEVIATION)
    assert worths.standard_error(2) == pytest.approx(PRIOR_DEVIATION * sqrt(2))


def test_one_level_solves_its_equation_exactly():
    games = [HandicapGame(1500, 1500, 1, 0, score) for score in (1.0, 0.0, 0.0, 0.5)]

    worths = estimate_level_costs(games, highest_level=1)

    (worth,) = worths.steps
    expected = 1 / (1 + exp(worth / SCALE))
    assert sum(expected - game.first_score for game in games) / SCALE == pytest.approx(
        worth / PRIOR_DEVIATION**2, abs=1e-12
    )
    information = 4 * expected * (1 - expected) / SCALE**2 + 1 / PRIOR_DEVIATION**2
    assert worths.standard_error(1) == pytest.approx(1 / sqrt(information))


def test_games_with_the_second_level_only_tell_of_both_steps_together():
    games = [HandicapGame(1500, 1500, 2, 0, score) for score in (1.0, 0.0, 0.0)]

    worths = estimate_level_costs(games)

    assert worths.steps[0] == pytest.approx(worths.steps[1])
    expected = 1 / (1 + exp(worths.worth(2) / SCALE))
    information = 3 * expected * (1 - expected) / SCALE**2 + 1 / (2 * PRIOR_DEVIATION**2)
    assert worths.standard_error(2) == pytest.approx(1 / sqrt(information))


def test_with_many_games_the_prior_hardly_matters():
    games = [HandicapGame(1500, 1500, 1, 0, float(number % 10 < 3)) for number in range(2000)]

    worths = estimate_level_costs(games, highest_level=1)

    assert worths.worth(1) == pytest.approx(SCALE * log(7 / 3), abs=0.5)


def test_the_sides_can_be_exchanged():
    games = simulated(random.Random(1), 80, (90.0, 200.0))
    turned = [
        HandicapGame(
            game.second_rating, game.first_rating, game.second_level, game.first_level, 1 - game.first_score
        )
        for game in games
    ]

    assert estimate_level_costs(turned).steps == pytest.approx(estimate_level_costs(games).steps)


def test_simulated_worths_are_found_again():
    worths = estimate_level_costs(simulated(random.Random(7), 2500, (90.0, 200.0)))

    assert worths.worth(1) == pytest.approx(90, abs=2 * worths.standard_error(1))
    assert worths.worth(2) == pytest.approx(200, abs=2 * worths.standard_error(2))
    assert worths.standard_error(1) < 15 > worths.standard_error(2)


def test_the_first_moves_worth_is_not_taken_for_a_handicap():
    games = simulated(random.Random(8), 2000, (120.0,), first_move=60.0)

    worths = estimate_level_costs(games, highest_level=1, first_move_worth=60.0)

    assert worths.worth(1) == pytest.approx(120, abs=2 * worths.standard_error(1))


def test_the_interval_holds_what_it_promises():
    truth, trials = 100.0, 200
    dice = random.Random(2026)

    found = [estimate_level_costs(simulated(dice, 50, (truth,)), highest_level=1) for _ in range(trials)]

    covered = sum(abs(each.worth(1) - truth) <= 1.96 * each.standard_error(1) for each in found)
    assert 0.92 <= covered / trials <= 0.98
    assert mean(each.worth(1) for each in found) == pytest.approx(truth, abs=10)


def test_unsure_ratings_count_for_less():
    sure = [HandicapGame(1500, 1500, 1, 0, 0.0)] * 10
    unsure = [game._replace(first_deviation=150, second_deviation=150) for game in sure]

    assert estimate_level_costs(unsure).standard_error(1) > estimate_level_costs(sure).standard_error(1)
    assert attenuation(sqrt(2) * 150 / SCALE) < 1


def test_games_without_a_difference_of_levels_tell_nothing():
    level = [HandicapGame(1500, 1400, 1, 1, 1.0), HandicapGame(1500, 1400, 0, 0, 1.0)]

    assert estimate_level_costs(level) == estimate_level_costs([])


def test_games_between_two_levels_tell_of_the_step_between_them():
    games = [HandicapGame(1500, 1500, 2, 1, 0.0)] * 12 + [HandicapGame(1500, 1500, 2, 1, 1.0)] * 4

    worths = estimate_level_costs(games)

    assert worths.steps[0] == 0.0
    assert worths.steps[1] > 150
    assert worths.games_with_level == (16, 16)


def test_very_one_sided_games_are_found_a_way_through():
    games = [HandicapGame(2600, 1000, 1, 0, 0.0)] * 50

    worths = estimate_level_costs(games, highest_level=1)

    expected = 1 / (1 + exp(-(1600 - worths.worth(1)) / SCALE))
    assert 50 * expected / SCALE == pytest.approx(worths.worth(1) / PRIOR_DEVIATION**2, abs=1e-12)


def test_a_level_beyond_the_highest_is_refused():
    with pytest.raises(RatingError, match="express levels 3 and 0; estimated are the levels from 0 to 2"):
        estimate_level_costs([HandicapGame(1500, 1500, 3, 0, 1.0)])

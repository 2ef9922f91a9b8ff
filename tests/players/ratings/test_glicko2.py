"""Glicko-2: Glickman's numbers, what time does, and what each game contributes."""

from dataclasses import replace
from datetime import date, timedelta
from math import log, sqrt

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from players.ratings import (
    Clock,
    CountingRules,
    Glicko2,
    Glicko2Parameters,
    Glicko2State,
    Moment,
    ParameterError,
    Period,
    recompute,
)
from players.ratings.glicko2 import SCALE, new_volatility
from players.ratings.history import Checkpoint
from tests.players.ratings.examples import DRAW, LOSS, NEW_YEAR, OPENING, WIN, game, glicko, month, rate

BY_PERIODS = Glicko2(Glicko2Parameters(clock=Clock.PERIODS))
BY_DAYS = Glicko2(Glicko2Parameters(clock=Clock.DAYS, days_per_period=30))


def test_glickmans_example():
    field = {1: glicko(1500, 200), 2: glicko(1400, 30), 3: glicko(1550, 100), 4: glicko(1700, 300)}

    entry = rate(BY_PERIODS, field, game(1, 2, WIN), game(1, 3, LOSS), game(1, 4, LOSS))[1]

    assert entry.after.rating == pytest.approx(1464.05, abs=0.01)
    assert entry.after.deviation == pytest.approx(151.52, abs=0.01)
    assert entry.after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_glickmans_intermediate_results():
    field = {1: glicko(1500, 200), 2: glicko(1400, 30), 3: glicko(1550, 100), 4: glicko(1700, 300)}

    entry = rate(BY_PERIODS, field, game(1, 2, WIN), game(1, 3, LOSS), game(1, 4, LOSS))[1]

    assert [effect.expected for effect in entry.games] == pytest.approx([0.639, 0.432, 0.303], abs=0.0005)
    assert entry.steps.variance == pytest.approx(1.7785, abs=0.001)
    assert entry.steps.improvement == pytest.approx(-0.4834, abs=0.001)


def test_three_losses_against_a_much_weaker_player():
    field = {1: glicko(2200, 80), 2: glicko(1500, 60)}

    after = rate(BY_PERIODS, field, *(game(1, 2, LOSS) for _ in range(3)))[1].after

    assert after.rating == pytest.approx(2092.8757, abs=0.0001)
    assert after.deviation == pytest.approx(80.2195, abs=0.0001)
    assert after.volatility == pytest.approx(0.06011, abs=0.00001)


def test_the_shares_of_the_games_add_up_to_the_change():
    field = {1: glicko(1500, 200), 2: glicko(1400, 30), 3: glicko(1550, 100)}

    entry = rate(BY_PERIODS, field, game(1, 2, WIN), game(3, 1, DRAW), game(2, 1, WIN))[1]

    change = entry.after.rating - entry.before.rating
    assert sum(effect.change for effect in entry.games) == pytest.approx(change, abs=1e-9)


def test_an_entry_names_opponents_as_they_were_before_the_period():
    field = {1: glicko(1500, 200), 2: glicko(1400, 30)}

    (effect,) = rate(BY_PERIODS, field, game(2, 1, DRAW))[1].games

    assert (effect.opponent, effect.opponent_rating, effect.opponent_deviation) == (2, 1400, 30)
    assert (effect.actual, effect.bonus) == (0.5, 0.0)


def test_a_newcomer_enters_with_the_pools_initial_values():
    system = Glicko2(Glicko2Parameters(initial_rating=1200, initial_deviation=300, initial_volatility=0.08))

    entry = rate(system, {}, game(1, 2, WIN))[1]

    assert entry.before == Glicko2State(1200, 300, 0.08, 0, OPENING, None)
    assert entry.after.games == 1


def test_a_period_without_games_only_grows_the_deviation():
    state = glicko(1500, 50)

    aged = BY_PERIODS.aged(state, Moment(NEW_YEAR, 1))

    assert aged.deviation == pytest.approx(sqrt(50**2 + (0.06 * SCALE) ** 2), abs=1e-12)
    assert (aged.rating, aged.volatility, aged.games) == (1500, 0.06, 0)


def test_deviation_grows_with_days_when_periods_differ_in_length():
    half_a_period = Moment(NEW_YEAR + timedelta(days=15), 1)

    aged = BY_DAYS.aged(glicko(1500, 50), half_a_period)

    assert aged.deviation == pytest.approx(sqrt(50**2 + 0.5 * (0.06 * SCALE) ** 2), abs=1e-12)


@given(days=st.lists(st.integers(0, 400), min_size=1, max_size=6))
def test_time_in_pieces_grows_the_deviation_like_time_at_once(days):
    state, day = glicko(1500, 60), NEW_YEAR

    in_pieces = state
    for more in days:
        day += timedelta(days=more)
        in_pieces = BY_DAYS.aged(in_pieces, Moment(day, 0))

    at_once = BY_DAYS.aged(state, Moment(day, 0))
    assert in_pieces.deviation == pytest.approx(at_once.deviation, rel=1e-12)


def test_deviation_never_grows_beyond_its_maximum():
    assert BY_DAYS.aged(glicko(1500, 340), Moment(date(2126, 1, 1), 0)).deviation == 350


def test_an_earlier_moment_changes_nothing():
    state = glicko(1500, 50)

    assert BY_DAYS.aged(state, Moment(date(2025, 1, 1), 0)) is state


def test_deviation_never_falls_below_its_minimum():
    system = Glicko2(replace(BY_PERIODS.parameters, minimum_deviation=45))
    field = {1: glicko(1500, 46), 2: glicko(1500, 46)}

    entry = rate(system, field, *(game(1, 2, DRAW) for _ in range(40)))[1]

    assert entry.after.deviation == 45


def test_time_before_a_period_has_its_effect_before_the_games():
    (rated,) = recompute(
        BY_DAYS,
        [month(12, game(1, 2, WIN))],
        after=Checkpoint(OPENING, {1: glicko(1500, 50), 2: glicko(1500, 50)}),
    )

    assert rated.entries[0].before.deviation == pytest.approx(sqrt(50**2 + 12 * (0.06 * SCALE) ** 2))
    assert rated.entries[0].games[0].opponent_deviation == rated.entries[0].before.deviation


def test_with_the_clock_of_periods_each_missed_period_counts_once():
    periods = [month(0, game(1, 2, WIN)), month(1, game(2, 3, WIN)), month(2, game(1, 3, WIN))]

    first, _, third = recompute(BY_PERIODS, periods)

    last_seen = first.entries[0].after
    growth = last_seen.volatility * SCALE
    assert third.entries[0].before.deviation == pytest.approx(sqrt(last_seen.deviation**2 + growth**2))


def test_overlapping_events_do_not_count_the_same_days_twice():
    january = Period("january", date(2026, 1, 1), date(2026, 1, 31), (game(1, 2, DRAW),))
    meanwhile = Period("meanwhile", date(2026, 1, 10), date(2026, 1, 31), (game(1, 2, DRAW),))

    first, second = recompute(BY_DAYS, [january, meanwhile])

    assert first.entries[0].steps.elapsed == 1.0
    assert second.entries[0].steps.elapsed == 0.0
    assert second.entries[0].before == first.entries[0].after


def test_colour_does_not_matter_by_default():
    field = {1: glicko(1500, 80), 2: glicko(1600, 90)}

    as_first = rate(BY_DAYS, field, game(1, 2, WIN))[1].after
    as_second = rate(BY_DAYS, field, game(2, 1, LOSS))[1].after

    assert as_first == as_second


def test_a_worth_of_the_first_move_lowers_what_a_win_with_it_brings():
    rules = CountingRules(first_move_worth=40)
    system = Glicko2(replace(BY_DAYS.parameters, counting=rules))
    field = {1: glicko(1500, 80), 2: glicko(1540, 80)}

    entries = rate(system, field, game(1, 2, WIN))

    assert (entries[1].games[0].bonus, entries[2].games[0].bonus) == (40, -40)
    assert (entries[1].games[0].expected, entries[2].games[0].expected) == (0.5, 0.5)


def test_a_rating_is_provisional_while_its_deviation_is_great():
    assert BY_DAYS.provisional(glicko(1500, 110.1))
    assert not BY_DAYS.provisional(glicko(1500, 110))


def test_hopelessly_unequal_players_can_be_rated():
    entries = rate(BY_DAYS, {1: glicko(50_000, 50), 2: glicko(100, 50)}, game(1, 2, WIN))

    assert entries[1].after.rating == 50_000
    assert entries[2].after.rating == 100


@settings(max_examples=150)
@given(
    phi=st.floats(0.05, 3),
    sigma=st.floats(0.01, 0.5),
    variance=st.floats(0.05, 1000),
    improvement=st.floats(-20, 20),
    tau=st.floats(0.2, 3),
)
@example(phi=0.05, sigma=1.0, variance=0.01, improvement=0.0, tau=3.0)
def test_the_volatility_is_the_root_of_glickmans_equation(phi, sigma, variance, improvement, tau):
    found = new_volatility(phi, sigma, variance, improvement, tau, 1e-9)

    def f(sigma_squared: float) -> float:
        width = phi**2 + variance + sigma_squared
        likelihood = sigma_squared * (improvement**2 - width) / (2 * width**2)
        return likelihood - log(sigma_squared / sigma**2) / tau**2

    assert f((found * (1 - 1e-6)) ** 2) > 0 > f((found * (1 + 1e-6)) ** 2)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"tau": 0.0}, "Tau"),
        ({"tolerance": 1.0}, "tolerance"),
        ({"initial_volatility": 0.0}, "volatility"),
        ({"initial_deviation": 400.0}, "in this order"),
        ({"days_per_period": 0.0}, "days_per_period"),
        ({"provisional_deviation": 0.0}, "provisional"),
        ({"initial_rating": float("nan")}, "initial rating"),
    ],
)
def test_impossible_parameters_are_refused(wrong, sentence):
    with pytest.raises(ParameterError, match=sentence):
        Glicko2Parameters(**wrong)

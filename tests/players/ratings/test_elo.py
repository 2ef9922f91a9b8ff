"""Elo by FIDE's rules: expected scores, K, rounding, the floor."""

from dataclasses import replace

import pytest

from players.ratings import BelowFloor, CountingRules, Elo, EloParameters, ParameterError, Reason, recompute
from players.ratings.history import Checkpoint
from tests.players.ratings.examples import DRAW, LOSS, OPENING, WIN, elo, game, month, rate

FIDE = Elo()


def with_parameters(**changed: object) -> Elo:
    return Elo(replace(EloParameters(), **changed))


def test_a_win_against_an_equal_brings_half_of_k():
    entries = rate(FIDE, {1: elo(1800), 2: elo(1800)}, game(1, 2, WIN))

    assert (entries[1].after.rating, entries[2].after.rating) == (1810, 1790)
    assert entries[1].steps == (20, 10.0, 10)


def test_games_are_summed_before_the_change_is_rounded():
    field = {1: elo(1800), 2: elo(1850), 3: elo(1900), 4: elo(2000)}

    entry = rate(FIDE, field, game(1, 2, DRAW), game(1, 3, LOSS), game(4, 1, DRAW))[1]

    assert [effect.expected for effect in entry.games] == [0.43, 0.36, 0.24]
    assert [effect.change for effect in entry.games] == pytest.approx([1.4, -7.2, 5.2])
    assert entry.steps == (20, -0.6, -1)
    assert entry.after.rating == 1799


def test_half_a_point_is_rounded_away_from_zero():
    loses_a_half = rate(FIDE, {1: elo(2500), 2: elo(2305)}, game(1, 2, DRAW))[1]
    wins_a_half = rate(FIDE, {1: elo(2400), 2: elo(2595)}, game(1, 2, DRAW))[1]

    assert (loses_a_half.steps.unrounded_change, loses_a_half.after.rating) == (-2.5, 2497)
    assert (wins_a_half.steps.unrounded_change, wins_a_half.after.rating) == (2.5, 2403)


def test_a_difference_beyond_400_counts_as_400():
    entries = rate(FIDE, {1: elo(2300), 2: elo(1500)}, game(1, 2, LOSS), game(1, 2, LOSS))

    assert [effect.expected for effect in entries[1].games] == [0.92, 0.92]
    assert [effect.expected for effect in entries[2].games] == [0.08, 0.08]


def test_the_400_point_rule_can_be_switched_off():
    entries = rate(with_parameters(difference_limit=None), {1: elo(2300), 2: elo(1500)}, game(1, 2, WIN))

    assert (entries[1].games[0].expected, entries[2].games[0].expected) == (1.0, 0.0)


@pytest.mark.parametrize(("rating", "expected"), [(2649, 0.92), (2650, 1.0)])
def test_the_exemption_begins_with_its_rating(rating, expected):
    entry = rate(with_parameters(unlimited_from=2650), {1: elo(rating), 2: elo(1500)}, game(1, 2, WIN))[1]

    assert entry.games[0].expected == expected


def test_the_strongest_can_be_exempt_from_the_400_point_rule():
    # A game of 2025 that FIDE has published: 413 points count for the one, 400 for the other.
    entries = rate(with_parameters(unlimited_from=2650), {1: elo(2813), 2: elo(2400)}, game(1, 2, WIN))

    assert (entries[1].games[0].expected, entries[2].games[0].expected) == (0.93, 0.08)


@pytest.mark.parametrize(
    ("state", "birth_year", "k"),
    [
        (elo(1800, games=29), None, 40),
        (elo(1800, games=30), None, 20),
        (elo(2399, games=30), None, 20),
        (elo(2400, games=30), None, 10),
        (elo(2350, games=30, peak=2400), None, 10),
        (elo(2400, games=10), None, 10),
        (elo(1800, games=30), 2008, 40),
        (elo(1800, games=30), 2007, 20),
        (elo(2300, games=30), 2008, 20),
        (elo(2299, games=30, peak=2300), 2008, 40),
        (elo(2400, games=30), 2008, 10),
    ],
)
def test_k_follows_games_rating_and_age(state, birth_year, k):
    assert FIDE.development_coefficient(state, birth_year, 2026) == k


def test_the_juniors_k_can_be_switched_off():
    system = with_parameters(junior_k=False)

    assert system.development_coefficient(elo(1800), 2010, 2026) == 20


def test_a_junior_is_rated_with_the_juniors_k_where_the_year_of_birth_is_known():
    entries = rate(FIDE, {1: elo(1800), 2: elo(1800)}, game(1, 2, WIN), birth_years={1: 2010})

    assert (entries[1].steps.k, entries[2].steps.k) == (40, 20)


@pytest.mark.parametrize(("games", "k"), [(35, 20), (36, 19), (39, 17)])
def test_k_times_games_stays_within_700(games, k):
    entry = rate(FIDE, {1: elo(1800), 2: elo(1800)}, *(game(1, 2, DRAW) for _ in range(games)))[1]

    assert entry.steps.k == k


def test_games_that_do_not_count_do_not_lower_k():
    counted = [game(1, 2, DRAW) for _ in range(30)]
    against_unrated = [game(1, 3, DRAW) for _ in range(10)]

    entry = rate(FIDE, {1: elo(1800), 2: elo(1800)}, *counted, *against_unrated)[1]

    assert (entry.steps.k, len(entry.games)) == (20, 30)


def test_the_limit_for_many_games_can_be_switched_off():
    system = with_parameters(games_times_k=None)

    entry = rate(system, {1: elo(1800), 2: elo(1800)}, *(game(1, 2, DRAW) for _ in range(50)))[1]

    assert entry.steps.k == 20


def test_who_drops_below_the_floor_is_unrated():
    after = rate(FIDE, {1: elo(1405), 2: elo(1405)}, game(1, 2, LOSS))[1].after

    assert (after.rating, after.peak, after.games, after.waiting) == (None, 1405, 101, ())


def test_the_floor_itself_is_a_rating():
    after = rate(FIDE, {1: elo(1410), 2: elo(1410)}, game(1, 2, LOSS))[1].after

    assert after.rating == 1400


def test_a_pool_can_hold_ratings_at_the_floor():
    system = with_parameters(below_floor=BelowFloor.HELD)

    after = rate(system, {1: elo(1405), 2: elo(1405)}, game(1, 2, LOSS))[1].after

    assert after.rating == 1400


def test_a_game_against_an_unrated_player_does_not_change_a_rating():
    played = game(1, 2, LOSS)

    (rated,) = recompute(FIDE, [month(0, played)], after=Checkpoint(OPENING, {1: elo(1800)}))

    assert [entry.player for entry in rated.entries] == [2]
    assert rated.uncounted == ((played.id, Reason.OPPONENT_UNRATED, 1),)


def test_the_first_moves_worth_is_part_of_the_difference():
    system = with_parameters(counting=CountingRules(first_move_worth=35.5))

    entries = rate(system, {1: elo(1800), 2: elo(1836)}, game(1, 2, DRAW))

    assert (entries[1].games[0].expected, entries[2].games[0].expected) == (0.5, 0.5)


def test_elo_does_not_change_with_time_and_has_no_deviation():
    state = elo(1800)

    assert FIDE.aged(state, OPENING._replace(periods=50)) is state
    assert state.deviation is None


def test_a_rating_is_provisional_until_thirty_games():
    assert FIDE.provisional(elo(1800, games=29))
    assert not FIDE.provisional(elo(1800, games=30))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"k_top": 0}, "k_top"),
        ({"games_times_k": 0}, "games_times_k"),
        ({"difference_limit": 0}, "difference_limit"),
        ({"first_rating_games": 0}, "first_rating_games"),
        ({"virtual_draws": -1}, "virtual_draws"),
        ({"first_rating_months": 0}, "first_rating_months"),
        ({"floor": 2300}, "floor"),
    ],
)
def test_impossible_parameters_are_refused(wrong, sentence):
    with pytest.raises(ParameterError, match=sentence):
        EloParameters(**wrong)

"""The list: order, shared ranks, provisional marks, and who has left it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from players.ratings import (
    Elo,
    Glicko2,
    Glicko2Parameters,
    ListingRules,
    Moment,
    ParameterError,
    is_active,
    rating_list,
)
from tests.players.ratings.examples import NEW_YEAR, OPENING, elo, glicko

SYSTEM = Glicko2()


def later(days: int) -> Moment:
    return Moment(NEW_YEAR + timedelta(days=days), 0)


def test_the_best_stand_first_and_equals_share_a_rank():
    states = {1: glicko(1500.4, 60), 2: glicko(1700, 60), 3: glicko(1499.5, 60), 4: glicko(1400, 60)}

    rows = rating_list(SYSTEM, states, OPENING)

    assert [(row.rank, row.player, row.shown) for row in rows] == [
        (1, 2, 1700),
        (2, 1, 1500),
        (2, 3, 1500),
        (4, 4, 1400),
    ]


def test_provisional_ratings_are_marked():
    states = {1: glicko(1500, 60), 2: glicko(1400, 200)}

    assert [row.provisional for row in rating_list(SYSTEM, states, OPENING)] == [False, True]


def test_a_rating_becomes_provisional_again_with_time():
    system = Glicko2(Glicko2Parameters(listing=ListingRules(inactive_after_days=None)))
    states = {1: glicko(1500, 105)}

    assert [row.provisional for row in rating_list(system, states, later(100))] == [False]
    assert [row.provisional for row in rating_list(system, states, later(400))] == [True]


def test_the_list_shows_the_deviation_of_its_day():
    (row,) = rating_list(SYSTEM, {1: glicko(1500, 60)}, later(300))

    assert row.deviation == SYSTEM.aged(glicko(1500, 60), later(300)).deviation
    assert row.deviation > 60


def test_the_inactive_leave_the_list_after_the_time_that_the_pool_sets():
    system = Glicko2(replace(SYSTEM.parameters, listing=ListingRules(inactive_after_days=100)))
    states = {1: glicko(1500, 60)}

    assert len(rating_list(system, states, later(100))) == 1
    assert rating_list(system, states, later(101)) == ()


def test_a_pool_can_keep_everybody_on_the_list():
    system = Glicko2(replace(SYSTEM.parameters, listing=ListingRules(inactive_after_days=None)))

    assert len(rating_list(system, {1: glicko(1500, 60)}, later(40_000))) == 1


def test_the_unrated_are_not_on_the_list():
    rows = rating_list(Elo(), {1: elo(None), 2: elo(1650, games=12)}, OPENING)

    assert rows == ((1, 2, 1650, 1650, None, 12, True),)


def test_who_has_never_played_is_not_active():
    assert not is_active(SYSTEM, SYSTEM.newcomer(OPENING), NEW_YEAR)


def test_a_time_of_no_days_is_refused():
    with pytest.raises(ParameterError, match="inactive_after_days"):
        ListingRules(inactive_after_days=0)

"""Which games count: every switch of the pool, off and on."""

import pytest

from players.ratings import (
    CountingRules,
    Elo,
    Game,
    Glicko2,
    Glicko2Parameters,
    HandicapRule,
    HistoryError,
    ParameterError,
    Reason,
    Result,
    recompute,
)
from players.ratings.counting import counted_games
from players.ratings.history import Checkpoint
from tests.players.ratings.examples import NEW_YEAR, OPENING, WIN, elo, game, glicko, month


def reasons(rules: CountingRules, played: Game) -> list[Reason]:
    counted, uncounted = counted_games(month(0, played), rules)
    assert len(counted) + len(uncounted) == 1
    return [line.reason for line in uncounted]


@pytest.mark.parametrize(
    ("played", "switched_on", "reason"),
    [
        (game(1, 2, Result.FIRST_WINS_BY_FORFEIT), CountingRules(count_forfeits=True), Reason.FORFEIT),
        (game(1, 2, Result.SECOND_WINS_BY_FORFEIT), CountingRules(count_forfeits=True), Reason.FORFEIT),
        (game(1, 2, Result.DOUBLE_FORFEIT), CountingRules(count_forfeits=True), Reason.FORFEIT),
        (game(1, 2, WIN, rated=False), CountingRules(count_unrated=True), Reason.UNRATED),
        (
            game(1, 2, WIN, first_level=1),
            CountingRules(handicap_games=HandicapRule.COUNT),
            Reason.HANDICAP,
        ),
        (
            game(1, 2, WIN, second_level=2),
            CountingRules(handicap_games=HandicapRule.ADJUST, level_worth=(100.0, 250.0)),
            Reason.HANDICAP,
        ),
    ],
)
def test_a_game_that_a_rating_officer_leaves_out_counts_only_with_the_switch(played, switched_on, reason):
    assert reasons(CountingRules(), played) == [reason]
    assert reasons(switched_on, played) == []


def test_a_game_that_both_lost_by_decision_counts_unless_it_is_switched_off():
    played = game(1, 2, Result.BOTH_LOSE)

    assert reasons(CountingRules(), played) == []
    assert reasons(CountingRules(count_double_losses=False), played) == [Reason.DOUBLE_LOSS]


def test_both_lose_points_in_a_game_that_both_lost():
    (rated,) = recompute(
        Elo(),
        [month(0, game(1, 2, Result.BOTH_LOSE))],
        after=Checkpoint(OPENING, {1: elo(1800), 2: elo(1800)}),
    )

    assert [entry.after.rating for entry in rated.entries] == [1790, 1790]


def test_equal_levels_are_no_handicap():
    assert reasons(CountingRules(), game(1, 2, WIN, first_level=2, second_level=2)) == []


@pytest.mark.parametrize(
    ("first_level", "second_level", "bonus"),
    [(0, 1, 100.0), (0, 2, 250.0), (1, 2, 150.0), (2, 0, -250.0), (1, 1, 0.0)],
)
def test_an_adjusted_handicap_is_worth_the_difference_of_the_levels(first_level, second_level, bonus):
    rules = CountingRules(handicap_games=HandicapRule.ADJUST, level_worth=(100.0, 250.0))
    played = game(1, 2, WIN, first_level=first_level, second_level=second_level)

    (counted,), _ = counted_games(month(0, played), rules)

    assert counted.first_bonus == bonus


def test_a_handicap_that_just_counts_is_worth_nothing():
    rules = CountingRules(handicap_games=HandicapRule.COUNT, level_worth=(100.0,))

    (counted,), _ = counted_games(month(0, game(1, 2, WIN, second_level=1)), rules)

    assert counted.first_bonus == 0.0


def test_a_level_without_a_worth_cannot_be_adjusted_for():
    rules = CountingRules(handicap_games=HandicapRule.ADJUST, level_worth=(100.0,))

    assert reasons(rules, game(1, 2, WIN, second_level=2)) == [Reason.LEVEL_WITHOUT_WORTH]


def test_a_bye_changes_nothing():
    (rated,) = recompute(Glicko2(), [month(0, byes=(1,))], after=Checkpoint(OPENING, {1: glicko(1500, 80)}))

    assert (rated.entries, rated.uncounted) == ((), ())


def test_a_bye_keeps_a_player_active_where_the_pool_says_so():
    system = Glicko2(Glicko2Parameters(counting=CountingRules(byes_keep_active=True)))
    known = glicko(1500, 80)

    (rated,) = recompute(system, [month(0, byes=(2, 1, 1))], after=Checkpoint(OPENING, {1: known}))

    (entry,) = rated.entries
    assert (entry.player, entry.games, entry.steps) == (1, (), None)
    assert entry.after == known._replace(active_on=month(0).end)
    assert known.active_on == NEW_YEAR


def test_a_bye_beside_a_game_adds_nothing():
    system = Elo(Elo().parameters.__class__(counting=CountingRules(byes_keep_active=True)))
    known = {1: elo(1800), 2: elo(1800)}

    (with_bye,) = recompute(
        system, [month(0, game(1, 2, WIN, id="x"), byes=(1,))], after=Checkpoint(OPENING, known)
    )
    (without,) = recompute(system, [month(0, game(1, 2, WIN, id="x"))], after=Checkpoint(OPENING, known))

    assert with_bye == without


def test_nobody_plays_against_oneself():
    with pytest.raises(HistoryError, match="player 1 is on both sides"):
        month(0, game(1, 1, WIN))


def test_a_negative_level_is_refused():
    with pytest.raises(HistoryError, match="cannot be negative"):
        month(0, game(1, 2, WIN, first_level=-1))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"level_worth": (-1.0,)}, "level_worth"),
        ({"handicap_games": HandicapRule.ADJUST}, "say what each express level is worth"),
        ({"first_move_worth": 501.0}, "first_move_worth"),
    ],
)
def test_impossible_switches_are_refused(wrong, sentence):
    with pytest.raises(ParameterError, match=sentence):
        CountingRules(**wrong)

"""Recomputing: the same numbers from nothing and from any checkpoint, in any order of the games."""

import random
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from players.ratings import (
    Clock,
    CountingRules,
    Elo,
    EloParameters,
    Game,
    Glicko2,
    Glicko2Parameters,
    HandicapRule,
    HistoryError,
    Period,
    Result,
    first_affected_period,
    make_checkpoint,
    recompute,
    restore,
    store,
)
from players.ratings.history import Checkpoint
from tests.players.ratings.examples import WIN, game, glicko, month

RULES = CountingRules(
    handicap_games=HandicapRule.ADJUST,
    level_worth=(80.0, 170.0),
    first_move_worth=12.5,
    byes_keep_active=True,
)
SYSTEMS = [
    Glicko2(),
    Glicko2(Glicko2Parameters(clock=Clock.PERIODS, counting=RULES)),
    Elo(),
    Elo(EloParameters(first_rating_games=2, counting=RULES)),
]
BIRTH_YEARS = {1: 2010, 2: 1980}


@st.composite
def histories(draw: st.DrawFn) -> list[Period]:
    """A few players, periods of different lengths with pauses and overlaps, all kinds of results."""
    periods = []
    end = date(2025, 1, 1).toordinal()
    for number in range(draw(st.integers(1, 7))):
        end += draw(st.integers(0, 90))
        start = end - draw(st.integers(0, 60))
        games = draw(
            st.lists(
                st.tuples(
                    st.permutations(range(1, 7)),
                    st.sampled_from(Result),
                    st.booleans(),
                    st.integers(0, 2),
                    st.integers(0, 2),
                ),
                max_size=8,
            )
        )
        periods.append(
            Period(
                f"period {number}",
                date.fromordinal(start),
                date.fromordinal(end),
                tuple(
                    Game(f"{number}-{i}", order[0], order[1], result, rated, first_level, second_level)
                    for i, (order, result, rated, first_level, second_level) in enumerate(games)
                ),
                tuple(draw(st.lists(st.integers(1, 6), max_size=2))),
            )
        )
    return periods


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=25)
@given(history=histories(), data=st.data())
def test_from_a_checkpoint_comes_the_same_as_from_nothing(system, history, data):
    whole = list(recompute(system, history, birth_years=BIRTH_YEARS))
    cut = data.draw(st.integers(0, len(history)))

    rest = list(recompute(system, history[cut:], after=make_checkpoint(whole[:cut]), birth_years=BIRTH_YEARS))

    assert whole[:cut] + rest == whole


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=15)
@given(history=histories(), data=st.data())
def test_a_checkpoint_survives_being_stored(system, history, data):
    whole = list(recompute(system, history))
    cut = data.draw(st.integers(0, len(history)))
    here = make_checkpoint(whole[:cut])

    stored = {player: store(state) for player, state in here.states.items()}
    again = Checkpoint(
        here.closed, {player: restore(system.state_type, plain) for player, plain in stored.items()}
    )

    assert list(recompute(system, history[cut:], after=again)) == whole[cut:]


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=15)
@given(history=histories(), seed=st.integers(0, 1000))
def test_the_order_of_the_games_in_a_period_does_not_matter(system, history, seed):
    dice = random.Random(seed)
    shuffled = [
        replace(
            period,
            games=tuple(dice.sample(period.games, len(period.games))),
            byes=tuple(reversed(period.byes)),
        )
        for period in history
    ]

    assert list(recompute(system, shuffled)) == list(recompute(system, history))


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=15)
@given(history=histories(), data=st.data())
def test_a_correction_needs_only_the_periods_from_the_first_affected_one(system, history, data):
    corrected = list(history)
    changed = data.draw(st.integers(0, len(history) - 1))
    corrected[changed] = replace(
        history[changed], games=(*history[changed].games, Game("added", 1, 2, Result.DRAW))
    )
    before = list(recompute(system, history))

    first = first_affected_period(history, corrected)
    kept = before[:first]
    after = kept + list(recompute(system, corrected[first:], after=make_checkpoint(kept)))

    assert first == changed
    assert after == list(recompute(system, corrected))


@settings(max_examples=25)
@given(history=histories())
def test_every_entry_continues_the_players_last_one(history):
    last = {}
    for rated in recompute(Elo(), history):
        for entry in rated.entries:
            if entry.player in last:
                assert entry.before == last[entry.player]
            last[entry.player] = entry.after


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=25)
@given(history=histories())
def test_every_game_is_accounted_for_on_both_sides(system, history):
    for period, rated in zip(history, recompute(system, history), strict=True):
        sides = {(effect.game, entry.player) for entry in rated.entries for effect in entry.games}
        left_out = {(line.game, line.player) for line in rated.uncounted}
        for played in period.games:
            if (played.id, None) in left_out:
                continue
            for player in (played.first, played.second):
                assert ((played.id, player) in sides) != ((played.id, player) in left_out)


def test_periods_are_numbered_from_one_and_go_on_after_a_checkpoint():
    first, second = recompute(Glicko2(), [month(0, game(1, 2, WIN)), month(1)])
    (third,) = recompute(Glicko2(), [month(2)], after=make_checkpoint([first, second]))

    assert [rated.closes.periods for rated in (first, second, third)] == [1, 2, 3]


def test_entries_come_in_the_order_of_the_players():
    (rated,) = recompute(Glicko2(), [month(0, game(5, 1, WIN), game(3, 4, WIN), game(2, 5, WIN))])

    assert [entry.player for entry in rated.entries] == [1, 2, 3, 4, 5]


def test_only_those_who_played_have_an_entry():
    _, second = recompute(Glicko2(), [month(0, game(1, 2, WIN)), month(1, game(3, 4, WIN))])

    assert [entry.player for entry in second.entries] == [3, 4]


def test_a_history_can_begin_with_ratings_from_elsewhere():
    brought_along = Checkpoint(None, {1: glicko(1900, 60)})

    (rated,) = recompute(Glicko2(), [month(0, game(1, 2, WIN))], after=brought_along)

    assert [entry.before.rating for entry in rated.entries] == [1900, 1500]
    assert rated.closes.periods == 1


def test_periods_have_to_come_in_the_order_of_their_ends():
    with pytest.raises(HistoryError, match="Sort the periods by their ends"):
        list(recompute(Glicko2(), [month(1), month(0)]))


def test_a_period_cannot_end_before_it_starts():
    with pytest.raises(HistoryError, match="before it starts"):
        Period("backwards", date(2026, 2, 1), date(2026, 1, 1))


def test_a_game_counts_once_in_a_period():
    with pytest.raises(HistoryError, match="stands twice in period month 0"):
        month(0, game(1, 2, WIN, id="same"), game(3, 4, WIN, id="same"))


def test_a_game_counts_in_one_period_only():
    with pytest.raises(HistoryError, match="Game same stands in the periods month 0 and month 1"):
        list(
            recompute(Glicko2(), [month(0, game(1, 2, WIN, id="same")), month(1, game(1, 2, WIN, id="same"))])
        )


def test_nothing_is_affected_when_nothing_has_changed():
    history = [month(0, game(1, 2, WIN, id="a")), month(1, game(1, 2, WIN, id="b"))]

    assert first_affected_period(history, list(history)) is None
    assert first_affected_period(history, history[:1]) == 1
    assert first_affected_period(history[:1], history) == 1

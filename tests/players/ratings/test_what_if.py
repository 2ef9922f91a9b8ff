"""What a win, a draw or a loss would do."""

from dataclasses import replace

import pytest

from players.ratings import (
    Clock,
    CountingRules,
    Elo,
    Glicko2,
    Glicko2Parameters,
    HandicapRule,
    Reason,
    what_if,
)
from tests.players.ratings.examples import DRAW, LOSS, OPENING, WIN, elo, game, glicko, rate

GLICKO = Glicko2(Glicko2Parameters(clock=Clock.PERIODS))


def test_the_three_results_are_those_of_a_real_period():
    one, other = glicko(1500, 80), glicko(1620, 50)

    answer = what_if(GLICKO, one, other, OPENING)

    for prospect, result in ((answer.win, WIN), (answer.draw, DRAW), (answer.loss, LOSS)):
        real = rate(GLICKO, {1: one, 2: other}, game(1, 2, result))
        assert prospect.entry.after.rating == real[1].after.rating
        assert prospect.opponent_entry.after.rating == real[2].after.rating
        assert prospect.change == real[1].after.rating - 1500


def test_elo_answers_in_whole_points():
    answer = what_if(Elo(), elo(1800), elo(1900), OPENING)

    assert answer.expected == 0.36
    assert [prospect.change for prospect in (answer.win, answer.draw, answer.loss)] == [13, 3, -7]


def test_the_colour_can_be_chosen():
    system = Elo(replace(Elo().parameters, counting=CountingRules(first_move_worth=100)))

    first = what_if(system, elo(1800), elo(1800), OPENING)
    second = what_if(system, elo(1800), elo(1800), OPENING, player_moves_first=False)

    assert (first.expected, second.expected) == (0.64, 0.36)
    assert (second.win.score, second.win.change, second.loss.change) == (1.0, 13, -7)


def test_a_handicap_can_be_asked_about():
    rules = CountingRules(handicap_games=HandicapRule.ADJUST, level_worth=(100.0, 200.0))
    system = Elo(replace(Elo().parameters, counting=rules))

    as_first = what_if(system, elo(1800), elo(1700), OPENING, level=1)
    as_second = what_if(system, elo(1800), elo(1700), OPENING, level=1, player_moves_first=False)

    assert (as_first.expected, as_second.expected) == (0.5, 0.5)


def test_a_game_that_does_not_count_says_why():
    answer = what_if(Elo(), elo(1800), elo(1700), OPENING, level=1)

    assert (answer.expected, answer.win.entry, answer.win.change) == (None, None, None)
    assert [line.reason for line in answer.win.uncounted] == [Reason.HANDICAP]


def test_a_newcomer_has_no_expectation_and_no_change():
    answer = what_if(Elo(), None, elo(1700), OPENING)

    assert (answer.expected, answer.win.change) == (None, None)
    assert len(answer.win.entry.after.waiting) == 1


def test_a_glicko_newcomer_can_ask():
    answer = what_if(GLICKO, None, None, OPENING)

    assert answer.expected == 0.5
    assert answer.win.change == pytest.approx(-answer.loss.change)
    assert answer.draw.change == 0.0


def test_a_juniors_k_is_used():
    answer = what_if(Elo(), elo(1800), elo(1800), OPENING, birth_year=2012)

    assert answer.win.change == 20

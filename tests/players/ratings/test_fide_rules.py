"""FIDE's tables and first ratings against its own examples."""

from datetime import date

import pytest

from players.ratings import CountingRules, Elo, EloParameters, HandicapRule, Reason, recompute
from players.ratings.fide_rules import (
    WaitingResult,
    compute_first_rating,
    expected_percent,
    rating_difference,
    results_still_waiting,
    round_half_away,
    round_half_up,
)
from players.ratings.history import Checkpoint, make_checkpoint
from tests.players.ratings.examples import DRAW, LOSS, OPENING, WIN, elo, game, month, rate

# Table 8.1.2 as printed: the differences, and the expected score of the higher-rated player in hundredths.
EXPECTATIONS = """
0-3 50; 4-10 51; 11-17 52; 18-25 53; 26-32 54; 33-39 55; 40-46 56; 47-53 57; 54-61 58; 62-68 59; 69-76 60; 77-83 61;
84-91 62; 92-98 63; 99-106 64; 107-113 65; 114-121 66; 122-129 67; 130-137 68; 138-145 69; 146-153 70; 154-162 71;
163-170 72; 171-179 73; 180-188 74; 189-197 75; 198-206 76; 207-215 77; 216-225 78; 226-235 79; 236-245 80; 246-256 81;
257-267 82; 268-278 83; 279-290 84; 291-302 85; 303-315 86; 316-328 87; 329-344 88; 345-357 89; 358-374 90; 375-391 91;
392-411 92; 412-432 93; 433-456 94; 457-484 95; 485-517 96; 518-559 97; 560-619 98; 620-735 99; 736-5000 100
"""

ROWS = [
    (int(low), int(high), int(percent))
    for row in EXPECTATIONS.split(";")
    for span, percent in [row.split()]
    for low, high in [span.split("-")]
]

# Table 8.1.1 as printed, upper half.
DIFFERENCES = """
100 800; 99 677; 98 589; 97 538; 96 501; 95 470; 94 444; 93 422; 92 401; 91 383; 90 366; 89 351; 88 336; 87 322; 86 309;
85 296; 84 284; 83 273; 82 262; 81 251; 80 240; 79 230; 78 220; 77 211; 76 202; 75 193; 74 184; 73 175; 72 166; 71 158;
70 149; 69 141; 68 133; 67 125; 66 117; 65 110; 64 102; 63 95; 62 87; 61 80; 60 72; 59 65; 58 57; 57 50; 56 43; 55 36;
54 29; 53 21; 52 14; 51 7; 50 0
"""

FIDE = Elo(EloParameters(unrated_opponents_count=False))


@pytest.mark.parametrize(("low", "high", "percent"), ROWS)
def test_every_row_of_expected_scores_from_its_first_to_its_last_difference(low, high, percent):
    assert [expected_percent(low), expected_percent(high)] == [percent, percent]
    assert [expected_percent(-high), expected_percent(-low)] == [100 - percent, 100 - percent if low else 50]


def test_the_rows_leave_no_gap():
    assert [low for low, _, _ in ROWS[1:]] == [high + 1 for _, high, _ in ROWS[:-1]]


@pytest.mark.parametrize("row", DIFFERENCES.split(";"))
def test_every_rating_difference_and_its_mirror_image(row):
    percent, difference = map(int, row.split())

    assert rating_difference(percent) == difference
    assert rating_difference(100 - percent) == -difference


def test_halves_are_rounded_up_or_away_from_zero():
    assert [round_half_up(n, 2) for n in (-5, -3, -1, 1, 3, 5)] == [-2, -1, 0, 1, 2, 3]
    assert [round_half_away(n, 2) for n in (-5, -3, -1, 1, 3, 5)] == [-3, -2, -1, 1, 2, 3]
    assert [round_half_away(n, 100) for n in (-249, -250, 249, 250)] == [-2, -3, 2, 3]


RATED = {number: elo(rating) for number, rating in enumerate((1800, 1850, 1900, 1950, 2007), start=2)}


def results(ratings: list[int], half_points: list[int]) -> list[WaitingResult]:
    return [
        WaitingResult("game", 2, rating, half, date(2026, 1, 31))
        for rating, half in zip(ratings, half_points, strict=True)
    ]


def test_a_first_rating_that_fide_has_published():
    # Three points of five against opponents whose ratings sum to 9507 became 1922.
    found = compute_first_rating(results([1800, 1850, 1900, 1950, 2007], [2, 2, 2, 0, 0]), EloParameters())

    assert (found.percent, found.difference, found.rating) == (57, 50, 1922)
    assert found.average == pytest.approx(1872.43, abs=0.005)


def test_two_draws_against_1800_are_added():
    found = compute_first_rating(results([1800] * 5, [1] * 5), EloParameters())

    assert (found.games, found.half_points, found.percent, found.rating) == (5, 5, 50, 1800)


def test_four_games_are_too_few():
    assert compute_first_rating(results([1800] * 4, [2] * 4), EloParameters()) is None


def test_a_first_rating_is_at_most_2200():
    assert compute_first_rating(results([2500] * 5, [2] * 5), EloParameters()).rating == 2200


def test_percentages_and_ratings_are_rounded_half_upwards():
    # 2 + 2 half points of 16 are 25 %; with 38 games, 1 + 2 of 80 are 3.75 %, so 4 %.
    assert compute_first_rating(results([1800] * 6, [2, 0, 0, 0, 0, 0]), EloParameters()).percent == 25
    assert compute_first_rating(results([1800] * 38, [1] + [0] * 37), EloParameters()).percent == 4
    # 9 of 200 half points are 4.5 %.
    assert compute_first_rating(results([1800] * 98, [1] * 7 + [0] * 91), EloParameters()).percent == 5
    # An average of 1800.5 and a difference of 0.
    assert compute_first_rating(results([1800] * 5 + [1804], [1] * 6), EloParameters()).rating == 1801


def test_five_games_of_one_event_give_a_rating():
    games = [
        game(1, opponent, result) for opponent, result in zip(RATED, (WIN, WIN, WIN, LOSS, LOSS), strict=True)
    ]

    entry = rate(FIDE, RATED, *games)[1]

    assert (entry.before.rating, entry.after.rating, entry.after.peak) == (None, 1922, 1922)
    assert (entry.after.games, entry.after.waiting) == (5, ())
    assert entry.steps == (5, 6, 13107 / 7, 57, 50, 1922)
    assert [(effect.expected, effect.change) for effect in entry.games] == [(None, None)] * 5


def test_results_of_several_events_are_put_together():
    first = month(0, game(1, 2, WIN), game(1, 3, WIN), game(1, 4, WIN))
    second = month(1, game(1, 5, LOSS), game(1, 6, LOSS))

    one, two = recompute(FIDE, [first, second], after=Checkpoint(OPENING, RATED))

    assert (one.entries[0].after.rating, len(one.entries[0].after.waiting)) == (None, 3)
    assert (two.entries[0].after.rating, two.entries[0].after.waiting) == (1922, ())
    assert [rated.entries[0].after.games for rated in (one, two)] == [3, 5]


def test_results_wait_26_months():
    played = [
        WaitingResult("old", 2, 1800, 1, date(2024, 1, 31)),
        WaitingResult("new", 2, 1800, 1, date(2024, 2, 1)),
    ]

    assert [result.game for result in results_still_waiting(played, 26, date(2026, 2, 28))] == ["old", "new"]
    assert [result.game for result in results_still_waiting(played, 26, date(2026, 3, 1))] == ["new"]


def test_results_that_have_waited_too_long_are_left_out():
    first = month(0, game(1, 2, WIN), game(1, 3, WIN))
    much_later = month(28, game(1, 4, WIN), game(1, 5, WIN), game(1, 6, WIN))

    _, second = recompute(FIDE, [first, much_later], after=Checkpoint(OPENING, RATED))

    entry = second.entries[0]
    assert (entry.after.rating, len(entry.after.waiting), entry.after.games) == (None, 3, 5)


def test_games_add_up_while_results_wait():
    events = [month(0, game(1, 2, DRAW)), month(1, game(1, 3, DRAW))]

    _, second = recompute(FIDE, events, after=Checkpoint(OPENING, RATED))

    assert second.entries[0].after.games == 2


def test_a_first_rating_of_exactly_the_floor_is_given():
    weak = {number: elo(1240) for number in range(2, 7)}

    entry = rate(FIDE, weak, *(game(1, number, DRAW) for number in weak))[1]

    assert entry.after.rating == 1400


def test_a_first_rating_below_the_floor_is_not_given_and_its_results_wait_on():
    weak = {number: elo(1400) for number in range(2, 8)}
    first = month(0, game(1, 2, DRAW), *(game(1, number, LOSS) for number in range(3, 8)))

    (rated,) = recompute(FIDE, [first], after=Checkpoint(OPENING, weak))

    after = rated.entries[0].after
    assert rated.entries[0].steps.rating == 1500 - 251  # 1.5 of 8 are 19 %
    assert (after.rating, len(after.waiting), after.games) == (None, 6, 6)


def test_no_points_in_the_first_event_are_left_out():
    nothing = [game(1, number, LOSS) for number in RATED]

    (rated,) = recompute(FIDE, [month(0, *nothing)], after=Checkpoint(OPENING, RATED))

    after = rated.entries[0].after
    assert (after.rating, after.waiting, after.games, after.started) == (None, (), 0, True)
    assert [line for line in rated.uncounted if line.player == 1] == [
        (each.id, Reason.ZERO_START, 1) for each in nothing
    ]


def test_no_points_in_a_later_event_count():
    events = [month(0, game(1, 2, DRAW)), month(1, *(game(1, number, LOSS) for number in (3, 4, 5, 6)))]

    _, second = recompute(FIDE, events, after=Checkpoint(OPENING, RATED))

    entry = second.entries[0]
    assert entry.steps[:2] == (5, 1)
    assert entry.after.rating == 1872 - 230  # 1.5 of 7 are 21 %


def test_a_pool_can_count_a_start_without_points():
    system = Elo(EloParameters(zero_start_ignored=False))

    entry = rate(system, RATED, *(game(1, number, LOSS) for number in RATED))[1]

    assert entry.after.rating == 1872 - 309  # 1 of 7 are 14 %


def test_after_fide_games_among_the_unrated_count_for_nobody():
    (rated,) = recompute(FIDE, [month(0, game(1, 2, WIN))])

    assert rated.entries == ()
    assert [(line.player, line.reason) for line in rated.uncounted] == [
        (1, Reason.OPPONENT_UNRATED),
        (2, Reason.OPPONENT_UNRATED),
    ]


def test_a_new_pool_can_start_because_the_unrated_count_as_1800():
    games = [game(one, other, WIN) for one in range(1, 7) for other in range(one + 1, 7)]

    entries = rate(Elo(), {}, *games)

    # Six players, everybody against everybody: with the two draws 6, 5, 4, 3, 2 of 7 points; the last has no points.
    assert [entries[player].after.rating for player in range(1, 6)] == [2109, 1958, 1850, 1750, 1642]
    assert entries[6].after.rating is None


def test_who_has_become_unrated_starts_again_with_new_results_only():
    events = [
        month(0, game(1, 2, LOSS)),
        month(1, *(game(1, number, WIN) for number in (2, 3, 4, 5))),
        month(2, game(1, 6, WIN)),
    ]

    rated = list(recompute(FIDE, events, after=Checkpoint(OPENING, RATED | {1: elo(1400)})))

    assert rated[0].entries[0].after.rating is None
    assert len(rated[1].entries[0].after.waiting) == 4
    assert (
        make_checkpoint(rated).states[1].rating == 2182
    )  # the first opponent has 1802 by now; 6 of 7 are 86 %: 1872.71 + 309


def test_colour_and_handicap_are_taken_off_the_opponents_rating():
    rules = CountingRules(handicap_games=HandicapRule.ADJUST, level_worth=(150.0,), first_move_worth=20.4)
    system = Elo(EloParameters(counting=rules))

    entry = rate(system, RATED, game(1, 2, DRAW, second_level=1))[1]

    assert entry.games[0].bonus == 170.4
    assert entry.after.waiting[0].opponent_rating == 1800 - 170

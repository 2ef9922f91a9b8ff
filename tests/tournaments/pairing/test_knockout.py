"""Knockouts: seeding, byes, matches, ties, third place."""

import pytest

from tournaments.pairing.knockout import Knockout, MatchKey, TieRule, champion, due_games, seeding, tree
from tournaments.pairing.matches import MatchScore
from tournaments.pairing.rounds import Board
from tournaments.pairing.tournament import BoardResult, Game

WHITE, DRAW, BLACK = BoardResult.WHITE_WINS, BoardResult.DRAW, BoardResult.BLACK_WINS
PENDING = BoardResult.PENDING

Played = dict[MatchKey, list[Game]]


def key(round_number: int, match: int = 1) -> MatchKey:
    return MatchKey(round_number, match)


THIRD = MatchKey(2, 1, third_place=True)


@pytest.mark.parametrize(
    ("size", "order"),
    [
        (2, [0, 1]),
        (4, [0, 3, 1, 2]),
        (8, [0, 7, 3, 4, 1, 6, 2, 5]),
        (16, [0, 15, 7, 8, 3, 12, 4, 11, 1, 14, 6, 9, 2, 13, 5, 10]),
    ],
)
def test_the_best_seeds_meet_as_late_as_possible(size: int, order: list[int]) -> None:
    assert seeding(size) == order


def test_the_first_round_pairs_best_with_last() -> None:
    assert due_games(Knockout((11, 12, 13, 14)), {}) == {
        key(1, 1): (Board(11, 14),),
        key(1, 2): (Board(12, 13),),
    }


@pytest.mark.parametrize("count", range(2, 34))
def test_everybody_is_in_the_first_round_once_and_byes_go_to_the_best(count: int) -> None:
    plan = Knockout(tuple(range(1, count + 1)))
    first = tree(plan, {})[0]

    players = [number for match in first for number in (match.first, match.second) if number is not None]
    byes = sorted(match.winner for match in first if match.bye and match.winner is not None)
    assert sorted(players) == list(range(1, count + 1))
    assert byes == list(range(1, 2**plan.rounds - count + 1))


def test_winners_meet_in_the_next_round() -> None:
    played: Played = {key(1, 1): [Game(1, 4, WHITE)], key(1, 2): [Game(2, 3, BLACK)]}

    assert due_games(Knockout((1, 2, 3, 4)), played) == {key(2): (Board(1, 3),)}


def test_the_final_makes_the_champion() -> None:
    plan = Knockout((1, 2))

    assert champion(plan, {}) is None
    assert champion(plan, {key(1): [Game(1, 2, BLACK)]}) == 2


def test_a_match_of_two_games_swaps_colours_and_adds_up() -> None:
    plan = Knockout((1, 2), games=2)

    assert due_games(plan, {})[key(1)] == (Board(1, 2), Board(2, 1))
    assert due_games(plan, {key(1): [Game(1, 2, DRAW)]})[key(1)] == (Board(2, 1),)
    final = tree(plan, {key(1): [Game(1, 2, DRAW), Game(2, 1, WHITE)]})[0][0]
    assert (final.winner, final.loser, final.score, final.decided_by) == (2, 1, MatchScore(1, 3), None)


def test_a_match_is_over_when_the_lead_cannot_be_caught() -> None:
    plan = Knockout((1, 2), games=4)
    games = [Game(1, 2, WHITE), Game(2, 1, BLACK), Game(1, 2, WHITE)]

    assert champion(plan, {key(1): games}) == 1


def test_a_game_still_being_played_decides_nothing() -> None:
    plan = Knockout((1, 2))

    assert due_games(plan, {key(1): [Game(1, 2, PENDING)]}) == {key(1): (Board(1, 2),)}


def test_a_tie_goes_through_the_rules_in_their_order() -> None:
    plan = Knockout((1, 2), tie_rules=(TieRule.EXTRA_PAIR, TieRule.SUDDEN_DEATH, TieRule.HIGHER_SEED))
    tied = [Game(1, 2, DRAW)]
    extra = [Game(1, 2, WHITE), Game(2, 1, WHITE)]

    assert due_games(plan, {key(1): tied})[key(1)] == (Board(1, 2), Board(2, 1))
    assert due_games(plan, {key(1): tied + extra})[key(1)] == (Board(1, 2),)
    final = tree(plan, {key(1): [*tied, *extra, Game(1, 2, WHITE)]})[0][0]
    assert (final.winner, final.decided_by) == (1, TieRule.SUDDEN_DEATH)


def test_an_extra_pair_can_decide() -> None:
    final = tree(Knockout((1, 2)), {key(1): [Game(1, 2, DRAW), Game(1, 2, DRAW), Game(2, 1, WHITE)]})[0][0]

    assert (final.winner, final.decided_by) == (2, TieRule.EXTRA_PAIR)


def test_a_draw_in_sudden_death_is_enough_for_black() -> None:
    plan = Knockout((1, 2), tie_rules=(TieRule.SUDDEN_DEATH, TieRule.HIGHER_SEED))

    assert champion(plan, {key(1): [Game(1, 2, DRAW), Game(2, 1, DRAW)]}) == 1


@pytest.mark.parametrize("result", [BoardResult.BOTH_LOSE, BoardResult.DOUBLE_FORFEIT])
def test_after_a_sudden_death_that_both_lost_the_next_rule_decides(result: BoardResult) -> None:
    plan = Knockout((1, 2), tie_rules=(TieRule.SUDDEN_DEATH, TieRule.HIGHER_SEED))
    final = tree(plan, {key(1): [Game(1, 2, DRAW), Game(1, 2, result)]})[0][0]

    assert (final.winner, final.decided_by) == (1, TieRule.HIGHER_SEED)


def test_the_higher_seed_can_go_on() -> None:
    plan = Knockout((7, 3), tie_rules=(TieRule.HIGHER_SEED,))
    final = tree(plan, {key(1): [Game(7, 3, DRAW)]})[0][0]

    assert (final.winner, final.decided_by) == (7, TieRule.HIGHER_SEED)


def test_lots_are_drawn_with_the_recorded_seed() -> None:
    def drawn(seed: int) -> int | None:
        plan = Knockout((1, 2), tie_rules=(TieRule.LOTS,), lots_seed=seed)
        return champion(plan, {key(1): [Game(1, 2, DRAW)]})

    assert [drawn(7), drawn(7)] == [drawn(7)] * 2
    assert {drawn(seed) for seed in range(20)} == {1, 2}


def test_the_losers_of_the_semifinals_play_for_third_place() -> None:
    plan = Knockout((1, 2, 3, 4), third_place=True)
    played: Played = {key(1, 1): [Game(1, 4, WHITE)], key(1, 2): [Game(2, 3, WHITE)]}

    assert due_games(plan, played) == {key(2): (Board(1, 2),), THIRD: (Board(3, 4),)}
    assert tree(plan, played | {THIRD: [Game(3, 4, BLACK)]})[-1][1].winner == 4


def test_of_three_players_the_loser_of_the_only_semifinal_is_third() -> None:
    plan = Knockout((1, 2, 3), third_place=True)

    third = tree(plan, {key(1, 2): [Game(2, 3, WHITE)]})[-1][1]
    assert (third.winner, third.bye, third.due) == (3, True, ())


@pytest.mark.parametrize(
    ("played", "problem"),
    [
        ({key(1): [Game(1, 3, WHITE)]}, "round 1, match 1 is between 1 and 2, not 1 and 3"),
        ({key(2): [Game(1, 2, WHITE)]}, "there is no match 1 in round 2"),
        (
            {key(1): [Game(1, 2, WHITE), Game(2, 1, WHITE)]},
            "round 1, match 1 was decided after 1 games, but has 2",
        ),
    ],
)
def test_games_that_do_not_belong_are_refused(played: Played, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        tree(Knockout((1, 2)), played)


def test_a_match_cannot_be_played_before_its_players_are_known() -> None:
    with pytest.raises(ValueError, match="round 2, match 1 was played before it was known"):
        tree(Knockout((1, 2, 3, 4)), {key(2): [Game(1, 2, WHITE)]})


@pytest.mark.parametrize(
    ("seeds", "rules", "problem"),
    [
        ((1,), (TieRule.LOTS,), "at least two players"),
        ((1, 1), (TieRule.LOTS,), "seeded twice"),
        ((1, 2), (TieRule.EXTRA_PAIR,), "must end with one that always decides"),
    ],
)
def test_a_plan_that_cannot_work_is_refused(
    seeds: tuple[int, ...], rules: tuple[TieRule, ...], problem: str
) -> None:
    with pytest.raises(ValueError, match=problem):
        Knockout(seeds, tie_rules=rules)

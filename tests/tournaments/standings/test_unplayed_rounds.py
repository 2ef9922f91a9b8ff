"""Rounds that were not played (C.07, articles 15 and 16), worked out by hand."""

import pytest

from tests.tournaments.standings.crosstable import event, laxman, values
from tournaments.pairing.tournament import PointSystem
from tournaments.standings.scorebook import Scorebook


def adjusted(row: str, *, points: PointSystem | None = None, round_robin: bool = False) -> float:
    """The score of player 1, whose rounds are given, as the opponents' tie-breaks see it."""
    others = "\n".join(" ".join("." for _ in row.split()) for _ in range(8))
    book = Scorebook(event(f"{row}\n{others}", points=points), round_robin=round_robin)
    return book.adjusted[1] / book.system.unit


@pytest.mark.parametrize(
    ("row", "score"),
    [
        ("2w1 3b1 U", 3.0),
        ("2w1 3b1 F", 3.0),
        ("U 3b1 2w0", 2.0),
    ],
)
def test_article_16_2_1_pairing_and_full_point_byes_count_what_they_gave(row: str, score: float) -> None:
    assert adjusted(row) == score


def test_article_16_2_2_forfeit_wins_count_what_they_gave() -> None:
    assert adjusted("2w1 3b+ 4w0") == 2.0


@pytest.mark.parametrize(
    ("row", "score"),
    [
        ("Z 2w1 3b1", 2.0),
        ("2w1 Z 3b1", 2.0),
        ("2w1 H 3b1", 2.5),
        ("2w1 Z U", 2.0),
        ("2w1 Z 3b+", 2.0),
        (". . 2w1", 1.0),
    ],
)
def test_article_16_2_3_requested_byes_before_a_round_the_player_was_there_for_count_what_they_gave(
    row: str, score: float
) -> None:
    assert adjusted(row) == score


@pytest.mark.parametrize(("row", "score"), [("2w1 3b- 4w1", 2.0), ("2w1 3b1 4w-", 2.0)])
def test_article_16_2_4_forfeit_losses_count_nothing_even_in_the_last_round(row: str, score: float) -> None:
    assert adjusted(row) == score


@pytest.mark.parametrize(
    ("row", "score"),
    [
        ("2w1 3b1 Z", 2.5),
        ("2w1 3b1 H", 2.5),
        ("2w1 Z Z", 2.0),
        ("2w1 . .", 2.0),
        ("2w1 H Z", 2.0),
        # a forfeit loss is voluntary too: the bye before it is followed by voluntary rounds only
        ("2w1 Z 3b-", 1.5),
        ("2w1 3b- Z", 1.5),
    ],
)
def test_article_16_3_2_byes_that_no_round_followed_count_as_draws(row: str, score: float) -> None:
    assert adjusted(row) == score


def test_article_16_3_2_a_draw_is_what_the_event_pays_for_one() -> None:
    assert adjusted("2w1 Z Z", points=PointSystem.of(3, 1, 0)) == 5.0


def test_article_15_2_nothing_is_adjusted_in_a_round_robin() -> None:
    assert adjusted("2w1 Z Z", round_robin=True) == 1.0


def test_article_16_4_the_dummy_has_the_players_own_score() -> None:
    four = event("2w1 3b1 4w0\n1b0 4w0 3b1\nU 1w0 2w0\n. 2b1 1b1")
    # scores 2, 1, 1, 2; 4 entered late, which nobody holds against it (16.2.3)
    assert values(four, "PTS") == [2, 1, 1, 2]
    # 1: 1 + 1 + 2 = 4;  2: 2 + 2 + 1 = 5;  3: dummy 1 + 2 + 1 = 4;  4: dummy min(2, 1½) + 1 + 2 = 4½
    assert values(four, "BH") == [4, 5, 4, 4.5]


def test_article_16_4_1_the_dummy_of_a_forfeit_has_no_more_than_the_scheduled_opponent() -> None:
    # 1 wins by forfeit against 2, who never came. 2 has nothing; for others it has 1: round 1 is a forfeit
    # loss (16.2.4), rounds 2 and 3 count as draws (16.2.5)
    four = event("2w+ 3b1 4w1\n1b- . .\n4b1 1w0 U\n3w0 U 1b0")
    assert values(four, "PTS") == [3, 0, 2, 1]
    # 1: dummy min(3, 1) + 2 + 1 = 4
    # 2: dummies: forfeit min(0, 3) = 0, byes min(0, 1½) = 0 twice
    # 3: 1 + 3 + dummy min(2, 1½) = 5½
    # 4: 2 + dummy min(1, 1½) = 1 + 3 = 6
    assert values(four, "BH") == [4, 0, 5.5, 6]
    # SB 1: 1·1 + 2·1 + 1·1 = 4;  2: 0;  3: 1·1 + 0 + 1½·1 = 2½;  4: 0 + 1·1 + 0 = 1
    assert values(four, "SB") == [4, 0, 2.5, 1]


def test_article_16_4_2_the_dummy_of_a_bye_has_no_more_than_draws_in_all_rounds() -> None:
    # the opponents have 50 together, the dummy min(7, ½·10) = 5
    assert values(laxman(), "BH")[0] == 55.0


def test_article_16_5_1_the_value_of_a_round_one_chose_to_miss_is_cut_first() -> None:
    # the lowest opponent has 4½, but the dummy's 5 comes from a voluntarily unplayed round: 55 − 5
    assert values(laxman(), "BH-C1")[0] == 50.0


def test_article_16_5_2_the_second_cut_is_an_ordinary_one_when_no_such_round_is_left() -> None:
    # 50 − 4½
    assert values(laxman(), "BH-C2")[0] == 45.5


def test_article_14_3_the_median_cuts_below_first_and_then_above() -> None:
    # 50 − 6½
    assert values(laxman(), "BH-M1")[0] == 43.5


def test_article_16_4_sonneborn_berger_of_a_zero_point_bye_is_nothing() -> None:
    # 5 + 5 + 0 + 5·0 + 4½ + 3 + 5 + 3¼ + 5½ + 6
    assert values(laxman(), "SB")[0] == 37.25


def test_article_16_5_1_sonneborn_berger_cuts_the_higher_of_the_two_values() -> None:
    # The round missed contributes 5·0 = 0; the least significant value is that of the lowest opponent,
    # 4½·1. The higher of the two goes: 37¼ − 4½
    assert values(laxman(), "SB-C1")[0] == 32.75


def test_article_16_5_1_sonneborn_berger_looks_at_the_lowest_value_of_all_rounds_missed() -> None:
    # 1 has 1 + 0 (forfeit loss) + ½ (bye) + 1 + ½ = 3
    six = event(
        """
        2w1 5b- H   3w1 4b=
        1b0 .   .   .   6w1
        .   4w= 6b1 1b0 .
        6w1 3b= .   .   1w=
        6b0 1w+ .   .   .
        4b0 .   3w0 .   2b0
        """
    )
    assert values(six, "PTS") == [3, 1, 1.5, 2, 1, 0]
    # adjusted: 2: 1 (byes before a game);  3: 1½ + ½ (round 5) = 2;  4: 2;  5: 1 + 1½ (rounds 3–5) = 2½
    # values: 1·1 = 1;  forfeit min(3, 2½)·0 = 0;  bye min(3, 2½)·½ = 1¼;  2·1 = 2;  2·½ = 1;  sum 5¼
    assert values(six, "SB")[0] == 5.25
    # least significant: opponent 2, value 1; lowest of the rounds missed: 0. The higher is 1: 5¼ − 1
    assert values(six, "SB-C1")[0] == 4.25
    # again: least significant of what is left: opponent 3 and 4 have 2, the lower product is 1 (round 5);
    # lowest of the rounds missed: still 0. 4¼ − 1
    assert values(six, "SB-C2")[0] == 3.25


def test_article_16_5_1_a_forfeit_loss_is_a_round_one_chose_to_miss_a_pairing_bye_is_not() -> None:
    forfeiting = event("3b- 2w1\n. 1b0\n1w+ H")
    # scores 1, 0, 1½. 1: dummy min(1, 1½) = 1, and 0;  2: dummy min(0, 1) = 0, and 1;
    # 3: dummies min(1½, 1) = 1 for the forfeit and min(1½, ½·2) = 1 for the bye
    assert values(forfeiting, "BH") == [1, 1, 2]
    # Cut-1 takes the 1 of the forfeit although 0 is lower
    assert values(forfeiting, "BH-C1")[0] == 0.0
    # with a pairing-allocated bye instead, the lower value goes: bye min(2, 1) = 1, opponent 0 → cut 0
    bye = event("U 2w1\n. 1b0\nU H")
    assert values(bye, "BH")[0] == 1.0
    assert values(bye, "BH-C1")[0] == 1.0


def test_article_7_1_a_win_is_a_round_that_paid_like_one_played_or_not() -> None:
    assert values(event("U F 2w+ 2b1 H Z\n. . 1b- 1w0 . ."), "WIN") == [4, 0]


def test_article_7_1_a_bye_worth_less_than_a_win_is_none() -> None:
    half = PointSystem(pairing_bye=1)
    assert values(event("U 2w1\n. 1b0", points=half), "WIN") == [1, 0]


def test_articles_7_2_to_7_4_count_games_over_the_board_only() -> None:
    rounds = event("2b+ 2b1 2w1 U\n1w- 1w0 1b0 .")
    assert (values(rounds, "WON"), values(rounds, "BPG"), values(rounds, "BWG")) == (
        [2, 0],
        [1, 1],
        [1, 0],
    )


def test_article_15_2_in_a_round_robin_a_forfeit_win_is_a_game_and_a_forfeit_loss_is_not() -> None:
    rounds = event("2b+ 3w1 .\n1w- . 3b-\n. 1b0 2w+")
    assert values(rounds, "WON", round_robin=True) == [2, 0, 1]
    assert values(rounds, "BPG", round_robin=True) == [1, 0, 1]
    assert values(rounds, "BWG", round_robin=True) == [1, 0, 0]


def test_article_15_2_in_a_round_robin_forfeits_count_against_the_opponent_and_free_rounds_do_not() -> None:
    rounds = event("2b+ 3w1 .\n1w- . 3b-\n. 1b0 2w+")
    # scores 2, 0, 1. SB: 0·1 + 1·1 = 1;  0;  0 + 0·1 = 0
    assert values(rounds, "SB", round_robin=True) == [1, 0, 0]
    # half of what two games can bring is 1: players 1 and 3. 1 took 1 of 3, 3 took 0 of 1
    assert values(rounds, "KS", round_robin=True) == [1, 0, 0]


def test_article_15_2_forfeits_stay_out_of_the_ratings_in_a_round_robin_too() -> None:
    rounds = event("2b+ 3w1 .\n1w- . 3b-\n. 1b0 2w+", ratings=[1500, 1600, 1700])
    assert values(rounds, "ARO", round_robin=True) == [1700, 0, 1500]
    assert values(rounds, "TPR", round_robin=True) == [2500, 0, 700]


def test_article_7_5_unplayed_rounds_count_in_progressive_scores_with_what_they_gave() -> None:
    assert values(event("U H 2w1\n. . 1b0"), "PS") == [1 + 1.5 + 2.5, 0]


def test_a_game_still_going_on_counts_for_nobody_yet() -> None:
    rounds = event("2w1 3b?\n1b0 4w1\n4b1 1w?\n3w0 2b0")
    assert values(rounds, "PTS") == [1, 1, 1, 0]
    # only finished games: 1: 1;  2: 1 + 0;  3: 0;  4: 1 + 1
    assert values(rounds, "BH") == [1, 1, 0, 2]
    assert values(rounds, "BPG") == [0, 1, 1, 1]
    assert values(rounds, "WIN") == [1, 1, 1, 0]


def test_a_game_still_going_on_means_the_player_is_there() -> None:
    assert adjusted("2w1 Z 3b?") == 1.0


def test_an_unplayed_game_between_two_absentees_is_capped_by_the_adjusted_score_of_each_other() -> None:
    # a double forfeit: both have 0, so have both dummies
    assert values(event("2w-\n1b-"), "BH") == [0, 0]

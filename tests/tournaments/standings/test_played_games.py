"""Tie-breaks of a tournament in which everybody played everything, worked out by hand.

    1     2     3     4    points
1   ·     1     ½     1     2½      round 1: 1–2, 3–4; round 2: 3–1, 2–4; round 3: 1–4, 2–3
2   0     ·     0     1     1       (the first named has White)
3   ½     1     ·     ½     2
4   0     0     ½     ·     ½
"""

import pytest

from tests.tournaments.standings.crosstable import event, values
from tournaments.pairing.tournament import PointSystem
from tournaments.standings import standings, tie_breaks

TABLE = """
2w1 3b= 4w1
1b0 4w1 3w0
4w= 1w= 2b1
3b= 2b0 1b0
"""
RATINGS = (2000, 1900, 1801, 1700)
EVENT = event(TABLE, ratings=RATINGS)


def test_points_are_the_sum_of_the_rounds() -> None:
    assert values(EVENT, "PTS") == [2.5, 1, 2, 0.5]


def test_article_7_1_wins() -> None:
    assert values(EVENT, "WIN") == [2, 1, 1, 0]


def test_article_7_2_games_won() -> None:
    assert values(EVENT, "WON") == [2, 1, 1, 0]


def test_article_7_3_games_played_with_black() -> None:
    assert values(EVENT, "BPG") == [1, 1, 1, 3]


def test_article_7_4_games_won_with_black() -> None:
    assert values(EVENT, "BWG") == [0, 0, 1, 0]


def test_article_7_5_progressive_scores() -> None:
    # 1 + 1½ + 2½ = 5;  0 + 1 + 1 = 2;  ½ + 1 + 2 = 3½;  ½ + ½ + ½ = 1½
    assert values(EVENT, "PS") == [5, 2, 3.5, 1.5]


def test_article_14_1_progressive_cut_1_leaves_out_the_score_after_round_one() -> None:
    assert values(EVENT, "PS-C1") == [4, 2, 3, 1]


def test_article_8_1_buchholz() -> None:
    # 1 + 2 + ½ = 3½;  2½ + ½ + 2 = 5;  ½ + 2½ + 1 = 4;  2 + 1 + 2½ = 5½
    assert values(EVENT, "BH") == [3.5, 5, 4, 5.5]


def test_article_14_1_buchholz_cut_1() -> None:
    # without ½, ½, ½ and 1
    assert values(EVENT, "BH-C1") == [3, 4.5, 3.5, 4.5]


def test_article_14_2_buchholz_cut_2() -> None:
    # only the best opponent is left: 2, 2½, 2½, 2½
    assert values(EVENT, "BH-C2") == [2, 2.5, 2.5, 2.5]


def test_article_14_3_buchholz_median_1() -> None:
    # only the middle opponent is left: 1, 2, 1, 2
    assert values(EVENT, "BH-M1") == [1, 2, 1, 2]


def test_article_14_4_buchholz_median_2_of_three_games_leaves_nothing() -> None:
    assert values(EVENT, "BH-M2") == [0, 0, 0, 0]


def test_article_9_1_sonneborn_berger() -> None:
    # 1·1 + 2·½ + ½·1 = 2½;  ½·1 = ½;  ½·½ + 2½·½ + 1·1 = 2½;  2·½ = 1
    assert values(EVENT, "SB") == [2.5, 0.5, 2.5, 1]


def test_article_14_1_sonneborn_berger_cut_1_leaves_out_the_product_with_the_lowest_opponent() -> None:
    # lowest opponents: 4 (½·1), 4 (½·1), 4 (½·½), 2 (1·0): 2½ − ½, ½ − ½, 2½ − ¼, 1 − 0
    assert values(EVENT, "SB-C1") == [2, 0, 2.25, 1]


def test_article_14_1_of_two_lowest_opponents_the_lower_product_is_cut() -> None:
    # everyone has one point, one win and one loss: SB = 1·1 + 1·0; the product with 0 goes
    four = event("2w1 3b0\n1b0 4w1\n4b0 1w1\n3w1 2b0")
    assert values(four, "PTS") == [1, 1, 1, 1]
    assert values(four, "SB-C1") == [1, 1, 1, 1]


def test_article_9_2_koya() -> None:
    # half of 3 is 1½: only 1 and 3 have it. 1 took ½ of 3, 2 nothing, 3 took ½ of 1, 4 took ½ of 3
    assert values(EVENT, "KS", round_robin=True) == [0.5, 0, 0.5, 0.5]


def test_article_10_1_average_rating_of_opponents() -> None:
    # 5401/3 = 1800.33;  5501/3 = 1833.67;  5600/3 = 1866.67;  5701/3 = 1900.33
    assert values(EVENT, "ARO") == [1800, 1834, 1867, 1900]


def test_article_10_1_one_half_is_rounded_up() -> None:
    # (1900 + 1801) / 2 = 1850.5
    two_games = event("2w1 3b=\n1b0 .\n. 1w=\n. .", ratings=RATINGS)
    assert values(two_games, "ARO")[0] == 1851


def test_article_14_1_average_rating_cut_1_leaves_out_the_lowest_rating() -> None:
    # (1900 + 1801)/2 = 1850.5;  (2000 + 1801)/2 = 1900.5;  (2000 + 1900)/2;  (1900 + 2000)/2
    assert values(EVENT, "ARO-C1") == [1851, 1901, 1950, 1950]


def test_article_10_2_performance() -> None:
    # 2½/3 = 83 % → +273: 1800 + 273;  1/3 = 33 % → −125: 1834 − 125
    # 2/3 = 67 % → +125: 1867 + 125;   ½/3 = 17 % → −273: 1900 − 273
    assert values(EVENT, "TPR") == [2073, 1709, 1992, 1627]


def test_article_10_2_half_a_per_cent_is_rounded_up() -> None:
    # one point of eight is 12.5 %, counted as 13 %: −322; opponents of 1500 all: 1178
    rows = ["2w1 3b0 4w0 5b0 6w0 7b0 8w0 9b0"]
    for number in range(2, 10):
        cells = ["."] * 8
        result = "0" if number == 2 else "1"
        cells[number - 2] = f"1{'b' if number % 2 == 0 else 'w'}{result}"
        rows.append(" ".join(cells))
    assert values(event("\n".join(rows), ratings=[1500] * 9), "TPR")[0] == 1178


@pytest.mark.parametrize(("results", "performance"), [("1", 2300), ("0", 700), ("=", 1500)])
def test_article_10_2_the_ends_of_the_table_are_800_points(results: str, performance: int) -> None:
    opposite = {"1": "0", "0": "1", "=": "="}[results]
    game = event(f"2w{results}\n1b{opposite}", ratings=[1600, 1500])
    assert values(game, "TPR")[0] == performance


def test_article_10_unrated_opponents_are_left_out_unless_the_regulations_rate_them() -> None:
    some_unrated = event(TABLE, ratings=(2000, 1900, 0, 1700))
    # 1 met 1900, an unrated player and 1700
    assert values(some_unrated, "ARO")[0] == 1800
    table = standings(some_unrated, tie_breaks("ARO"), unrated_rating=1000)
    # (1900 + 1000 + 1700) / 3 = 1533.33
    assert table.rows[0].values == (1533,)


def test_without_a_rated_opponent_the_rating_tie_breaks_are_nothing() -> None:
    unrated = event(TABLE)
    assert values(unrated, "ARO") == values(unrated, "ARO-C1") == values(unrated, "TPR") == [0, 0, 0, 0]


def test_3_1_0_changes_scores_and_products_but_not_the_performance() -> None:
    three = event(TABLE, points=PointSystem.of(3, 1, 0), ratings=RATINGS)
    # 1: 3 + 1 + 3 = 7;  2: 3;  3: 1 + 1 + 3 = 5;  4: 1
    assert values(three, "PTS") == [7, 3, 5, 1]
    # 3 + 5 + 1;  7 + 1 + 5;  1 + 7 + 3;  5 + 3 + 7
    assert values(three, "BH") == [9, 13, 11, 15]
    # 3·3 + 5·1 + 1·3 = 17;  1·3 = 3;  1·1 + 7·1 + 3·3 = 17;  5·1 = 5
    assert values(three, "SB") == [17, 3, 17, 5]
    # half of 9 is 4½: 1 and 3 have it
    assert values(three, "KS") == [1, 0, 1, 1]
    assert values(three, "WIN") == [2, 1, 1, 0]
    assert values(three, "TPR") == [2073, 1709, 1992, 1627]


def test_6_3_1_pays_for_losses() -> None:
    six = event(TABLE, points=PointSystem.of(6, 3, 1))
    # 6 + 3 + 6;  1 + 6 + 1;  3 + 3 + 6;  3 + 1 + 1
    assert values(six, "PTS") == [15, 8, 12, 5]
    # 8·6 + 12·3 + 5·6 = 114;  15·1 + 5·6 + 12·1 = 57;  5·3 + 15·3 + 8·6 = 108;  12·3 + 8·1 + 15·1 = 59
    assert values(six, "SB") == [114, 57, 108, 59]
    # after the rounds: 6, 9, 15;  1, 7, 8;  3, 6, 12;  3, 4, 5
    assert values(six, "PS") == [30, 16, 21, 12]

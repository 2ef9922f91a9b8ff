"""Explanations: the contributions of every round, what was cut and why, as data and in words."""

import pytest

from tests.tournaments.report_files import VECTORS
from tests.tournaments.standings.crosstable import event, laxman, words
from tournaments import trf
from tournaments.standings import CODES, Contribution, Cut, standings, tie_breaks, write_fraction

EVENT = event("2w1 3b= 4w1\n1b0 4w1 3w0\n4w= 1w= 2b1\n3b= 2b0 1b0", ratings=(2000, 1900, 1801, 1700))


@pytest.mark.parametrize(
    ("stored", "written"),
    [("20.5", "20½"), ("0.5", "½"), ("12.25", "12¼"), ("3.0", "3"), ("18.67", "18.67"), ("7", "7"), ("", "")],
)
def test_quarters_are_written_as_on_paper(stored: str, written: str) -> None:
    assert write_fraction(stored) == written


def test_a_cut_value_stays_visible_with_its_reason() -> None:
    explanation = standings(EVENT, tie_breaks("BH-C1")).explain(1, 0)
    assert (explanation.code, explanation.article, explanation.value, explanation.scale) == (
        "BH-C1",
        "8.1 with 14.1",
        6,
        2,
    )
    assert explanation.contributions == (
        Contribution(1, 2, 2, "player 2 has 1", None),
        Contribution(2, 3, 4, "player 3 has 2", None),
        Contribution(3, 4, 1, "player 4 has ½", Cut.LOWEST),
    )
    assert explanation.words() == [
        "Round 1: player 2 has 1",
        "Round 2: player 3 has 2",
        "Round 3: player 4 has ½ (cut: the least significant value (14.1))",
        "Buchholz, Cut-1 (BH-C1, article 8.1 with 14.1): 3.0",
    ]


def test_a_round_one_chose_to_miss_is_named_as_the_reason_of_a_cut() -> None:
    table = standings(laxman(), tie_breaks("BH-M1"))
    explanation = table.explain(1, 0)
    assert [(each.round, each.cut) for each in explanation.contributions if each.cut] == [
        (3, Cut.HIGHEST),
        (4, Cut.VOLUNTARY),
    ]
    assert words(table, 1)[3] == (
        "Round 4: not played (zero-point bye), counts as met a dummy with the player's own 7, but no more "
        "than 10 draws: 5 (article 16.4.2) (cut: the lowest from a round the player chose not to play (16.5))"
    )


def test_the_cap_of_a_forfeit_and_adjusted_scores_are_explained() -> None:
    four = event("2w+ 3b1 4w1\n1b- . .\n4b1 1w0 U\n3w0 U 1b0")
    assert words(standings(four, tie_breaks("SB")), 1) == [
        (
            "Round 1: not played (forfeit win), counts as met a dummy with the player's own 3, but no more "
            "than player 2 has: 1, that is 0 with rounds 2, 3, missed for good, as draws (article 16.3.2) "
            "(article 16.4.1); 1 × 1 = 1"
        ),
        "Round 2: player 3 has 2; 2 × 1 = 2",
        "Round 3: player 4 has 1; 1 × 1 = 1",
        "Sonneborn-Berger (SB, article 9.1): 4.0",
    ]


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        (
            "PTS",
            [
                "Round 1: win against 2: 1",
                "Round 2: draw against 3: ½",
                "Round 3: win against 4: 1",
                "Points (PTS, article 4): 2.5",
            ],
        ),
        ("WIN", ["Round 1: win against 2", "Round 3: win against 4", "Number of wins (WIN, article 7.1): 2"]),
        (
            "BPG",
            ["Round 2: draw against 3 with Black", "Number of games played with Black (BPG, article 7.3): 1"],
        ),
        (
            "PS-C1",
            [
                "Round 1: 1 after it (cut: the least significant value (14.1))",
                "Round 2: 1½ after it",
                "Round 3: 2½ after it",
                "Sum of progressive scores, Cut-1 (PS-C1, article 7.5 with 14.1): 4.0",
            ],
        ),
        (
            "KS",
            [
                "Round 2: ½ against 3, who has 2",
                "The most one could score is 3; opponents with half of it count.",
                "Koya system (KS, article 9.2): 0.5",
            ],
        ),
        (
            "ARO-C1",
            [
                "Round 1: 2 is rated 1900",
                "Round 2: 3 is rated 1801",
                "Round 3: 4 is rated 1700 (cut: the least significant value (14.1))",
                "The average of 2 ratings.",
                "Average rating of opponents, Cut-1 (ARO-C1, article 10.1 with 14.1): 1851",
            ],
        ),
        (
            "TPR",
            [
                "Round 1: 2 is rated 1900",
                "Round 2: 3 is rated 1801",
                "Round 3: 4 is rated 1700",
                "2.5 of 3 are 83 %, which stands for +273: average 1800 +273 = 2073.",
                "Tournament performance rating (TPR, article 10.2): 2073",
            ],
        ),
        (
            "LOT",
            [
                "Lot 1 of 4, drawn from the seed 'autumn'; the higher lot wins.",
                "Drawing of lots (LOT, article 4.2): 1",
            ],
        ),
    ],
)
def test_every_kind_of_tie_break_explains_itself(code: str, lines: list[str]) -> None:
    assert words(standings(EVENT, tie_breaks(code, seed="autumn")), 1) == lines


def test_without_a_rated_opponent_the_explanation_says_so() -> None:
    unrated = event("2w1\n1b0")
    table = standings(unrated, tie_breaks("ARO,TPR"))
    assert words(table, 1, 0)[0] == words(table, 1, 1)[0] == "No rated opponent counts."


def test_explanations_have_the_values_of_the_table_for_everyone_in_recorded_tournaments() -> None:
    for path in VECTORS[::6]:
        table = standings(trf.read(path.read_bytes()).tournament, tie_breaks(CODES, seed="1"))
        for row in table.rows:
            explained = [table.explain(row.number, position) for position in range(len(CODES))]
            assert tuple(each.value for each in explained) == row.values
            for each in explained:
                if each.code.split("-")[0] in ("PTS", "BH", "SB", "PS", "KS", "WIN", "WON", "BPG", "BWG"):
                    counted = [part.value for part in each.contributions if part.cut is None]
                    assert sum(counted) == each.value

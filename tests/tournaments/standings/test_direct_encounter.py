"""Direct encounter (C.07, article 6): complete and incomplete sub-tables, worked out by hand."""

import pytest

from tests.tournaments.standings.crosstable import event
from tournaments.pairing.tournament import PointSystem, Tournament
from tournaments.standings import TIE_BREAKS, standings, tie_breaks
from tournaments.standings.scorebook import Scorebook

DE = TIE_BREAKS["DE"]


def below(tournament: Tournament, *group: int, round_robin: bool = False) -> list[int]:
    """How many of the group the encounters place below each of its players."""
    values = DE.values(Scorebook(tournament, round_robin=round_robin), [group])
    return [values[number] for number in group]


def test_article_6_2_of_two_players_the_winner_is_first() -> None:
    assert below(event("2w0\n1b1"), 1, 2) == [0, 1]


def test_article_6_2_a_draw_decides_nothing() -> None:
    assert below(event("2w=\n1b="), 1, 2) == [0, 0]


def test_article_6_2_players_who_have_not_met_stay_tied() -> None:
    assert below(event("3w1\n4w1\n1b0\n2b0"), 1, 2) == [0, 0]


def test_article_6_2_a_complete_sub_table_ranks_by_its_points() -> None:
    # 1 beat 2 and drew with 3, 2 drew with 3: 1½, ½, 1
    three = event("2w1 3b= .\n1b0 . 3w=\n. 1w= 2b=")
    assert below(three, 1, 2, 3) == [2, 0, 1]


def test_article_6_2_a_complete_sub_table_may_leave_two_tied() -> None:
    # 1 beat 2 and drew with 3, 3 beat 2: 1½, 0, 1½; and 1 and 3 drew
    three = event("2w1 3b= .\n1b0 . 3w0\n. 1w= 2b1")
    assert below(three, 1, 2, 3) == [1, 0, 1]


def test_article_6_2_is_applied_again_to_those_still_tied() -> None:
    # 1 beat 2; 1 and 2 beat 3; 4 beat 1 and lost to 2 and 3:
    # 1: 2 (2, 3), 2: 2 (3, 4), 3: 1 (4), 4: 1 (1). Then 1 beat 2, and 3 beat 4
    four = event("2w1 3w1 4w0\n1b0 4w1 3w1\n4w1 1b0 2b0\n3b0 2b0 1b1")
    assert below(four, 1, 2, 3, 4) == [3, 2, 1, 0]


def test_article_6_2_a_circle_cannot_be_resolved() -> None:
    circle = event("2w1 3b0 .\n1b0 . 3w1\n. 1w1 2b0")
    assert below(circle, 1, 2, 3) == [0, 0, 0]


def test_article_6_1_1_a_forfeit_is_no_encounter_in_a_swiss_tournament() -> None:
    assert below(event("2w+\n1b-"), 1, 2) == [0, 0]


def test_article_15_2_a_forfeit_is_an_encounter_in_a_round_robin() -> None:
    assert below(event("2w+\n1b-"), 1, 2, round_robin=True) == [1, 0]


def test_article_6_1_2_games_between_the_same_two_players_are_averaged() -> None:
    # 1 and 2 met twice: 1 won once and drew once, ¾ to ¼. 1 lost to 3, and 2 beat 3 once.
    # 1: ¾ + 0 = ¾, 2: ¼ + 1 = 1¼, 3: 1 + 0 = 1; as a sum, 1 and 2 would both have 1½
    three = event("2w1 2b= 3w0 .\n1b0 1w= . 3w1\n. . 1b1 2b0")
    assert below(three, 1, 2, 3) == [0, 2, 1]


def test_article_6_3_one_who_stays_alone_at_the_top_is_first() -> None:
    # 1 beat 2 and 3, who have not met: 2 and 3 can reach 1 at most, 1 has 2
    three = event("2w1 3b1\n1b0 .\n. 1w0")
    assert below(three, 1, 2, 3) == [2, 0, 0]


def test_article_6_3_one_who_could_be_caught_up_with_is_not() -> None:
    # 1 beat 2 and has not met 3; 3 could win both games
    three = event("2w1 .\n1b0 .\n. .")
    assert below(three, 1, 2, 3) == [0, 0, 0]


def test_article_6_3_reaching_the_same_score_would_be_enough() -> None:
    # 1 beat 2 and drew with 3: 1½; 3 has ½ and could win against 2: 1½
    three = event("2w1 3b=\n1b0 .\n. 1w=")
    assert below(three, 1, 2, 3) == [0, 0, 0]


def test_article_6_3_the_second_rank_is_assigned_in_the_same_way() -> None:
    # 1 beat 2, 3, 4: 3 points. 2 beat 3 and 4: 2 points. 3 and 4 have not met and reach 1 at most.
    four = event("2w1 3b1 4w1\n1b0 4w1 3b1\n. 1w0 2w0\n. 2b0 1b0")
    assert below(four, 1, 2, 3, 4) == [3, 2, 0, 0]


def test_article_6_3_is_followed_by_article_6_for_the_rest() -> None:
    # 1 beat 2, 3, 4; 2 beat 3; 4 met nobody but 1.
    # 1 has 3; 2 has 1 and at most 2; 4 at most 2: 1 is first. Among 2, 3, 4: 2 beat 3, 4 met none of
    # them: 2 has 1 (at most 2), 4 at most 2: nothing more is certain.
    four = event("2w1 3b1 4w1\n1b0 . 3b1\n. 1w0 2w0\n. . 1b0")
    assert below(four, 1, 2, 3, 4) == [3, 0, 0, 0]
    # with 2 against 3 drawn and 4 left out, the rest have all met: the draw leaves them tied
    three = event("2w1 3b1 .\n1b0 . 3b=\n. 1w0 2w=")
    assert below(three, 1, 2, 3) == [2, 0, 0]


def test_article_6_3_the_rest_may_have_a_complete_sub_table_of_its_own() -> None:
    # 1 beat 2, 3 and 4; 2 beat 3; 4 beat 2; 3 and 4 have not met.
    # 1 has 3; 2 has 1, 3 has 0, 4 has 1 and at most 2: 1 is first, and nothing else is certain.
    # Again without 1: 4 beat 2, 2 beat 3: 4 has 1 (at most 2), 2 has 1, 3 has 0 (at most 1): 4 is not
    # alone for sure, as 2 has 1 too and 4 might lose.
    four = event("2w1 3b1 4w1 .\n1b0 . 3b1 4w0\n. 1w0 2w0 .\n. . 1b0 2b1")
    assert below(four, 1, 2, 3, 4) == [3, 0, 0, 0]


def test_article_6_3_is_not_for_round_robins() -> None:
    three = event("2w1 3b1\n1b0 .\n. 1w0")
    assert below(three, 1, 2, 3, round_robin=True) == [0, 0, 0]


def test_article_6_3_missing_games_would_pay_what_the_event_pays() -> None:
    # 3–1–0: 1 beat 2 and drew with 3 (4 points); 3 has 1 and could reach 4 by a win: not certain.
    # With a second win, 1 has 6 and is.
    three = PointSystem.of(3, 1, 0)
    assert below(event("2w1 3b=\n1b0 .\n. 1w=", points=three), 1, 2, 3) == [0, 0, 0]
    assert below(event("2w1 3b1\n1b0 .\n. 1w0", points=three), 1, 2, 3) == [2, 0, 0]


def test_groups_are_resolved_each_for_itself() -> None:
    two_pairs = event("2w1 3b1\n1b0 4w1\n4w1 1w0\n3b0 2b0")
    values = DE.values(Scorebook(two_pairs), [[1, 2], [3, 4]])
    assert values == {1: 1, 2: 0, 3: 1, 4: 0}


def test_the_encounter_counts_among_those_who_are_still_tied_at_its_place_in_the_list() -> None:
    # All have one point. 1 beat 2 with Black, 2 beat 3, 3 beat 1 with White: a circle. By games won with
    # Black only 1 stands out, and then 2 and 3 are tied: 2 beat 3.
    circle = event("2b1 . 3b0\n1w0 3w1 .\n. 2b0 1w1")
    assert [row.number for row in standings(circle, tie_breaks("BWG,DE")).rows] == [1, 2, 3]
    assert [row.rank for row in standings(circle, tie_breaks("DE")).rows] == [1, 1, 1]


def test_the_encounter_may_be_listed_twice() -> None:
    circle = event("2b1 . 3b0\n1w0 3w1 .\n. 2b0 1w1")
    table = standings(circle, tie_breaks("DE,BWG,DE"))
    assert table.labels == ("DE", "BWG", "DE(2)")
    assert [(row.number, row.values) for row in table.rows] == [
        (1, (0, 1, 0)),
        (2, (0, 0, 1)),
        (3, (0, 0, 0)),
    ]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (
            1,
            [
                "Round 1: 1 against 2",
                "Round 2: 1 against 3",
                (
                    "Among themselves 1 has 2, 2 has 0, 3 has 0; "
                    "not all have met, but 1 cannot be caught up with (6.3)."
                ),
                "Direct encounter (DE, article 6): 2",
            ],
        ),
        (4, ["Nobody is tied with this player here.", "Direct encounter (DE, article 6): 0"]),
    ],
)
def test_the_explanation_shows_the_sub_table(number: int, words: list[str]) -> None:
    four = event("2w1 3b1 . .\n1b0 . . .\n. 1w0 . .\n. . . .")
    explanation = DE.explain(Scorebook(four), number, [[1, 2, 3], [4]])
    assert explanation.words() == words

"""The table: order, shared ranks, lists of tie-breaks, drawing of lots."""

import pytest

from tests.tournaments.standings.crosstable import event
from tournaments.pairing.tournament import Player, Tournament
from tournaments.standings import CODES, TieBreakError, standings, tie_breaks

EVENT = event("2w1 3b= 4w1\n1b0 4w1 3w0\n4w= 1w= 2b1\n3b= 2b0 1b0")


def test_points_come_first_and_tie_breaks_in_their_order() -> None:
    # two winners and two losers: Buchholz is of no help to either pair, the games with Black are
    after_one = event("3w1\n4b1\n1b0\n2w0")
    table = standings(after_one, tie_breaks("BH,BPG"))
    assert [(row.rank, row.number, row.points, row.values) for row in table.rows] == [
        (1, 2, 2, (0, 1)),
        (2, 1, 2, (0, 0)),
        (3, 3, 0, (2, 1)),
        (4, 4, 0, (2, 0)),
    ]


def test_players_whom_nothing_separates_share_a_rank_in_starting_order() -> None:
    table = standings(event("3w1\n4w1\n1b0\n2b0"), tie_breaks("BH"))
    assert [(row.rank, row.number) for row in table.rows] == [(1, 1), (1, 2), (3, 3), (3, 4)]
    assert table.ranks == {1: 1, 2: 1, 3: 3, 4: 3}


def test_points_in_the_list_count_at_their_place() -> None:
    # by wins: 1 has two, 2 and 3 one each; then points: 3 has 2, 2 has 1
    assert [row.number for row in standings(EVENT, tie_breaks("WIN,PTS")).rows] == [1, 3, 2, 4]
    assert standings(EVENT, tie_breaks("WIN,PTS")).rows[0].values == (2, 5)


def test_a_table_without_rounds_has_everybody_first() -> None:
    fresh = Tournament((Player(1, "A"), Player(2, "B")))
    table = standings(
        fresh, tie_breaks(",".join(code for code in CODES if code not in ("LOT", "TPN", "TPN-R")))
    )
    assert [(row.rank, row.name, set(row.values)) for row in table.rows] == [(1, "A", {0}), (1, "B", {0})]


def test_a_table_without_tie_breaks_ranks_by_points() -> None:
    assert [(row.rank, row.number) for row in standings(EVENT, ()).rows] == [(1, 1), (2, 3), (3, 2), (4, 4)]


def test_values_are_printed_with_the_decimals_they_need() -> None:
    table = standings(EVENT, tie_breaks("BH,SB,SB-C1,WIN"))
    assert table.shown(table.rows[1]) == ("4.0", "2.5", "2.25", "1")


@pytest.mark.parametrize("written", ["BH-C1", "bh-c1", " BH/C1 ", "BH#C1"])
def test_codes_are_read_in_every_spelling(written: str) -> None:
    assert [each.code for each in tie_breaks(written)] == ["BH-C1"]


def test_every_code_of_the_list_is_known() -> None:
    wanted = "PTS,BH,BH-C1,BH-C2,BH-M1,SB,SB-C1,DE,WIN,WON,BPG,BWG,PS,PS-C1,KS,ARO,ARO-C1,TPR"
    assert ",".join(each.code for each in tie_breaks(wanted)) == wanted


@pytest.mark.parametrize(
    ("codes", "reason"),
    [
        ("BH,XYZ", "unknown tie-break 'XYZ'; known are PTS, BH, BH-C1"),
        ("", "unknown tie-break ''; known are"),
        ("BH,SB,BH", "the tie-break BH is listed twice"),
        ("BH,LOT", r"drawing of lots \(LOT\) needs a seed"),
    ],
)
def test_an_unusable_list_says_what_is_wrong(codes: str, reason: str) -> None:
    with pytest.raises(TieBreakError, match=reason):
        tie_breaks(codes)


def test_article_4_2_lots_follow_from_the_seed() -> None:
    # SHA-256 of "autumn:1" … "autumn:4" begin d009, 9b4b, c4d3, 9c22; the smallest draws the highest lot
    four = Tournament(tuple(Player(number) for number in range(1, 5)))
    table = standings(four, tie_breaks("LOT", seed="autumn"))
    assert [(row.rank, row.number, row.values) for row in table.rows] == [
        (1, 2, (4,)),
        (2, 4, (3,)),
        (3, 3, (2,)),
        (4, 1, (1,)),
    ]
    assert standings(four, tie_breaks("LOT", seed="autumn")).rows == table.rows


def test_article_4_2_a_new_player_does_not_change_the_order_of_the_others() -> None:
    lots = tie_breaks("LOT", seed="autumn")
    four = [row.number for row in standings(Tournament(tuple(map(Player, range(1, 5)))), lots).rows]
    five = [row.number for row in standings(Tournament(tuple(map(Player, range(1, 6)))), lots).rows]
    assert [number for number in five if number != 5] == four


def test_article_4_2_lots_break_only_what_is_tied() -> None:
    table = standings(event("3w1\n4w1\n1b0\n2b0"), tie_breaks("LOT", seed="autumn"))
    assert [row.rank for row in table.rows] == [1, 2, 3, 4]
    assert {row.number for row in table.rows[:2]} == {1, 2}

"""Player lines (001): every column of the FIDE table, and errors that name line and column."""

from fractions import Fraction

import pytest

from tests.tournaments.report_files import player_line
from tournaments import trf
from tournaments.pairing.tournament import Colour, Entry, Outcome, Player
from tournaments.trf import TrfError

#        1         2         3         4         5         6         7         8         9         10
# 3456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345
SAMPLE = (
    "001    1 mGM  Kasparov, Garry                   2851 RUS     4100018 1963/04/13  1.5    1"
    "     2 w 1     2 b =\r"
    "001    2 wIM  Polgar, Judit                     2735 HUN      735463 1976/07/23  0.5    2"
    "     1 b 0     1 w =\r"
)

GOOD = player_line(1, "   2 w 1")


def test_every_field_of_a_player_line_is_read() -> None:
    report = trf.read(SAMPLE)
    assert report.tournament.players == (
        Player(1, "Kasparov, Garry", 2851, "GM", "RUS"),
        Player(2, "Polgar, Judit", 2735, "IM", "HUN"),
    )
    assert report.people[1] == trf.Person("m", "4100018", "1963/04/13", Fraction(3, 2), 1)
    assert report.people[2] == trf.Person("w", "735463", "1976/07/23", Fraction(1, 2), 2)
    assert report.tournament.entries(1) == (
        Entry(Outcome.WIN, 2, Colour.WHITE),
        Entry(Outcome.DRAW, 2, Colour.BLACK),
    )
    assert report.remarks == ()


@pytest.mark.parametrize(
    ("mine", "theirs", "outcome", "rated"),
    [
        ("1", "0", Outcome.WIN, True),
        ("=", "=", Outcome.DRAW, True),
        ("0", "1", Outcome.LOSS, True),
        ("+", "-", Outcome.FORFEIT_WIN, True),
        ("-", "+", Outcome.FORFEIT_LOSS, True),
        ("-", "-", Outcome.FORFEIT_LOSS, True),
        ("W", "L", Outcome.WIN, False),
        ("D", "D", Outcome.DRAW, False),
        ("L", "W", Outcome.LOSS, False),
        ("w", "l", Outcome.WIN, False),
        (" ", " ", Outcome.PENDING, True),
        ("0", "0", Outcome.LOSS, True),
        ("=", "0", Outcome.DRAW, True),
    ],
)
def test_result_codes_of_a_game(mine: str, theirs: str, outcome: Outcome, rated: bool) -> None:
    text = player_line(1, f"   2 w {mine}") + "\n" + player_line(2, f"   1 b {theirs}")
    assert trf.read(text).tournament.entries(1) == (Entry(outcome, 2, Colour.WHITE, rated),)


@pytest.mark.parametrize(
    ("cell", "outcome"),
    [
        ("0000 - U", Outcome.PAIRING_BYE),
        ("0000 - F", Outcome.FULL_POINT_BYE),
        ("0000 - H", Outcome.HALF_POINT_BYE),
        ("0000 - Z", Outcome.ZERO_POINT_BYE),
        ("0000 - h", Outcome.HALF_POINT_BYE),
        ("     - U", Outcome.PAIRING_BYE),
        ("       H", Outcome.HALF_POINT_BYE),
        ("0000 -  ", Outcome.ZERO_POINT_BYE),
        ("0000 - +", Outcome.FULL_POINT_BYE),
        ("0000 - =", Outcome.HALF_POINT_BYE),
        ("0000 - -", Outcome.ZERO_POINT_BYE),
        ("        ", Outcome.ABSENT),
    ],
)
def test_result_codes_without_an_opponent(cell: str, outcome: Outcome) -> None:
    text = "\n".join((player_line(1, "   2 w 1"), player_line(2, "   1 b 0"), player_line(3, cell)))
    assert trf.read(text).tournament.entries(3) == (Entry(outcome),)


def test_a_player_with_a_short_line_was_absent_in_the_later_rounds() -> None:
    text = "\n".join(
        (
            player_line(1, "   2 w 1", "   3 b 1"),
            player_line(2, "   1 b 0"),
            player_line(3, "        ", "   1 w 0"),
        )
    )
    tournament = trf.read(text).tournament
    assert tournament.entries(2) == (Entry(Outcome.LOSS, 1, Colour.BLACK), Entry(Outcome.ABSENT))
    assert tournament.entries(3) == (Entry(Outcome.ABSENT), Entry(Outcome.LOSS, 1, Colour.WHITE))


def test_a_forfeit_may_lack_its_colour() -> None:
    text = player_line(1, "   2 - +") + "\n" + player_line(2, "   1 - -")
    assert trf.read(text).tournament.entries(1) == (Entry(Outcome.FORFEIT_WIN, 2),)


@pytest.mark.parametrize(
    ("line", "column", "reason"),
    [
        ("001    ", 5, "a player line needs a starting rank from 1 to 9999 in the columns 5 to 8"),
        ("001    0", 5, "a player line needs a starting rank from 1 to 9999 in the columns 5 to 8"),
        ("001   x2", 7, "the starting rank should be a whole number, not 'x2'"),
        ("001    ²", 8, "the starting rank should be a whole number, not '²'"),
        ("001    1", 5, "the starting rank 1 is already taken by line 1"),
        (player_line(2)[:48].ljust(48) + " 2x3", 50, "the rating should be a whole number, not '2x3'"),
        (player_line(2, points="1;5"), 82, "the points should be points such as 11.5, not '1;5'"),
        (player_line(2, rank="1st"), 87, "the rank should be a whole number, not '1st'"),
        (player_line(2, "   ? b 0"), 95, "the opponent's number should be a whole number, not '?'"),
        (player_line(2, "   1 x 0"), 97, "the colour should be w, b or -, not 'x'"),
        (
            player_line(2, "   1 b 7"),
            99,
            "'7' is no result of a game; the codes are 1 = 0 W D L + - or blank",
        ),
        (
            player_line(2, "0000 - 1"),
            99,
            "'1' needs an opponent; without one the codes are U F H Z or blank",
        ),
        (player_line(2, "   1 - 0"), 97, "a game needs a colour: w or b"),
        (
            player_line(2, "  1 b 0 "),
            96,
            "'b' stands between the columns of a round; the line is out of step here",
        ),
    ],
)
def test_errors_name_line_and_column(line: str, column: int, reason: str) -> None:
    with pytest.raises(TrfError) as caught:
        trf.read(f"{GOOD}\n{line}\n")
    assert (caught.value.line, caught.value.column, caught.value.reason) == (2, column, reason)
    assert str(caught.value) == f"line 2, column {column}: {reason}"


@pytest.mark.parametrize(
    ("cells", "line", "column", "reason"),
    [
        (("   1 w 1", "        "), 1, 92, "round 1: player 1 cannot meet himself or herself"),
        (
            ("   7 w 1", "        "),
            1,
            92,
            "round 1: player 1 meets 7, but there is no player 7 in this file",
        ),
        (
            ("   2 w 1", "0000 - Z"),
            1,
            92,
            "round 1: player 1 meets 2, but line 2 names no opponent for 2",
        ),
        (
            ("   2 w 1", "   3 b 0"),
            1,
            92,
            "round 1: player 1 meets 2, but by line 2 2 meets 3",
        ),
        (("   2 w 1", "   1 w 0"), 1, 92, "round 1: players 1 and 2 have the same colour (see line 2)"),
        (
            ("   2 w 1", "   1 b 1"),
            1,
            92,
            "round 1: a win of player 1 and a win of player 2 (line 2) cannot both be true",
        ),
        (
            ("   2 w +", "   1 b 0"),
            1,
            92,
            "round 1: a forfeit win of player 1 and a loss of player 2 (line 2) cannot both be true",
        ),
    ],
)
def test_two_lines_that_contradict_each_other_are_an_error(
    cells: tuple[str, str], line: int, column: int, reason: str
) -> None:
    text = "\n".join((player_line(1, cells[0]), player_line(2, cells[1]), player_line(3)))
    with pytest.raises(TrfError) as caught:
        trf.read(text)
    assert (caught.value.line, caught.value.column, caught.value.reason) == (line, column, reason)


def test_a_contradiction_in_a_later_round_points_at_its_column() -> None:
    text = player_line(1, "   2 w 1", "   2 b 1") + "\n" + player_line(2, "   1 b 0", "   1 w =")
    with pytest.raises(TrfError) as caught:
        trf.read(text)
    assert (caught.value.line, caught.value.column) == (1, 102)


def test_a_file_without_players_is_an_error() -> None:
    with pytest.raises(TrfError, match="line 1, column 1: there is no player line"):
        trf.read("012 Nobody came\n")


@pytest.mark.parametrize(
    "line", ["001    1      Ada                              12345", f"001    1 {'':38}12345"]
)
def test_a_rating_of_five_digits_is_remarked_on(line: str) -> None:
    [remark] = trf.read(line).remarks

    assert (remark.line, remark.column) == (1, 49)

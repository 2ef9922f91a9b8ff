"""Rounds, colours, points, byes, accelerations and prohibitions: TRF26 records and XX extensions."""

import pytest

from tests.tournaments.report_files import player_line, players
from tournaments import trf
from tournaments.pairing.tournament import Acceleration, Colour, Outcome, PointSystem, ProhibitedGroup
from tournaments.trf import TrfError


@pytest.mark.parametrize(("line", "rounds"), [("142 9", 9), ("XXR 11", 11), ("142", None), ("XXR 0", None)])
def test_number_of_rounds(line: str, rounds: int | None) -> None:
    assert trf.read(f"{line}\n{players(1)}").tournament.planned_rounds == rounds


@pytest.mark.parametrize(
    ("line", "colour"),
    [
        ("152 W", Colour.WHITE),
        ("152 b", Colour.BLACK),
        ("XXC white1", Colour.WHITE),
        ("XXC rank black1", Colour.BLACK),
        ("XXC rank", None),
    ],
)
def test_initial_colour(line: str, colour: Colour | None) -> None:
    assert trf.read(f"{line}\n{players(1)}").tournament.initial_colour is colour


@pytest.mark.parametrize(
    ("lines", "system"),
    [
        ("", PointSystem()),
        # 162: letters at 6, 15, 24 …, values in the four columns behind them
        ("162  W 3.0    D 1.0", PointSystem.of(3, 1, 0)),
        ("162  W 6.0    D 3.0    L 1.0", PointSystem.of(6, 3, 1)),
        ("162  P 0.5", PointSystem(pairing_bye=1)),
        ("162  W 3.0    D 1.0    P 1.0    X 1.0", PointSystem.of(3, 1, 0, pairing_bye=1)),
        (
            "162  A 0.5",
            PointSystem(forfeit_loss=1, zero_point_bye=1, absent=1),
        ),
        # the examples of the XXS extension
        ("XXS WW=1 WD=.5 WL=0 BW=1 BD=0.5 BL=0\nXXS FL=0 FW=1\nXXS PAB=1 FPB=1 HPB=.5 ZPB=0", PointSystem()),
        ("162  W 3.0    D 1.0    Z 0.5", PointSystem(6, 2, 0, 6, 1, 6, 6, 2, 1, 1, unit=2)),
        # the extension of bbpPairings
        ("BBW  3.0\nBBD  1.0", PointSystem.of(3, 1, 0)),
        ("BBU  0.5", PointSystem(pairing_bye=1)),
        ("BBU 1\nBBW 2\nBBL 1\nBBD 1", PointSystem.of(2, 1, 1, pairing_bye=1)),
        ("BBZ .5\nBBF 0.5", PointSystem(forfeit_loss=1, zero_point_bye=1, absent=1)),
        ("XXS PAB=3 D=1 W=3", PointSystem.of(3, 1, 0)),
        ("XXS W=3\nXXS D=1", PointSystem.of(3, 1, 0, pairing_bye=1)),
        ("XXS PAB=.5", PointSystem(pairing_bye=1)),
        (
            "XXS FL=0 W=3 D=2 PAB=2 WL=1 BL=1 ZPB=1",
            PointSystem(
                win=3,
                draw=2,
                loss=1,
                forfeit_win=3,
                forfeit_loss=0,
                pairing_bye=2,
                full_point_bye=3,
                half_point_bye=2,
                zero_point_bye=1,
                absent=1,
                unit=1,
            ),
        ),
    ],
)
def test_point_systems(lines: str, system: PointSystem) -> None:
    assert trf.read(f"{lines}\n{players(1)}").tournament.point_system == system


def test_points_that_depend_on_the_colour_are_refused() -> None:
    with pytest.raises(TrfError, match="line 1, column 5: a win cannot be worth more with one colour"):
        trf.read(f"XXS WW=3\n{players(1)}")


def test_240_byes_asked_for_in_rounds_to_come() -> None:
    # the example of the format: two half-point byes in round 3
    report = trf.read(f"240 H 003  026  047\n240 Z   4   26\n{players(26, 47)}")
    assert report.byes == {
        3: {26: Outcome.HALF_POINT_BYE, 47: Outcome.HALF_POINT_BYE},
        4: {26: Outcome.ZERO_POINT_BYE},
    }


def test_240_of_a_round_that_was_played_fills_the_blank_of_that_round() -> None:
    text = "\n".join(
        (
            "240 H   1    3",
            player_line(1, "   2 w 1", points="1.0"),
            player_line(2, "   1 b 0", points="0.0"),
            player_line(3, points="0.5"),
        )
    )
    report = trf.read(text)
    assert report.tournament.rounds[0].entry(3).outcome is Outcome.HALF_POINT_BYE
    assert (report.byes, report.remarks) == ({}, ())


def test_byes_written_into_the_columns_of_the_round_to_be_paired_are_not_a_round() -> None:
    text = "\n".join(
        (
            player_line(1, "   2 w 1", "0000 - H", points="1.5"),
            player_line(2, "   1 b 0", points="0.0"),
            "XXZ 2",
        )
    )
    report = trf.read(text)
    assert len(report.tournament.rounds) == 1
    assert report.byes == {2: {1: Outcome.HALF_POINT_BYE, 2: Outcome.ZERO_POINT_BYE}}
    assert report.remarks == ()


def test_250_accelerations() -> None:
    # the Baku example of the format
    text = f"250 00.0 02.0 001 003 0001 0090\n250 00.0 01.0 004 006 0001 0090\n{players(1, 90)}"
    assert trf.read(text).tournament.accelerations == (
        Acceleration(4, 1, 3, 1, 90),
        Acceleration(2, 4, 6, 1, 90),
    )


def test_250_makes_the_unit_of_points_fine_enough() -> None:
    tournament = trf.read(f"162  W 3.0    D 1.0\n250      00.5 001 001 0001 0001\n{players(1)}").tournament
    assert tournament.point_system == PointSystem.of(6, 2, 0, unit=2)
    assert tournament.accelerations == (Acceleration(1, 1, 1, 1, 1),)


def test_xxa_virtual_points_of_one_player_round_by_round() -> None:
    text = f"XXA    1  1.0  1.0  0.5  0.0  0.5\n{players(1)}"
    assert trf.read(text).tournament.accelerations == (
        Acceleration(2, 1, 2, 1, 1),
        Acceleration(1, 3, 3, 1, 1),
        Acceleration(1, 5, 5, 1, 1),
    )


def test_260_prohibited_pairings() -> None:
    # the examples of the format
    text = (
        "260 001 002  125  180  184  216\n260 001 002  208  222  231\n260 003 999  125  208\n"
        f"{players(125, 180, 184, 208, 216, 222, 231)}"
    )
    assert trf.read(text).tournament.prohibited == (
        ProhibitedGroup((125, 180, 184, 216), 1, 2),
        ProhibitedGroup((208, 222, 231), 1, 2),
        ProhibitedGroup((125, 208), 3),
    )


def test_xxp_forbids_for_the_whole_tournament() -> None:
    tournament = trf.read(f"XXP 13 68\nXXP 13 111\n{players(13, 68, 111)}").tournament
    assert tournament.prohibited == (ProhibitedGroup((13, 68)), ProhibitedGroup((13, 111)))


def test_in_a_team_tournament_byes_and_prohibitions_concern_teams_and_are_left_alone() -> None:
    text = (
        "310   1 India                            IND     2486   15.0   28.0  11     1    5\n"
        "240 H 003  026\n250 00.0 02.0 001 003 0001 0090\n260 001 002  125  180\n"
        f"{players(1, 5)}"
    )
    report = trf.read(text)
    assert (report.byes, report.tournament.accelerations, report.tournament.prohibited) == ({}, (), ())


@pytest.mark.parametrize(
    ("line", "column", "reason"),
    [
        ("142 many", 5, "the number of rounds should be a whole number, not 'many'"),
        ("152 G", 5, "the initial colour should be W or B, not 'G'"),
        (
            "162  W three",
            6,
            "points of results are written as a letter of W D L A P X and a value such as 3.0",
        ),
        ("XXS W=3 Q=1", 9, "'Q=1' is not of the form CODE=VALUE with a known code"),
        ("240 Q   1    1", 5, "the kind of bye should be F, H or Z, not 'Q'"),
        ("240 H        1", 7, "a bye needs its round in the columns 7 to 9"),
        ("240 H   1    1    9", 19, "there is no player 9 in this file"),
        ("250           001 003 0001 0001", 10, "an acceleration needs its points in the columns 10 to 13"),
        (
            "250      01.0         0001 0001",
            15,
            "an acceleration needs its first round in the columns 15 to 17",
        ),
        ("250      01.0 001 002", 23, "an acceleration needs its first player in the columns 23 to 26"),
        (
            "XXA    9 1.0",
            5,
            "an acceleration needs the number of a player of this file in the columns 5 to 8",
        ),
        ("XXA    1 one", 10, "virtual points should be such as 1.0, not 'one'"),
        ("260         1", 5, "a prohibition needs its first round in the columns 5 to 7"),
        ("260 001 002    1    x", 21, "a player's number is expected here, not 'x'"),
        ("XXP 1 2", 7, "there is no player 2 in this file"),
    ],
)
def test_errors_in_settings_name_line_and_column(line: str, column: int, reason: str) -> None:
    with pytest.raises(TrfError) as caught:
        trf.read(f"{players(1)}{line}\n")
    assert (caught.value.line, caught.value.column, caught.value.reason) == (2, column, reason)


def test_a_line_of_one_value_without_points_is_refused_with_the_place() -> None:
    with pytest.raises(TrfError, match=r"^line 1, column 4: "):
        trf.read(f"BBW much\n{players(1)}")

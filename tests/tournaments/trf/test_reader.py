"""Whole files: the header, unknown lines, remarks, and the recorded tournaments."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.tournaments.report_files import VECTORS, player_line, players
from tournaments import trf
from tournaments.trf import Details


def test_header_lines_are_read() -> None:
    text = (
        "012 Club Open 2026\r\n022 Geneva\r\n032 FID\r\n042 2026/01/10\r\n052 2026/01/14\r\n"
        "092 Individual: Swiss-System\r\n102 Arbiter, Anna\r\n112 Second, Sam\r\n112 Third, Thea\r\n"
        "122 90 minutes\r\n" + "132".ljust(91) + "26/01/10  26/01/11\r\n"
        "182 Kiebitz\r\n192 FIDE_DUTCH\r\n202 BH/C1, DE\r\n212 PTS,BH/C1,DE\r\n222 5400+30\r\n" + players(1)
    )
    report = trf.read(text)
    assert report.tournament.name == "Club Open 2026"
    assert report.details == Details(
        city="Geneva",
        federation="FID",
        start="2026/01/10",
        end="2026/01/14",
        kind="Individual: Swiss-System",
        chief_arbiter="Arbiter, Anna",
        deputy_arbiters=("Second, Sam", "Third, Thea"),
        time_control="90 minutes",
        round_dates=("26/01/10", "26/01/11"),
        pairing_controller="Kiebitz",
        encoded_kind="FIDE_DUTCH",
        tie_breaks=("BH/C1", "DE"),
        standing_order=("PTS", "BH/C1", "DE"),
        encoded_time_control="5400+30",
    )


@pytest.mark.parametrize(
    ("line", "round_robin"),
    [
        ("192 FIDE_ROUNDROBIN", True),
        ("192 BERGER_DOUBLEROUNDROBIN", True),
        ("092 Round-Robin", True),
        ("092 Individual: Round Robin", True),
        ("092 FIDE_DUTCH_2025", False),
        ("192 FIDE_DOUBLESWISS", False),
    ],
)
def test_a_file_says_whether_its_pairings_were_fixed_beforehand(line: str, round_robin: bool) -> None:
    assert trf.read(f"{line}\n{players(1)}").details.round_robin is round_robin


def test_unknown_and_team_lines_are_kept_and_do_no_harm() -> None:
    data = (
        "### a comment  \r013 A team                             1    2\r"
        "802   3 GEO     19.0   32.5  FPB    4.0    16 w  2.5    11 b  2.5\r"
        "RUS    1                                        2650\r\r?\r" + players(1, 2)
    ).encode()
    file = trf.parse(data)
    assert len(trf.read(file).tournament.players) == 2
    assert file.to_bytes() == data


def test_points_that_do_not_add_up_are_remarked_on() -> None:
    text = player_line(1, "   2 w 1", points="2.0") + "\n" + player_line(2, "   1 b 0", points="0.0")
    remarks = trf.read(text).remarks
    assert [str(remark) for remark in remarks] == [
        "line 1, column 81: the file gives player 1 2 points, the results add up to 1"
    ]


def test_a_second_pairing_allocated_bye_in_a_round_is_remarked_on() -> None:
    text = "\n".join(
        (
            player_line(1, "   2 w 1"),
            player_line(2, "   1 b 0"),
            player_line(3, "0000 - U"),
            player_line(4, "0000 - U"),
        )
    )
    assert [str(remark) for remark in trf.read(text).remarks] == [
        "line 4, column 92: round 1 has 2 pairing-allocated byes"
    ]


def test_abnormal_points_are_remarked_on() -> None:
    text = f"299 W         01.5 001    1\n{players(1)}"
    assert [str(remark) for remark in trf.read(text).remarks] == [
        "line 1, column 1: points given or taken outside the results are not counted"
    ]


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_recorded_tournaments_have_the_points_their_files_state(path: Path) -> None:
    report = trf.read(path.read_bytes())
    tournament = report.tournament
    assert report.remarks == ()
    assert {number: Fraction(tournament.points(number), 2) for number in tournament.numbers} == {
        number: person.stated_points for number, person in report.people.items()
    }


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_recorded_tournaments_rank_by_points(path: Path) -> None:
    report = trf.read(path.read_bytes())
    by_rank = sorted(report.people, key=lambda number: report.people[number].stated_rank or 0)
    by_points = sorted(
        report.tournament.numbers, key=lambda number: (-report.tournament.points(number), number)
    )
    assert by_rank == by_points

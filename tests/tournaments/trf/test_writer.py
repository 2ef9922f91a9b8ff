"""Writing a tournament from scratch, in both editions, and bringing an existing file up to date."""

from dataclasses import replace

import pytest

from tests.tournaments.report_files import VECTORS, player_line, players
from tournaments import trf
from tournaments.pairing.tournament import (
    Acceleration,
    BoardResult,
    Colour,
    Entry,
    Game,
    Outcome,
    Player,
    PointSystem,
    ProhibitedGroup,
    Round,
    Tournament,
)
from tournaments.trf import Details, Edition, LineEnd, Person, TrfError

EVENT = Tournament(
    players=(
        Player(1, "Müller, Jörg", 2105, "FM", "GER"),
        Player(2, "Ada", 1990),
        Player(3, "No Rating"),
    ),
    rounds=(
        Round.of([Game(1, 2, BoardResult.WHITE_WINS)], {3: Outcome.PAIRING_BYE}),
        Round.of([Game(3, 1, BoardResult.DRAW, rated=False)], {2: Outcome.HALF_POINT_BYE}),
        Round.of([Game(2, 3, BoardResult.WHITE_WINS_BY_FORFEIT)]),
        Round.of([Game(1, 2)]),
    ),
    planned_rounds=5,
    point_system=PointSystem.of(3, 1, 0),
    initial_colour=Colour.WHITE,
    accelerations=(Acceleration(1, 1, 2, 1, 2),),
    prohibited=(ProhibitedGroup((1, 3)), ProhibitedGroup((2, 3), 2, 4)),
    name="Club night",
)
DETAILS = Details(
    city="Köln",
    federation="GER",
    start="2026/11/01",
    end="2026/11/05",
    kind="Swiss",
    chief_arbiter="Arbiter, Anna",
    deputy_arbiters=("Second, Sam",),
    time_control="30 minutes",
    round_dates=("26/11/01", "26/11/02"),
    encoded_kind="FIDE_DUTCH",
    tie_breaks=("BH-C1", "DE"),
)
PEOPLE = {1: Person("m", "4600001", "1980/02/03"), 2: Person("w")}
BYES = {5: {1: Outcome.HALF_POINT_BYE, 3: Outcome.ZERO_POINT_BYE}}

#         1         2         3         4         5         6         7         8         9
# 234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901
PLAYERS_2026 = [
    (
        "001    1 m FM Müller, Jörg                      2105 GER     4600001 1980/02/03  4.0    1"
        "     2 w 1     3 b D               2 w"
    ),
    (
        "001    2 w    Ada                               1990                             4.0    1"
        "     1 b 0  0000 - H     3 w +     1 b"
    ),
    (
        "001    3      No Rating                                                          4.0    1"
        "  0000 - U     1 w D     2 b -"
    ),
]


def test_trf26_from_scratch() -> None:
    file = trf.write(EVENT, details=DETAILS, people=PEOPLE, byes=BYES)
    assert file.to_text().split("\r\n") == [
        "012 Club night",
        "022 Köln",
        "032 GER",
        "042 2026/11/01",
        "052 2026/11/05",
        "062 3",
        "072 2",
        "092 Swiss",
        "102 Arbiter, Anna",
        "112 Second, Sam",
        "122 30 minutes",
        "132".ljust(91) + "26/11/01  26/11/02",
        "192 FIDE_DUTCH",
        "202 BH-C1,DE",
        "142 5",
        "152 W",
        "162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0",
        "240 H 005    1",
        "240 Z 005    3",
        "250      01.0 001 002 0001 0002",
        "260 001 999    1    3",
        "260 002 004    2    3",
        *PLAYERS_2026,
        "",
    ]


def test_trf16_from_scratch() -> None:
    file = trf.write(EVENT, edition=Edition.TRF16, details=DETAILS, people=PEOPLE, byes=BYES)
    lines = file.to_text().split("\r\n")
    assert lines[12:] == [
        "XXR 5",
        "XXC white1",
        "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 HPB=1.0 FPB=3.0 PAB=3.0 FW=3.0",
        "XXA    1  1.0  1.0",
        "XXA    2  1.0  1.0",
        "XXP 1 3",
        "260 002 004    2    3",
        # the byes of round 5 stand in its columns, and their points are counted already
        (
            "001    1 m FM Müller, Jörg                      2105 GER     4600001 1980/02/03  5.0    1"
            "     2 w 1     3 b D               2 w    0000 - H"
        ),
        (
            "001    2 w    Ada                               1990                             4.0    1"
            "     1 b 0  0000 - H     3 w +     1 b"
        ),
        (
            "001    3      No Rating                                                          4.0    1"
            "  0000 - U     1 w D     2 b -            0000 - Z"
        ),
        "",
    ]


@pytest.mark.parametrize("edition", list(Edition))
@pytest.mark.parametrize("end", list(LineEnd))
def test_what_was_written_reads_back(edition: Edition, end: LineEnd) -> None:
    file = trf.write(EVENT, edition=edition, details=DETAILS, people=PEOPLE, byes=BYES, line_end=end)
    data = file.to_bytes()
    assert data.endswith(end.value.encode())
    report = trf.read(data)
    assert report.remarks == ()
    assert replace(report.tournament, accelerations=()) == replace(EVENT, accelerations=())
    assert [report.tournament.virtual_points(player, each) for player in (1, 2, 3) for each in (1, 2, 3)] == [
        1,
        1,
        0,
        1,
        1,
        0,
        0,
        0,
        0,
    ]
    assert report.byes == BYES
    assert report.people[1].fide_id == "4600001"


def test_trf26_reads_back_its_accelerations_and_details_unchanged() -> None:
    report = trf.read(trf.write(EVENT, details=DETAILS))
    assert (report.tournament, report.details) == (EVENT, DETAILS)


@pytest.mark.parametrize("edition", list(Edition))
def test_recorded_tournaments_written_from_scratch_read_back_the_same(edition: Edition) -> None:
    for path in VECTORS:
        tournament = trf.read(path.read_bytes()).tournament
        assert trf.read(trf.write(tournament, edition=edition)).tournament == tournament


def test_recorded_player_lines_are_written_as_they_were_recorded() -> None:
    for path in VECTORS:
        recorded = trf.parse(path.read_bytes())
        report = trf.read(recorded)
        ranks = {number: person.stated_rank or 0 for number, person in report.people.items()}
        written = trf.write(report.tournament, ranks=ranks, line_end=LineEnd.LF)
        assert [line for line in written.lines if line.code == "001"] == [
            line for line in recorded.lines if line.code == "001"
        ]


def test_the_table_can_give_the_ranks() -> None:
    lines = trf.write(EVENT, ranks={1: 3, 2: 1, 3: 2}).lines
    assert [line.text[85:89] for line in lines if line.code == "001"] == ["   3", "   1", "   2"]


def test_players_on_equal_points_share_a_rank_otherwise() -> None:
    event = replace(EVENT, rounds=EVENT.rounds[:1])  # 3, 0 and, for the bye, 3
    lines = trf.write(event).lines
    assert [line.text[85:89] for line in lines if line.code == "001"] == ["   1", "   3", "   1"]


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (
            Tournament((Player(10_000),)),
            "the starting rank 10000 does not fit: a report counts from 1 to 9999",
        ),
        (
            Tournament((Player(1, rating=12_000),)),
            "the rating 12000 of player 1 does not fit into four columns",
        ),
        (
            replace(EVENT, point_system=replace(EVENT.point_system, absent=1)),
            "a report cannot give an absence other points than a zero-point bye",
        ),
        (
            replace(EVENT, point_system=PointSystem.of(3, 1, 0, unit=7)),
            "a report cannot state a result worth 3/7 points",
        ),
        (
            replace(
                EVENT,
                accelerations=(Acceleration(1, 1, 1, 1, 1),),
                point_system=PointSystem.of(4, 2, 0, unit=4),
            ),
            "an acceleration of 1/4 points does not fit into a report",
        ),
    ],
)
def test_what_does_not_fit_is_said(event: Tournament, reason: str) -> None:
    with pytest.raises(TrfError) as caught:
        trf.write(event)
    assert (str(caught.value), caught.value.line, caught.value.column) == (reason, None, None)


def test_an_impossible_bye_is_refused() -> None:
    with pytest.raises(TrfError, match="player 1 cannot ask for a pairing-allocated bye"):
        trf.write(EVENT, byes={5: {1: Outcome.PAIRING_BYE}})


def test_names_cannot_break_a_line() -> None:
    event = Tournament((Player(1, "Evil\r\n001    9\tname\u2028" + "x" * 40),), name="A\nB")
    file = trf.write(event)
    assert [line.code for line in file.lines] == ["012", "062", "072", "001"]
    assert file.lines[0].text == "012 A B"
    assert trf.read(file).tournament.players[0].name == "Evil  001    9 name " + "x" * 13


def test_points_past_99_need_no_decimal() -> None:
    rounds = tuple(Round({1: Entry(Outcome.FULL_POINT_BYE)}) for _ in range(20))
    event = Tournament((Player(1),), rounds=rounds, point_system=PointSystem.of(6, 3, 1))
    assert trf.write(event).lines[-1].text[80:84] == " 120"


FILE = (
    "012 Club night  \r\n### kept\r"
    + player_line(1, "   2 w 1", points="1.0", rank="1", name="Odd   spacing")
    + "   \n"
    + player_line(2, "   1 b 0", points="0.0", rank="2")
    + "\r\nXYZ kept too\n"
)


def test_an_update_without_news_changes_nothing() -> None:
    file = trf.parse(FILE)
    assert trf.update(file, trf.read(file).tournament).to_text() == FILE


def test_an_update_overwrites_only_what_changed() -> None:
    file = trf.parse(FILE)
    tournament = trf.read(file).tournament
    second = Round.of([Game(2, 1, BoardResult.WHITE_WINS)])
    updated = trf.update(file, replace(tournament, rounds=(*tournament.rounds, second)))
    assert updated.to_text() == (
        "012 Club night  \r\n### kept\r"
        + player_line(1, "   2 w 1", "   2 b 0", points="1.0", rank="1", name="Odd   spacing")
        + "\n"
        + player_line(2, "   1 b 0", "   1 w 1", points="1.0", rank="1")
        + "\r\nXYZ kept too\n"
    )


def test_an_update_takes_back_a_round() -> None:
    file = trf.parse(FILE)
    tournament = replace(trf.read(file).tournament, rounds=())
    assert trf.read(trf.update(file, tournament)).tournament == tournament


def test_an_update_adds_new_players_after_the_last_one() -> None:
    file = trf.parse(FILE)
    tournament = trf.read(file).tournament
    late = replace(tournament, players=(*tournament.players, Player(3, "Late, Lou", 1500)))
    updated = trf.update(file, late)
    assert [line.code for line in updated.lines] == ["012", "###", "001", "001", "001", "XYZ"]
    assert trf.read(updated).tournament == late


def test_an_update_of_every_recorded_tournament_by_itself_changes_nothing() -> None:
    for path in VECTORS:
        file = trf.parse(path.read_bytes())
        report = trf.read(file)
        ranks = {number: person.stated_rank or 0 for number, person in report.people.items()}
        assert trf.update(file, report.tournament, ranks=ranks) == file


def test_lines_that_nobody_understands_are_written_back() -> None:
    lines = ["### made by hand", "013 Rooks   1   2", "USA    1      Ada, national"]
    report = trf.read("\n".join([*lines, players(1, 2)]))
    written = trf.write(report.tournament, details=report.details)

    assert report.details.other_lines == tuple(lines)
    assert [line.text for line in written.lines if line.text in lines] == lines
    assert trf.read(written).details.other_lines == tuple(lines)

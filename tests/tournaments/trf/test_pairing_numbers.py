"""`XXC rank`: the order of the lines is the pairing number."""

from tests.tournaments.report_files import player_line
from tournaments import trf
from tournaments.pairing import pair_round
from tournaments.pairing.tournament import Acceleration, Outcome, Player, ProhibitedGroup

LINES = "\n".join(
    [
        "XXR 3",
        "XXC rank white1",
        player_line(7, "   4 w 1", name="Gent, Ada", points="1.0", rank="1"),
        player_line(2, "0000 - U", name="Bach, Lea", points="1.0", rank="2"),
        player_line(4, "   7 b 0", name="Dorn, Kai", points="0.0", rank="3"),
        "",
    ]
)


def test_the_first_line_is_number_1() -> None:
    report = trf.read(LINES)

    assert [(player.number, player.name) for player in report.tournament.players] == [
        (1, "Gent, Ada"),
        (2, "Bach, Lea"),
        (3, "Dorn, Kai"),
    ]
    assert report.tournament.rounds[0].entry(1).opponent == 3
    assert report.tournament.rounds[0].entry(2).outcome is Outcome.PAIRING_BYE
    assert report.people[3].stated_rank == 3


def test_the_next_round_is_paired_by_these_numbers() -> None:
    assert pair_round(trf.read(LINES).tournament).boards[0].players == {1, 2}


def test_lines_that_name_players_name_them_by_starting_rank() -> None:
    extra = "260 001 003    7    4\n250      01.0 002 002 0002 0004\n240 H 002    4\n"
    report = trf.read(LINES + extra)

    assert report.tournament.prohibited == (ProhibitedGroup((1, 3), 1, 3),)
    assert set(report.tournament.accelerations) == {Acceleration(2, 2, 2, 2, 2), Acceleration(2, 2, 2, 3, 3)}
    assert report.byes == {2: {3: Outcome.HALF_POINT_BYE}}


def test_a_file_with_new_results_keeps_its_numbers() -> None:
    file = trf.parse(LINES)

    assert trf.update(file, trf.read(file).tournament, ranks={1: 1, 2: 2, 3: 3}).to_text() == LINES


def test_a_new_player_has_a_starting_rank_of_their_own() -> None:
    file = trf.parse(LINES)
    tournament = trf.read(file).tournament
    larger = trf.read(LINES.replace("XXC rank", "XXC"))
    added = type(tournament)(
        (*tournament.players, Player(4, "Neu, Ida")), tournament.rounds, point_system=tournament.point_system
    )

    numbers = [player.number for player in trf.read(trf.update(file, added)).tournament.players]
    written = trf.update(file, added).to_text()
    assert numbers == [1, 2, 3, 4]
    assert "001    8      Neu, Ida" in written
    assert {player.number for player in larger.tournament.players} == {2, 4, 7}

"""Report files say what the site says."""

import pytest

from tests.tournaments.builders import make_event, make_round, make_section
from tests.tournaments.documents.builders import NAMES, swiss
from tournaments import trf
from tournaments.documents.presenters.catalogue import trf_report
from tournaments.models import EventState, PairingSystem, Section
from tournaments.standings import standings, tie_breaks
from tournaments.tables.selectors.standings import load_table

pytestmark = pytest.mark.django_db
EDITIONS = pytest.mark.parametrize("edition", trf.Edition)


def ranked(section: Section, edition: trf.Edition) -> list[tuple[int, int, str, list[str]]]:
    """The standings of somebody who has nothing but the file."""
    report = trf.read(trf_report(section, edition))
    chosen = tie_breaks(report.details.tie_breaks or section.tie_breaks)
    table = standings(report.tournament, chosen, round_robin=report.details.round_robin)
    text = report.tournament.point_system.text
    return [(row.rank, row.number, text(row.points), list(table.shown(row))) for row in table.rows]


def shown(section: Section) -> list[tuple[int, int, str, list[str]]]:
    return [(row.rank, row.number, row.points, row.values) for row in load_table(section).rows]


@EDITIONS
def test_reading_the_report_gives_the_same_standings(edition: trf.Edition) -> None:
    section = swiss()

    assert ranked(section, edition) == shown(section)


@EDITIONS
def test_other_points_come_back_too(edition: trf.Edition) -> None:
    section = swiss(point_unit=1, win_points=3, draw_points=1, forfeit_win_points=3, pairing_bye_points=3,
                    full_point_bye_points=3, half_point_bye_points=1)  # fmt: skip

    assert ranked(section, edition) == shown(section)


@EDITIONS
def test_a_round_robin_comes_back_as_one(edition: trf.Edition) -> None:
    event = make_event(state=EventState.RUNNING)
    section = make_section(event, players=4, system=PairingSystem.ROUND_ROBIN, tie_breaks="DE,SB,WIN")
    make_round(section, 1, [(1, 4, "1-0"), (2, 3, "1-0f")])
    make_round(section, 2, [(4, 3, "1/2-1/2"), (1, 2, "0-1")])

    assert ranked(section, edition) == shown(section)


@EDITIONS
def test_a_report_has_the_event_the_players_and_only_published_rounds(edition: trf.Edition) -> None:
    report = trf.read(trf_report(swiss(), edition))

    assert report.tournament.name == "Spring Open"
    assert report.details.city == "Old mill"
    assert (report.details.start, report.details.end) == ("2026/05/02", "2026/05/02")
    assert report.tournament.player(1).name == NAMES[1]
    assert report.tournament.player(4).name == NAMES[4]
    assert len(report.tournament.rounds) == 2
    assert report.remarks == ()
    assert {number: person.stated_rank for number, person in report.people.items()} == {
        row.number: row.rank for row in load_table(swiss(name="Other")).rows
    }


@EDITIONS
def test_a_section_without_rounds_is_a_report_of_its_players(edition: trf.Edition) -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=3)

    assert len(trf.read(trf_report(section, edition)).tournament.players) == 3


def test_what_does_not_fit_is_refused_with_a_sentence() -> None:
    section = swiss(absent_points=1)

    with pytest.raises(trf.TrfError, match="cannot give an absence other points"):
        trf_report(section, trf.Edition.TRF26)

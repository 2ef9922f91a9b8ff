"""Tables follow the tie-break rules that were in force when the event began, or the edition that was chosen."""

import importlib
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction

from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.models import Bye, ByeKind, EventState, Section, TieBreakEdition
from tournaments.tables.selectors.standings import load_table

pytestmark = pytest.mark.django_db

LAST_DAY_OF_2024, FIRST_DAY_OF_2026 = date(2026, 2, 28), date(2026, 3, 1)


def with_a_bye(day: date, **fields: Any) -> Section:
    """Player 01 has won both rounds, one of them without an opponent."""
    event = make_event(state=EventState.RUNNING, starts_on=day, ends_on=day)
    section = make_section(event, players=3, tie_breaks="BH", **fields)
    first = make_round(section, 1, [(2, 3, "1/2-1/2")])
    Bye.objects.create(round=first, entry=section.entries.get(starting_rank=1), kind=ByeKind.PAIRING)
    second = make_round(section, 2, [(1, 2, "1-0")])
    Bye.objects.create(round=second, entry=section.entries.get(starting_rank=3), kind=ByeKind.ZERO_POINT)
    return section


def leaders_buchholz(section: Section) -> str:
    return load_table(section).rows[0].values[0]


# Player 02 has half a point; the dummy of the bye has the 2 points of the leader, or no more than two draws.
@pytest.mark.parametrize(
    ("day", "chosen", "buchholz"),
    [
        (LAST_DAY_OF_2024, None, "2.5"),
        (FIRST_DAY_OF_2026, None, "1.5"),
        (LAST_DAY_OF_2024, TieBreakEdition.OF_2026, "1.5"),
        (FIRST_DAY_OF_2026, TieBreakEdition.OF_2024, "2.5"),
    ],
)
def test_the_first_day_or_the_organiser_decides(day: date, chosen: int | None, buchholz: str) -> None:
    assert leaders_buchholz(with_a_bye(day, tie_break_edition=chosen)) == buchholz


def test_events_that_had_begun_keep_the_rules_of_their_tables() -> None:
    begun = with_a_bye(LAST_DAY_OF_2024)
    coming = make_section(make_event(name="Later", state=EventState.OPEN), name="Coming")

    migration = importlib.import_module("tournaments.migrations.0017_editions_of_started_events")
    migration.keep_edition(Section.objects.all(), apps)

    begun.refresh_from_db()
    coming.refresh_from_db()
    assert (begun.tie_break_edition, coming.tie_break_edition) == (TieBreakEdition.OF_2026, None)


def test_an_edition_that_we_do_not_know_is_refused_by_the_database() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        make_section(tie_break_edition=2023)

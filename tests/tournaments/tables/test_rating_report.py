"""Score, expected score and performance of a section, and what the rating list made of it."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from players.models import LedgerLine, Person
from tests.jobs.job_runner import run_jobs
from tests.players.rating_lists.builders import a_pool
from tests.tournaments.builders import make_account
from tests.tournaments.results.builders import board_of, running_section
from tournaments.entries.services.places import withdraw_entry
from tournaments.events.services.lifecycle import finish_event
from tournaments.models import Entry, Round, RoundState
from tournaments.tables.presenters.rating_report import RatingRow, present_rating_report

pytestmark = pytest.mark.django_db


def test_expected_scores_follow_the_difference_of_the_ratings() -> None:
    section = running_section(4)
    for rank, rating in ((1, 2000), (2, 1900), (3, 1800), (4, 0)):
        Entry.objects.filter(section=section, starting_rank=rank).update(rating=rating)
    board_of(section, boards=[(1, 3, "0-1"), (2, 4, "1-0")])

    rows = {row.number: row for row in present_rating_report(section)}

    # 200 points are 76 % by table 8.1.2; 50 % against 2000 is a performance of 2000, 100 % of 2800.
    assert (rows[1].games, rows[1].score_text, rows[1].expected_text) == (1, "0", "0.76")
    assert (rows[3].expected_text, rows[3].difference_text, rows[3].performance) == ("0.24", "+0.76", 2800)
    assert (rows[2].games, rows[2].score, rows[2].expected) == (0, None, None)  # against nobody rated
    assert (rows[4].score_text, rows[4].expected, rows[4].change) == ("0", None, None)


def test_standings_mark_who_has_withdrawn_and_lead_to_the_player_of_the_event(client: Client) -> None:
    section = running_section(4)
    board_of(section, boards=[(1, 3, "1-0"), (2, 4, "1-0")])
    entry = section.entries.get(starting_rank=3)
    withdraw_entry(actor=make_account("Anna"), entry=entry)

    for name in ("standings", "rating-report"):
        page = client.get(reverse(name, args=[section.event_id, section.pk])).content.decode()
        assert page.count(">withdrawn<") == 1
        assert "players/3/" in page


def test_the_change_on_the_list_stands_beside_it_once_the_event_is_rated() -> None:
    section = running_section(4)
    a_pool("club", club=section.event.club)
    board_of(section, boards=[(1, 3, "1-0"), (2, 4, "1-0")])
    Round.objects.update(state=RoundState.CLOSED)
    Person.objects.filter(entries__section=section).update(listed=True)
    assert {row.change for row in present_rating_report(section)} == {None}

    finish_event(actor=None, event=section.event, reason="Only one round was possible.")
    run_jobs()

    section.event.refresh_from_db()
    lines = {line.player_id: line for line in LedgerLine.objects.all()}
    wanted = {
        pk: round(line.rating_after or 0) - round(line.rating_before or 0) for pk, line in lines.items()
    }
    found = {row.entry.person_id: row.change for row in present_rating_report(section)}
    assert found == wanted
    assert any(change and change > 0 for change in found.values())


def test_its_numbers_are_written_as_the_readers_language_does() -> None:
    row = RatingRow(1, 1, Entry(), 3, 250, 174, 1800, 12)

    with translation.override("de"):
        assert (row.expected_text, row.difference_text, row.change_text) == ("1,74", "+0,76", "+12")

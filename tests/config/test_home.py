"""The front page: what is on, what comes, what is new, and what waits for whom."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from core.web.pending import PENDING, PendingItem
from players.clubs.services.join_requests import ask_to_join
from players.models import Club, Person, User
from tests.tournaments.builders import make_account, make_event, make_section
from tests.tournaments.results.builders import account_of, board_of, running_section
from tournaments.models import Event, EventState
from tournaments.results.services.reports import report_result

pytestmark = pytest.mark.django_db


def compact_html(page: str) -> str:
    return " ".join(page.split())


def home(account: User | None = None) -> str:
    client = Client()
    if account is not None:
        client.force_login(account)
    return client.get(reverse("home")).content.decode()


def test_a_running_event_shows_its_round_and_how_many_results_there_are() -> None:
    section = running_section(4)
    board_of(section, boards=[(1, 3, "1-0"), (2, 4, "")])

    page = home()

    assert 'id="on-now"' in page
    assert section.event.name in page
    assert "1 of 2 results" in page
    assert reverse("player-card", args=[section.event_id, section.pk, 1]) in page, "who leads"
    assert "Player 01 – Player 03 <strong>1–0</strong>" in compact_html(page), "the first boards"
    assert reverse("standings", args=[section.event_id, section.pk]) in page


def test_an_event_that_is_open_for_entries_comes_up_until_it_is_over() -> None:
    today = timezone.localdate()
    coming, over, draft = (
        make_section(make_event(name=name)).event for name in ("Spring Open", "Past", "Plan")
    )
    dates = {"starts_on": today, "ends_on": today}
    Event.objects.filter(pk=coming.pk).update(state=EventState.OPEN, **dates)
    yesterday = dict.fromkeys(dates, today - timedelta(days=1))
    Event.objects.filter(pk=over.pk).update(state=EventState.OPEN, **yesterday)
    Event.objects.filter(pk=draft.pk).update(state=EventState.DRAFT, **dates)

    page = home()

    assert "Spring Open" in page
    assert "Past" not in page
    assert "Plan" not in page


def test_a_player_sees_the_own_board_and_others_do_not() -> None:
    section = running_section(4)
    pairing = board_of(section, boards=[(1, 3, ""), (2, 4, "")])
    player = account_of(pairing.first)
    stranger = make_account("Stella")

    own = reverse("own-board", args=[section.event_id, section.pk, 1, pairing.board])
    assert own in home(player)
    assert own not in home(stranger)
    assert own not in home()


def test_requests_to_join_wait_for_those_who_answer_them(club: Club, olga: Person, paula: Person) -> None:
    ask_to_join(actor=make_account("Nora"), club=club)
    requests = reverse("club-requests", args=[club.slug])

    assert requests in home(olga.account)
    assert paula.account is None or requests not in home(paula.account)
    assert requests not in home(make_account("Stella"))
    assert requests not in home()


def test_players_who_disagree_wait_for_the_arbiter(olga: Person, club: Club) -> None:
    section = running_section(4)
    Event.objects.filter(pk=section.event_id).update(club=club)
    pairing = board_of(section, boards=[(1, 3, ""), (2, 4, "")])
    for entry, result in ((pairing.first, "1-0"), (pairing.second, "0-1")):
        report_result(actor=account_of(entry), pairing=pairing, entry=entry, result=result)
    decisions = reverse("waiting-decisions", args=[section.event_id])

    assert decisions in home(olga.account)
    assert decisions not in home(account_of(pairing.first))


def test_what_any_app_tells_of_is_shown_with_its_link() -> None:
    with PENDING.extended("tests", lambda account: [PendingItem("3 riddles", "/riddles/")]):
        assert '<a href="/riddles/">3 riddles</a>' in home(make_account("Stella"))
        assert "/riddles/" not in home()


def test_the_page_asks_no_more_for_twenty_events_than_for_two(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(8):
        board_of(running_section(2), boards=[(1, 2, "")])

    home()  # leaders and boards are kept until their event changes
    with django_assert_max_num_queries(8):
        home()

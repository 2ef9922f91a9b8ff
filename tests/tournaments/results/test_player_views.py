"""The player's own board, and records sent for it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.jobs.job_runner import run_jobs
from tests.markup import compact
from tests.tournaments.results.builders import account_of, board_of, record, running_section
from tournaments.models import Event, Pairing, RoundState, Section
from tournaments.results.services.reports import report_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def section() -> Section:
    section = running_section()
    board_of(section)
    return section


@pytest.fixture
def player(client: Client, section: Section) -> Client:
    """Plays the second colour on board 1."""
    account = account_of(board_of(section).second)
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(section: Section) -> str:
    return reverse("own-board", args=[section.event_id, section.pk, 1, 1])


def words(response: Any) -> str:
    return compact(response)


def test_the_page_says_colour_and_opponent_and_asks_how_it_ended(player: Client, section: Section) -> None:
    said = words(player.get(address(section)))
    assert "You have Brown against <strong>Player 01</strong>." in said
    assert "How did the game end?" in said
    assert 'value="0-1">I won' in said


def test_reporting_then_confirming_makes_the_result(player: Client, section: Section) -> None:
    said = words(player.post(address(section), {"result": "0-1"}, follow=True))
    assert "You reported: <strong>You won</strong>. It counts as soon as Player 01 confirms it." in said

    pairing = board_of(section)
    report_result(actor=None, pairing=pairing, entry=pairing.first, result="0-1")

    said = words(player.get(address(section)))
    assert "<strong>0–1</strong><br>You won" in said
    assert "entered by one player, confirmed by the other" in said


def test_what_the_opponent_reported_is_confirmed_with_one_button(player: Client, section: Section) -> None:
    pairing = board_of(section)
    report_result(actor=None, pairing=pairing, entry=pairing.first, result="1-0")
    said = words(player.get(address(section)))
    assert "Player 01 reported: <strong>You lost</strong>. Is that right?" in said
    assert 'value="1-0">I lost <span class="small">· confirm</span>' in said


def test_a_conflict_is_told_to_both_and_a_report_can_be_taken_back(player: Client, section: Section) -> None:
    pairing = board_of(section)
    report_result(actor=None, pairing=pairing, entry=pairing.first, result="1-0")
    said = words(player.post(address(section), {"result": "0-1"}, follow=True))
    assert "You said: You won. Player 01 said that for you: You lost. The arbiter will decide." in said

    said = words(player.post(address(section), {"do": "withdraw"}, follow=True))
    assert "You have taken back what you reported." in said


def test_the_page_follows_with_304_until_something_changes(player: Client, section: Section) -> None:
    player.get(address(section))  # brings the cookie that goes with the form
    first = player.get(address(section))
    again = player.get(address(section), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    pairing = board_of(section)
    report_result(actor=None, pairing=pairing, entry=pairing.first, result="1-0")
    assert player.get(address(section), headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_part_is_enough_for_htmx(player: Client, section: Section) -> None:
    said = words(player.get(address(section), headers={"HX-Request": "true"}))
    assert said.startswith('<div id="own-boards"')
    changed = words(player.post(address(section), {"result": "0-1"}, headers={"HX-Request": "true"}))
    assert f'id="own-board-{board_of(section).pk}"' in changed
    assert "You reported: <strong>You won</strong>." in changed


def test_a_second_tap_does_not_report_the_next_game_of_a_match(player: Client, section: Section) -> None:
    first = board_of(section)
    following = Pairing.objects.create(
        round=first.round, board=1, leg=2, first=first.second, second=first.first
    )
    report_result(actor=None, pairing=first, entry=first.first, result="0-1")
    for _tap in range(2):
        player.post(address(section), {"result": "0-1", "leg": "1"})
    assert Pairing.objects.get(pk=first.pk).result == "0-1"
    assert not following.reports.exists()


def test_nonsense_and_refusals_are_sentences(player: Client, section: Section) -> None:
    assert "a win, a draw or a loss" in words(player.post(address(section), {"result": "5-5"}))
    section.rounds.update(state=RoundState.CLOSED)
    assert "Round 1 is closed" in words(player.post(address(section), {"result": "1-0"}))


def test_others_do_not_find_the_page_and_visitors_sign_in_first(client: Client, section: Section) -> None:
    assert client.get(address(section))["Location"].startswith(reverse("sign-in"))
    client.force_login(
        account_of(board_of(section, board=2).first), backend="django.contrib.auth.backends.ModelBackend"
    )
    assert client.get(address(section)).status_code == 404
    missing = reverse("own-board", args=[section.event_id, section.pk, 1, 99])
    assert client.get(missing).status_code == 404


def test_in_a_match_the_first_game_without_a_result_is_shown_or_the_one_asked_for(
    player: Client, section: Section
) -> None:
    first = board_of(section)
    Pairing.objects.create(round=first.round, board=1, leg=2, first=first.second, second=first.first)
    assert "You have Brown" in words(player.get(address(section)))
    assert "You have White" in words(player.get(address(section) + "?leg=2"))
    assert player.get(address(section) + "?leg=7").status_code == 404
    Pairing.objects.filter(pk=first.pk).update(result="1-0", origin="arbiter")
    assert "You have White" in words(player.get(address(section)))


def test_a_record_is_sent_with_everything_filled_in_and_becomes_the_result(
    player: Client, section: Section
) -> None:
    pairing = board_of(section)
    page = reverse("send-record", args=[section.event_id, pairing.pk])
    said = player.get(page).content.decode()
    for tag in ("[Event &quot;Spring Open&quot;]", "[Round &quot;1&quot;]", "[Brown &quot;Player 03&quot;]"):
        assert tag in said

    response = player.post(page, {"text": record(pairing, result="0-1")})
    run_jobs()

    assert "Back to board 1, Player 01 – Player 03" in words(player.get(response["Location"]))
    assert address(section) in words(player.get(response["Location"]))
    now = board_of(section)
    assert (now.result, now.origin, now.game) == ("0-1", "record", Game.objects.get())


def test_an_event_that_hides_records_says_so_to_the_archive(player: Client, section: Section) -> None:
    Event.objects.update(records_public="never")
    pairing = board_of(section)
    player.post(reverse("send-record", args=[section.event_id, pairing.pk]), {"text": record(pairing)})
    run_jobs()
    assert Game.objects.get().visibility == "private"


def test_sending_nothing_or_too_much_is_told(player: Client, section: Section) -> None:
    page = reverse("send-record", args=[section.event_id, board_of(section).pk])
    assert "Please paste the record, or choose a file." in words(player.post(page, {"text": "  "}))

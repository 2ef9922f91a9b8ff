"""Where do I sit? Pages for players, for visitors who pick their name, and the poster on the wall."""

import pytest
from django.test import Client
from django.urls import reverse

from players.models import User
from tests.tournaments.events import make_account
from tests.tournaments.rounds.browsers import browser_of, text_of
from tests.tournaments.rounds.pairing_day import published, running_section
from tournaments.models import Absence, Pairing, Section

pytestmark = pytest.mark.django_db


class TestFindingABoard:
    @pytest.fixture
    def player(self, section: Section) -> User:
        account = make_account("Paul")
        person = section.entries.get(starting_rank=2).person
        person.account = account
        person.save()
        return account

    def test_a_player_is_told_board_colour_and_opponent(
        self, section: Section, arbiter: User, player: User
    ) -> None:
        path = reverse("my-board", args=[section.event_id])
        assert "No round is published yet" in text_of(browser_of(player), path)

        published(section, arbiter)

        assert "Your board is 2. You have Brown against Player 04." in text_of(browser_of(player), path)

    def test_a_player_without_an_opponent_is_told_so(
        self, section: Section, arbiter: User, player: User
    ) -> None:
        Absence.objects.create(entry=section.entries.get(starting_rank=2), round_number=1, kind="half")
        published(section, arbiter)

        page = text_of(browser_of(player), reverse("my-board", args=[section.event_id]))

        assert "You have no opponent in this round: half-point bye." in page

    def test_who_does_not_play_is_told_so(self, section: Section) -> None:
        page = text_of(browser_of(make_account("Zoe")), reverse("my-board", args=[section.event_id]))

        assert "You do not play in this event." in page

    def test_visitors_pick_their_name(self, section: Section, arbiter: User) -> None:
        published(section, arbiter)
        find = reverse("find-board", args=[section.event_id])
        assert Client().get(reverse("my-board", args=[section.event_id])).headers["Location"] == find

        assert text_of(Client(), find).count("?entry=") == 5
        assert text_of(Client(), f"{find}?q=player+03").count("?entry=") == 1
        part = text_of(Client(), f"{find}?q=nobody", **{"HX-Request": "true", "HX-Target": "names"})
        assert "Nobody here is called “nobody”." in part
        entry = section.entries.get(starting_rank=3)
        assert "Player 03 sits at board 1 and has Brown against Player 01." in text_of(
            Client(), f"{find}?entry={entry.pk}"
        )

    @pytest.mark.parametrize("entry", ["0", "x", "-1", "99999999999999999999", "٣"])
    def test_nobody_of_that_number_is_not_found(self, section: Section, entry: str) -> None:
        path = reverse("find-board", args=[section.event_id])
        assert Client().get(path, {"entry": entry}).status_code == 404

    def test_the_game_of_a_match_that_comes_next_is_shown(self, arbiter: User) -> None:
        section = running_section(2, games_per_match=2)
        round_ = published(section, arbiter)
        Pairing.objects.filter(round=round_, leg=1).update(result="1-0", origin="arbiter")
        entry = section.entries.get(starting_rank=1)

        page = text_of(Client(), f"{reverse('find-board', args=[section.event_id])}?entry={entry.pk}")

        assert "Player 01 sits at board 1 and has Brown against Player 02. It is game 2 of the match." in page

    def test_the_poster_leads_there(self, section: Section) -> None:
        page = text_of(Client(), reverse("poster", args=[section.event_id]))

        assert f"http://testserver/events/{section.event_id}/find/" in page
        assert "<svg" in page

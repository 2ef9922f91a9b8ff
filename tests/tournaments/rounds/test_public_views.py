"""Pages of rounds for everybody: lists, the projector, and finding one's board."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from core.web import fragments
from players.models import User
from tests.tournaments.builders import make_account
from tests.tournaments.rounds.builders import (
    board_ranks,
    browser_of,
    enter_results,
    get_text,
    pair_round,
    publish_next_round,
    running_section,
)
from tournaments.models import Absence, Pairing, Section
from tournaments.rounds.services.order import order_round

pytestmark = pytest.mark.django_db


class TestThePublicRound:
    def test_lists_boards_in_order_with_points_and_byes(self, section: Section, arbiter: User) -> None:
        enter_results(publish_next_round(section, arbiter), "1-0", "0-1")
        round_ = publish_next_round(section, arbiter)
        assert board_ranks(round_) == [(5, 1), (2, 3)]

        page = get_text(Client(), round_.get_absolute_url())

        places = [
            page.index(name) for name in ("Player 05", "Player 01", "Player 02", "Player 03", "Player 04")
        ]
        assert places == sorted(places)
        assert page.count('title="Points before this round">1</span>') == 3
        assert 'Player 04 <span class="soft">(bye)</span>' in page

    def test_lists_names_in_order(self, section: Section, arbiter: User) -> None:
        round_ = publish_next_round(section, arbiter)

        page = get_text(Client(), f"{round_.get_absolute_url()}?by=name")

        names = section.entries.order_by("person__sort_key").values_list("person__sort_name", flat=True)
        places = [page.index(f">{name}</a>") for name in names]
        assert places == sorted(places)

    def test_colours_are_named_by_the_game(self, arbiter: User) -> None:
        section = running_section(2)
        section.event.game = "stratego"
        section.event.save()
        round_ = publish_next_round(section, arbiter)

        page = get_text(Client(), round_.get_absolute_url())

        assert '<th scope="col">Red</th>' in page
        assert '<th scope="col">Blue</th>' in page

    def test_is_answered_304_until_something_changes(
        self, section: Section, arbiter: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(fragments, "MIN_PAUSE", 0)
        monkeypatch.setattr(fragments, "BUSY_PAUSE", 0)
        round_ = publish_next_round(section, arbiter)
        client = Client()
        headers = {"HX-Request": "true", "HX-Target": "round-list"}
        client.get("/")
        first = client.get(round_.get_absolute_url(), headers=headers)
        assert "<html" not in first.content.decode()

        headers["If-None-Match"] = first.headers["ETag"]
        assert client.get(round_.get_absolute_url(), headers=headers).status_code == 304
        order_round(actor=arbiter, section=section, number=2, despite_warning=True)
        assert client.get(round_.get_absolute_url(), headers=headers).status_code == 200

    def test_takes_few_queries_however_many_boards(
        self, arbiter: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        section = running_section(40)
        enter_results(publish_next_round(section, arbiter), *["1-0"] * 20)
        round_ = publish_next_round(section, arbiter)
        client = Client()
        path = round_.get_absolute_url()
        with django_assert_num_queries(10):
            # A glance; event, section, round; points: entries, rounds, pairings, byes; the boards; the byes.
            client.get(path, headers={"HX-Request": "true", "HX-Target": "round-list"})
        with django_assert_num_queries(1):
            # The list is rendered once for each change of the event, and found by a glance at it.
            client.get(path, headers={"HX-Request": "true", "HX-Target": "round-list"})

    def test_the_short_way_leads_to_the_current_round(self, section: Section, arbiter: User) -> None:
        path = reverse("current-round", args=[section.event_id, section.pk])
        assert Client().get(path).headers["Location"] == reverse(
            "rounds", args=[section.event_id, section.pk]
        )

        round_ = publish_next_round(section, arbiter)
        pair_round(section, arbiter)

        assert Client().get(path).headers["Location"] == round_.get_absolute_url()


def test_the_projector_goes_on_to_the_next_round(section: Section, arbiter: User) -> None:
    path = reverse("projector", args=[section.event_id, section.pk])
    assert "appears here as soon as it is published" in get_text(Client(), path)

    publish_next_round(section, arbiter)
    part = get_text(Client(), path, **{"HX-Request": "true", "HX-Target": "projector"})

    assert "<h1> Round 1" in part
    assert "<html" not in part
    assert "Opponent" in get_text(Client(), f"{path}?by=name")


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
        assert "No round is published yet" in get_text(browser_of(player), path)

        publish_next_round(section, arbiter)

        assert "You have Brown against <strong>Player 04</strong>." in get_text(browser_of(player), path)

    def test_a_player_without_an_opponent_is_told_so(
        self, section: Section, arbiter: User, player: User
    ) -> None:
        Absence.objects.create(entry=section.entries.get(starting_rank=2), round_number=1, kind="half")
        publish_next_round(section, arbiter)

        page = get_text(browser_of(player), reverse("my-board", args=[section.event_id]))

        assert "You have no opponent in this round: half-point bye." in page

    def test_who_does_not_play_is_told_so(self, section: Section) -> None:
        page = get_text(browser_of(make_account("Zoe")), reverse("my-board", args=[section.event_id]))

        assert "You do not play in this event." in page

    def test_visitors_pick_their_name(self, section: Section, arbiter: User) -> None:
        publish_next_round(section, arbiter)
        find = reverse("find-board", args=[section.event_id])
        assert Client().get(reverse("my-board", args=[section.event_id])).headers["Location"] == find

        assert get_text(Client(), find).count("?entry=") == 5
        assert get_text(Client(), f"{find}?q=player+03").count("?entry=") == 1
        part = get_text(Client(), f"{find}?q=nobody", **{"HX-Request": "true", "HX-Target": "names"})
        assert "Nobody here is called “nobody”." in part
        entry = section.entries.get(starting_rank=3)
        assert "Player 03 sits at board 1 and has Brown against Player 01." in get_text(
            Client(), f"{find}?entry={entry.pk}"
        )

    @pytest.mark.parametrize("entry", ["0", "x", "-1", "99999999999999999999", "٣"])
    def test_nobody_of_that_number_is_not_found(self, section: Section, entry: str) -> None:
        path = reverse("find-board", args=[section.event_id])
        assert Client().get(path, {"entry": entry}).status_code == 404

    def test_the_game_of_a_match_that_comes_next_is_shown(self, arbiter: User) -> None:
        section = running_section(2, games_per_match=2)
        round_ = publish_next_round(section, arbiter)
        Pairing.objects.filter(round=round_, leg=1).update(result="1-0", origin="arbiter")
        entry = section.entries.get(starting_rank=1)

        page = get_text(Client(), f"{reverse('find-board', args=[section.event_id])}?entry={entry.pk}")

        assert "Player 01 sits at board 1 and has Brown against Player 02. It is game 2 of the match." in page

    def test_the_poster_leads_there(self, section: Section) -> None:
        page = get_text(Client(), reverse("poster", args=[section.event_id]))

        assert f"http://testserver/events/{section.event_id}/find/" in page
        assert "<svg" in page

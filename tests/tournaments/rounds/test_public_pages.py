"""Pages of a round for everybody: lists, the short way, the projector, and what answers 304."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from players.models import User
from tests.tournaments.rounds.browsers import text_of
from tests.tournaments.rounds.pairing_day import boards, enter_results, paired, published, running_section
from tournaments.events import kept_parts
from tournaments.models import Section
from tournaments.rounds.ordering import order_round

pytestmark = pytest.mark.django_db


class TestThePublicRound:
    def test_lists_boards_in_order_with_points_and_byes(self, section: Section, arbiter: User) -> None:
        enter_results(published(section, arbiter), "1-0", "0-1")
        round_ = published(section, arbiter)
        assert boards(round_) == [(5, 1), (2, 3)]

        page = text_of(Client(), round_.get_absolute_url())

        places = [
            page.index(name) for name in ("Player 05", "Player 01", "Player 02", "Player 03", "Player 04")
        ]
        assert places == sorted(places)
        assert page.count('title="Points before this round">1</span>') == 3
        assert 'Player 04 <span class="soft">(bye)</span>' in page

    def test_lists_names_in_order(self, section: Section, arbiter: User) -> None:
        round_ = published(section, arbiter)

        page = text_of(Client(), f"{round_.get_absolute_url()}?by=name")

        names = section.entries.order_by("person__sort_key").values_list("person__sort_name", flat=True)
        places = [page.index(f">{name}</a>") for name in names]
        assert places == sorted(places)

    def test_colours_are_named_by_the_game(self, arbiter: User) -> None:
        section = running_section(2)
        section.event.game = "stratego"
        section.event.save()
        round_ = published(section, arbiter)

        page = text_of(Client(), round_.get_absolute_url())

        assert '<th scope="col">Red</th>' in page
        assert '<th scope="col">Blue</th>' in page

    def test_is_answered_304_until_something_changes(
        self, section: Section, arbiter: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(kept_parts, "PAUSE", 0)
        monkeypatch.setattr(kept_parts, "CROWDED", 0)
        round_ = published(section, arbiter)
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
        enter_results(published(section, arbiter), *["1-0"] * 20)
        round_ = published(section, arbiter)
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

        round_ = published(section, arbiter)
        paired(section, arbiter)

        assert Client().get(path).headers["Location"] == round_.get_absolute_url()


def test_the_projector_goes_on_to_the_next_round(section: Section, arbiter: User) -> None:
    path = reverse("projector", args=[section.event_id, section.pk])
    assert "appears here as soon as it is published" in text_of(Client(), path)

    published(section, arbiter)
    part = text_of(Client(), path, **{"HX-Request": "true", "HX-Target": "projector"})

    assert "<h1>Round 1" in part
    assert "<html" not in part
    assert "Opponent" in text_of(Client(), f"{path}?by=name")

"""A round on its pages: ordered, paired, published, closed, and back; and its clock."""

import pytest
from django.test import Client
from django.urls import reverse

from players.models import User
from tests.jobs.job_runner import run_jobs
from tests.tournaments.rounds.builders import (
    board_ranks,
    enter_results,
    get_text,
    pair_round,
    publish_next_round,
    round_url,
    running_section,
)
from tournaments.models import KeptApart, Round, RoundState, Section

pytestmark = pytest.mark.django_db


class TestTheWayOfARound:
    def test_ordered_paired_published_closed_and_back(self, section: Section, desk: Client) -> None:
        listed = reverse("rounds", args=[section.event_id, section.pk])
        assert "Pair round 1" in get_text(desk, listed)

        answer = desk.post(reverse("order-round", args=[section.event_id, section.pk]), {"number": 1})
        round_ = section.rounds.get()
        assert answer.headers["Location"] == round_url("round-draft", round_)
        assert "The round is being paired" in get_text(desk, round_url("round-draft", round_))
        polled = {"HX-Request": "true", "HX-Target": "being-paired"}
        assert "being-paired" in get_text(desk, round_url("round-draft", round_), **polled)

        run_jobs()
        assert desk.get(round_url("round-draft", round_), headers=polled).headers["HX-Refresh"] == "true"
        round_.refresh_from_db()
        desk.post(round_url("publish-round", round_), {"version": round_.version})
        assert "Player 01" in get_text(Client(), round_.get_absolute_url())

        enter_results(round_, "1-0", "adjourned")
        refused = desk.post(round_url("close-round", round_), follow=True).content.decode()
        assert "The game on board 2 is adjourned" in refused
        desk.post(round_url("close-round", round_), {"despite": "1"})
        assert Round.objects.get().state == RoundState.CLOSED
        desk.post(round_url("reopen-round", round_))
        assert Round.objects.get().state == RoundState.PUBLISHED
        refused = desk.post(round_url("unpublish-round", round_), follow=True).content.decode()
        assert "already has results" in refused

    def test_a_round_that_was_published_without_being_seen_is_not(
        self, section: Section, arbiter: User, desk: Client
    ) -> None:
        draft = pair_round(section, arbiter)

        page = desk.post(round_url("publish-round", draft), {}, follow=True).content.decode()

        assert "Please look again" in page
        draft.refresh_from_db()
        assert draft.state == RoundState.PAIRED

    def test_an_impossible_round_offers_what_to_give_up(self, arbiter: User, desk: Client) -> None:
        section = running_section(2)
        one, other = section.entries.order_by("starting_rank")
        KeptApart.objects.create(section=section, one=one, other=other)
        draft = pair_round(section, arbiter)

        shown = get_text(desk, round_url("round-draft", draft))
        assert "Player 01 and Player 02" in shown
        assert round_url("give-up", draft) in shown
        desk.post(round_url("give-up", draft), {"version": draft.version})
        run_jobs()

        assert board_ranks(draft) == [(1, 2)]

    def test_a_draft_is_thrown_away(self, section: Section, arbiter: User, desk: Client) -> None:
        draft = pair_round(section, arbiter)

        answer = desk.post(round_url("delete-draft", draft), {"version": draft.version})

        assert answer.headers["Location"] == reverse("rounds", args=[section.event_id, section.pk])
        assert not section.rounds.exists()

    def test_level_matches_get_their_games(self, arbiter: User, desk: Client) -> None:
        final = publish_next_round(running_section(2, system="knockout"), arbiter)
        enter_results(final, "1/2-1/2")

        assert "2 further games are due" in get_text(desk, final.get_absolute_url())
        desk.post(round_url("extend-round", final))

        assert final.pairings.count() == 3
        assert "game 3" in get_text(Client(), final.get_absolute_url())

    @pytest.mark.parametrize("number", ["", "x", "99999", "-1", "2"])
    def test_only_the_next_round_can_be_ordered(self, section: Section, desk: Client, number: str) -> None:
        page = desk.post(
            reverse("order-round", args=[section.event_id, section.pk]), {"number": number}, follow=True
        )

        assert "notice--error" in page.content.decode()
        assert not section.rounds.exists()


class TestTheClock:
    def test_is_started_stopped_and_reset(self, section: Section, arbiter: User, desk: Client) -> None:
        round_ = publish_next_round(section, arbiter)

        desk.post(round_url("round-clock", round_), {"do": "start", "minutes": "90"})
        assert "data-ends=" in get_text(Client(), round_.get_absolute_url())
        desk.post(round_url("round-clock", round_), {"do": "stop"})
        assert "data-ends=" not in get_text(Client(), round_.get_absolute_url())
        assert "1:30:00" in get_text(Client(), round_.get_absolute_url()) or "1:29:59" in get_text(
            Client(), round_.get_absolute_url()
        )
        desk.post(round_url("round-clock", round_), {"do": "reset"})
        assert "round-clock" not in get_text(Client(), round_.get_absolute_url())

    @pytest.mark.parametrize("data", [{}, {"do": "x"}, {"do": "start", "minutes": "0"}, {"do": "start"}])
    def test_nonsense_is_refused(
        self, section: Section, arbiter: User, desk: Client, data: dict[str, str]
    ) -> None:
        round_ = publish_next_round(section, arbiter)

        page = desk.post(round_url("round-clock", round_), data, follow=True).content.decode()

        assert "notice--error" in page

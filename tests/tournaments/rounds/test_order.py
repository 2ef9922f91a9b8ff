"""A round is ordered once, from what is there, and can be ordered again until it is published."""

import pytest
from pytest_django import DjangoAssertNumQueries

from core.errors import Conflict, Refused
from players.models import User
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_event, make_section
from tests.tournaments.rounds.builders import (
    board_ranks,
    byes,
    enter_results,
    pair_round,
    publish_next_round,
    running_section,
)
from tournaments.models import EventState, KeptApart, PairingSystem, Round, RoundState
from tournaments.rounds.services.order import (
    delete_draft,
    next_round,
    order_round,
    pair_again,
    relax_constraints,
)

pytestmark = pytest.mark.django_db


class TestTheNextRound:
    def test_only_in_a_running_event(self, anna: User) -> None:
        section = make_section(make_event(state=EventState.OPEN), players=4)

        with pytest.raises(Refused, match=r"only while the event is running\. It is: open for entries"):
            order_round(actor=anna, section=section, number=1)

    def test_needs_two_players(self, anna: User) -> None:
        with pytest.raises(Refused, match="at least two players"):
            order_round(actor=anna, section=running_section(1), number=1)

    def test_comes_after_the_one_before_is_published(self, anna: User) -> None:
        section = running_section(4)
        pair_round(section, anna)

        assert next_round(section).refusal == "Round 1 comes first: it is not published yet."
        with pytest.raises(Refused, match="Round 1 comes first"):
            order_round(actor=anna, section=section, number=2)

    def test_is_told_to_whoever_orders_it_a_second_time(self, anna: User, ben: User) -> None:
        section = running_section(4)
        order_round(actor=anna, section=section, number=1)

        with pytest.raises(Conflict, match=r"Round 1 is already being paired\. At .* Anna did that"):
            order_round(actor=ben, section=section, number=1)
        assert section.rounds.get().orders.count() == 1

    def test_open_games_have_to_be_accepted(self, anna: User) -> None:
        section = running_section(4)
        enter_results(publish_next_round(section, anna), "1-0", "adjourned")

        with pytest.raises(Refused, match=r"1 game has no result yet\. For this pairing it counts as a draw"):
            order_round(actor=anna, section=section, number=2)
        order_round(actor=anna, section=section, number=2, despite_warning=True)

        run_jobs()
        assert section.rounds.get(number=2).state == RoundState.PAIRED

    def test_there_are_no_more_than_planned(self, anna: User) -> None:
        section = running_section(4, planned_rounds=1)
        enter_results(publish_next_round(section, anna), "1-0", "1-0")

        with pytest.raises(Refused, match="All 1 rounds"):
            order_round(actor=anna, section=section, number=2)

    def test_of_a_round_robin_does_not_wait_for_results(self, anna: User) -> None:
        section = running_section(4, system=PairingSystem.ROUND_ROBIN)
        publish_next_round(section, anna)

        assert next_round(section).refusal == next_round(section).warning == ""

    def test_is_known_in_few_queries(
        self, anna: User, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        section = running_section(8, system=PairingSystem.KNOCKOUT)
        publish_next_round(section, anna)
        with django_assert_max_num_queries(6):
            next_round(section)


class TestAgain:
    def test_kept_boards_stay_and_the_others_are_paired_around_them(self, anna: User) -> None:
        section = running_section(7)
        draft = pair_round(section, anna)
        assert board_ranks(draft) == [(1, 4), (5, 2), (3, 6)]
        KeptApart.objects.create(
            section=section,
            one=section.entries.get(starting_rank=3),
            other=section.entries.get(starting_rank=6),
        )

        pair_again(actor=anna, round=draft, seen=draft.version, keep_boards=[1], keep_bye=True)
        run_jobs()

        draft.refresh_from_db()
        assert board_ranks(draft) == [(1, 4), (6, 2), (3, 5)]
        assert byes(draft) == {7: "pairing"}

    def test_not_once_it_is_published(self, anna: User) -> None:
        round_ = publish_next_round(running_section(4), anna)

        with pytest.raises(Refused, match="The round is published"):
            pair_again(actor=anna, round=round_, seen=None)

    def test_not_from_an_old_page(self, anna: User, ben: User) -> None:
        draft = pair_round(running_section(4), anna)
        pair_again(actor=ben, round=draft, seen=draft.version)

        with pytest.raises(Conflict, match=r"At .* Ben changed this\. It is now: being paired"):
            pair_again(actor=anna, round=draft, seen=draft.version)


class TestAnImpossibleRound:
    @pytest.fixture
    def draft(self, anna: User) -> Round:
        section = running_section(2)
        one, other = section.entries.order_by("starting_rank")
        KeptApart.objects.create(section=section, one=one, other=other)
        return pair_round(section, anna)

    def test_says_what_to_give_up(self, draft: Round) -> None:
        assert draft.state == RoundState.ORDERED
        assert draft.problem == (
            "This round cannot be paired. It could be if:"
            " Player 01 and Player 02 may meet, although they are kept apart."
        )

    def test_is_paired_when_that_is_given_up(self, draft: Round, anna: User) -> None:
        relax_constraints(actor=anna, round=draft, seen=draft.version)
        run_jobs()

        draft.refresh_from_db()
        assert (draft.state, draft.problem) == (RoundState.PAIRED, "")
        assert board_ranks(draft) == [(1, 2)]

    def test_two_who_have_met_may_meet_again(self, anna: User) -> None:
        section = running_section(2)
        enter_results(publish_next_round(section, anna), "1-0")
        draft = pair_round(section, anna)
        one, other = section.entries.order_by("starting_rank")
        assert draft.relaxations == [{"constraint": "REMATCH", "entries": [one.pk, other.pk]}]

        relax_constraints(actor=anna, round=draft, seen=None)
        run_jobs()

        assert board_ranks(draft) == [(1, 2)]

    def test_nothing_is_given_up_without_need(self, anna: User) -> None:
        with pytest.raises(Refused, match="nothing to give up"):
            relax_constraints(actor=anna, round=pair_round(running_section(4), anna), seen=None)


def test_a_draft_can_be_thrown_away_and_ordered_again(anna: User) -> None:
    section = running_section(4)
    draft = pair_round(section, anna)

    delete_draft(actor=anna, round=draft, seen=draft.version)

    assert not section.rounds.exists()
    assert pair_round(section, anna).number == 1


def test_whoever_comes_after_that_is_told(anna: User) -> None:
    draft = pair_round(running_section(4), anna)
    delete_draft(actor=anna, round=draft, seen=draft.version)

    with pytest.raises(Conflict, match="This round no longer exists"):
        delete_draft(actor=anna, round=draft, seen=draft.version)

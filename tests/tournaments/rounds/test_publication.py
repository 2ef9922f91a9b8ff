"""Publishing, closing, and taking each of these back while nothing depends on it."""

import pytest

from audit.selectors import history_of
from core.errors import Conflict, Refused
from players.models import User
from tests.tournaments.rounds.builders import (
    board_ranks,
    enter_results,
    pair_round,
    publish_next_round,
    running_section,
)
from tournaments.models import EntryState, Pairing, ResultReport, Round, RoundState
from tournaments.rounds.services.order import order_round
from tournaments.rounds.services.publication import close_round, publish_round, reopen_round, unpublish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(anna: User) -> Round:
    return pair_round(running_section(4), anna)


def last_told(round_: Round) -> tuple[str, dict[str, object]]:
    line = history_of(round_.section.event).first()
    assert line is not None
    return str(line), dict(line.after)


class TestPublishing:
    def test_freezes_the_round_and_is_told(self, draft: Round, anna: User) -> None:
        round_ = publish_round(actor=anna, round=draft, seen=draft.version)

        assert (round_.state, round_.published_at is not None) == (RoundState.PUBLISHED, True)
        assert last_told(round_) == ("Anna published a round of Spring Open", {"section": "Main", "round": 1})

    def test_a_second_time_says_who_did_it(self, draft: Round, anna: User, ben: User) -> None:
        publish_round(actor=anna, round=draft, seen=draft.version)

        with pytest.raises(Conflict, match=r"Round 1 is already published\. At .* Anna did that"):
            publish_round(actor=ben, round=draft, seen=draft.version)

    def test_what_was_not_seen_is_not_published(self, draft: Round, anna: User) -> None:
        with pytest.raises(Conflict, match="It is now: paired differently"):
            publish_round(actor=anna, round=draft, seen=draft.version - 1)

    def test_nobody_who_has_left_is_published_with_a_board(self, draft: Round, anna: User) -> None:
        draft.section.entries.filter(starting_rank=3).update(state=EntryState.WITHDRAWN, withdrawn_after=0)

        with pytest.raises(Refused, match="Player 03 no longer plays in this round: pair it again"):
            publish_round(actor=anna, round=draft, seen=draft.version)

    def test_not_before_it_is_paired(self, anna: User) -> None:
        round_ = order_round(actor=anna, section=running_section(4), number=1)

        with pytest.raises(Refused, match="not paired yet"):
            publish_round(actor=anna, round=round_, seen=None)


class TestTakingItBack:
    def test_leaves_the_boards_as_they_were(self, draft: Round, anna: User) -> None:
        publish_round(actor=anna, round=draft, seen=None)

        round_ = unpublish_round(actor=anna, round=draft)

        assert (round_.state, round_.published_at) == (RoundState.PAIRED, None)
        assert board_ranks(round_) == [(1, 3), (4, 2)]

    def test_not_with_a_result(self, draft: Round, anna: User) -> None:
        publish_round(actor=anna, round=draft, seen=None)
        enter_results(draft, "1-0")

        with pytest.raises(Refused, match="already has results"):
            unpublish_round(actor=anna, round=draft)

    def test_not_with_a_result_that_one_player_entered(self, draft: Round, anna: User) -> None:
        published_ = publish_round(actor=anna, round=draft, seen=None)
        pairing = Pairing.objects.filter(round=draft).first()
        assert pairing is not None
        assert published_.published_at is not None
        ResultReport.objects.create(
            pairing=pairing, entry=pairing.first, result="1-0", reported_at=published_.published_at
        )

        with pytest.raises(Refused, match="Players have already entered results"):
            unpublish_round(actor=anna, round=draft)

    def test_forfeits_of_those_who_left_go_with_it(self, anna: User) -> None:
        section = running_section(4, system="round_robin")
        section.entries.filter(starting_rank=4).update(state=EntryState.WITHDRAWN, withdrawn_after=0)
        round_ = publish_next_round(section, anna)

        unpublish_round(actor=anna, round=round_)

        assert set(round_.pairings.values_list("result", "origin")) == {("", "")}

    def test_not_when_the_next_round_is_there(self, draft: Round, anna: User) -> None:
        publish_round(actor=anna, round=draft, seen=None)
        pair_round(draft.section, anna, number=2)

        with pytest.raises(Refused, match="Round 2 was paired from this one"):
            unpublish_round(actor=anna, round=draft)


class TestClosing:
    def test_needs_all_results(self, draft: Round, anna: User) -> None:
        publish_round(actor=anna, round=draft, seen=None)
        enter_results(draft, "1-0")

        with pytest.raises(Refused, match="The result of board 2 is missing"):
            close_round(actor=anna, round=draft)

    def test_names_adjourned_games(self, draft: Round, anna: User) -> None:
        publish_round(actor=anna, round=draft, seen=None)
        enter_results(draft, "adjourned", "0-1")

        with pytest.raises(Refused, match=r"The game on board 1 is adjourned\. Close"):
            close_round(actor=anna, round=draft)
        round_ = close_round(actor=anna, round=draft, despite_adjourned=True)

        assert round_.state == RoundState.CLOSED
        assert last_told(round_)[1] == {"section": "Main", "round": 1, "adjourned": "1"}

    def test_is_told_to_the_second(self, draft: Round, anna: User, ben: User) -> None:
        publish_round(actor=anna, round=draft, seen=None)
        enter_results(draft, "1-0", "0-1")
        close_round(actor=anna, round=draft)

        with pytest.raises(Conflict, match=r"Round 1 is already closed\. At .* Anna did that"):
            close_round(actor=ben, round=draft)

    def test_a_draft_cannot_be_closed(self, draft: Round, anna: User) -> None:
        with pytest.raises(
            Refused, match=r"Only a published round can be closed\. It is: paired, not published"
        ):
            close_round(actor=anna, round=draft)

    def test_can_be_taken_back(self, draft: Round, anna: User) -> None:
        publish_round(actor=anna, round=draft, seen=None)
        enter_results(draft, "1-0", "0-1")
        close_round(actor=anna, round=draft)

        round_ = reopen_round(actor=anna, round=draft)

        assert (round_.state, round_.closed_at) == (RoundState.PUBLISHED, None)

    def test_but_not_when_the_next_round_is_there(self, draft: Round, anna: User) -> None:
        publish_round(actor=anna, round=draft, seen=None)
        enter_results(draft, "1-0", "0-1")
        close_round(actor=anna, round=draft)
        pair_round(draft.section, anna, number=2)

        with pytest.raises(Refused, match="Round 2 was paired from this one"):
            reopen_round(actor=anna, round=draft)

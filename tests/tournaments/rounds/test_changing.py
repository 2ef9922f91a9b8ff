"""A draft is changed by hand: shown first with what it breaks, saved if nobody else was quicker."""

import pytest
from pytest_django import DjangoAssertNumQueries

from audit.selectors import history_of
from players.errors import ChangedMeanwhile, Refused
from players.models import User
from tests.games.working import work_until_done
from tests.tournaments.rounds.pairing_day import (
    boards,
    byes,
    enter_results,
    paired,
    published,
    running_section,
)
from tournaments.models import KeptApart, Round, Section
from tournaments.rounds.changes import Change, GiveBye, PutIn, Rewrite, SwapColours, SwapPlayers, TakeOut
from tournaments.rounds.changing import change_draft, preview
from tournaments.rounds.ordering import order_again

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(anna: User) -> Section:
    """Five players after one round: 1 beat 3, 2 beat 4 with the second colour, 5 had the bye."""
    section = running_section(5)
    enter_results(published(section, anna), "1-0", "0-1")
    return section


@pytest.fixture
def draft(section: Section, anna: User) -> Round:
    draft = paired(section, anna)
    assert boards(draft) == [(5, 1), (2, 3)]
    assert byes(draft) == {4: "pairing"}
    return draft


def broken(draft: Round, change: Change) -> list[tuple[str, str]]:
    return [(breach.weight, breach.sentence) for breach in preview(draft, change).breaches]


class TestWhatAChangeBreaks:
    def test_nothing_if_it_changes_nothing(self, draft: Round) -> None:
        assert broken(draft, Rewrite("5-1\n2-3\n4")) == []

    def test_two_who_have_met(self, draft: Round) -> None:
        assert ("forbidden", "Player 01 and Player 03 have met.") in broken(draft, SwapPlayers(5, 3))

    def test_a_second_bye(self, draft: Round) -> None:
        assert ("forbidden", "Player 05 has had a bye, or has won a round without playing.") in broken(
            draft, GiveBye(5)
        )

    def test_a_bye_that_could_go_to_a_lower_score(self, draft: Round) -> None:
        assert ("worse", "The bye of Player 01 could go to a lower score.") in broken(draft, GiveBye(1))

    def test_colours(self, draft: Round) -> None:
        assert broken(draft, SwapColours(2)) == [
            ("colours", "The rules give Player 03 and Player 02 the colours the other way round.")
        ]

    def test_criteria_met_worse_with_both_counts(self, anna: User) -> None:
        section = running_section(8)
        enter_results(published(section, anna), "1-0", "0-1", "1-0", "0-1")
        draft = paired(section, anna)
        assert boards(draft) == [(4, 1), (2, 3), (5, 8), (7, 6)]

        of_the_two = "It concerns Player 01, Player 04."
        assert broken(draft, SwapPlayers(1, 6)) == [
            ("worse", f"As few downfloaters as possible: 0 by the rules, 2 with this change. {of_the_two}"),
            (
                "worse",
                "The lowest scores possible for the downfloaters: none by the rules, 1, 1 with this change. "
                + of_the_two,
            ),
        ]

    def test_an_equal_pairing_that_the_rules_would_not_take(self, anna: User) -> None:
        section = running_section(8)
        enter_results(published(section, anna), "1-0", "0-1", "1-0", "0-1")

        of_four = "It concerns Player 01, Player 02, Player 03, Player 04."
        assert broken(paired(section, anna), SwapPlayers(1, 3)) == [
            ("order", f"As good, but the rules take another pairing first. {of_four}")
        ]

    def test_pairs_kept_apart(self, draft: Round, section: Section) -> None:
        KeptApart.objects.create(
            section=section,
            one=section.entries.get(starting_rank=2),
            other=section.entries.get(starting_rank=3),
        )
        assert ("forbidden", "Player 02 and Player 03 are kept apart.") in broken(
            draft, Rewrite("5-1\n2-3\n4")
        )

    def test_boards_that_were_to_be_kept(self, draft: Round, anna: User) -> None:
        order_again(actor=anna, round=draft, seen=None, keep_boards=[2], keep_bye=True)
        work_until_done()
        draft.refresh_from_db()

        found = broken(draft, SwapPlayers(3, 4))

        assert ("forbidden", "The board of Player 02 and Player 03 was to be kept.") in found
        assert ("forbidden", "Player 04 was to keep the bye.") in found

    def test_the_table_of_a_round_robin(self, anna: User) -> None:
        draft = paired(running_section(4, system="round_robin"), anna)

        assert broken(draft, SwapPlayers(1, 2)) == [
            ("forbidden", "Player 02 and Player 04 do not meet in this round of the table."),
            ("forbidden", "Player 01 and Player 03 do not meet in this round of the table."),
        ]
        assert broken(draft, SwapColours(1)) == [
            ("colours", "The table gives Player 04 and Player 01 the colours the other way round.")
        ]

    def test_meeting_again_soon_in_a_keizer(self, anna: User) -> None:
        section = running_section(4, system="keizer")
        enter_results(published(section, anna), "1-0", "1-0")
        draft = paired(section, anna)
        assert boards(draft) == [(3, 1), (2, 4)]

        assert broken(draft, Rewrite("1-2\n3-4")) == [
            ("worse", "Player 01 and Player 02 have met in the last 3 rounds."),
            ("worse", "Player 03 and Player 04 have met in the last 3 rounds."),
        ]

    def test_is_known_in_eight_queries(
        self, draft: Round, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        draft = Round.objects.select_related("section__event").get(pk=draft.pk)
        with django_assert_num_queries(8):
            preview(draft, SwapPlayers(1, 2))


class TestSaving:
    @pytest.mark.parametrize(
        ("change", "told"),
        [
            (SwapPlayers(1, 2), {"change": "places swapped"}),
            (SwapColours(1), {"change": "colours swapped", "board": 1}),
            (GiveBye(2), {"change": "bye"}),
            (TakeOut(2), {"change": "zero-point bye"}),
            (Rewrite("1-5\n3-2\n4"), {"change": "boards written anew"}),
        ],
    )
    def test_writes_the_boards_and_tells(
        self, draft: Round, anna: User, change: Change, told: dict[str, object]
    ) -> None:
        wanted = preview(draft, change).after

        now = change_draft(actor=anna, round=draft, change=change, seen=draft.version)

        assert boards(now) == [(board.white, board.black) for board in wanted.boards]
        assert (now.version, now.changed_by_hand) == (draft.version + 1, True)
        line = history_of(now.section.event).first()
        assert line is not None
        assert str(line) == "Anna changed the pairing of a round of Spring Open"
        assert {**line.after} | told == {**line.after}

    def test_who_was_put_in_meets_the_odd_one_out(self, draft: Round, anna: User) -> None:
        now = change_draft(actor=anna, round=draft, change=TakeOut(1), seen=None)
        assert boards(now) == [(5, 4), (2, 3)]
        now = change_draft(actor=anna, round=draft, change=PutIn(1), seen=None)

        assert (boards(now), byes(now)) == ([(5, 4), (2, 3)], {1: "pairing"})

    def test_of_an_old_page_is_refused_with_who_was_quicker(
        self, draft: Round, anna: User, ben: User
    ) -> None:
        change_draft(actor=ben, round=draft, change=SwapColours(1), seen=draft.version)

        with pytest.raises(ChangedMeanwhile, match=r"At .* Ben changed this\. It is now: paired otherwise"):
            change_draft(actor=anna, round=draft, change=SwapColours(1), seen=draft.version)

        assert boards(draft)[0] == (1, 5)

    def test_a_published_round_is_frozen(self, anna: User) -> None:
        round_ = published(running_section(4), anna)

        with pytest.raises(Refused, match="It is: published"):
            change_draft(actor=anna, round=round_, change=SwapColours(1), seen=None)
        with pytest.raises(Refused, match="Only a round that is paired"):
            preview(round_, SwapColours(1))

    def test_matches_change_all_their_games(self, anna: User) -> None:
        draft = paired(running_section(2, games_per_match=2), anna)

        now = change_draft(actor=anna, round=draft, change=SwapColours(1), seen=None)

        assert boards(now) == [(2, 1), (1, 2)]


class TestKnockout:
    def test_colours_of_a_match_can_be_changed(self, anna: User) -> None:
        draft = paired(running_section(6, system="knockout", games_per_match=2), anna)
        assert boards(draft) == [(4, 5), (5, 4), (3, 6), (6, 3)]

        now = change_draft(actor=anna, round=draft, change=SwapColours(4), seen=None)

        assert boards(now) == [(4, 5), (5, 4), (6, 3), (3, 6)]
        assert byes(now) == {1: "pairing", 2: "pairing"}

    @pytest.mark.parametrize("change", [SwapPlayers(4, 3), GiveBye(4), Rewrite("4-5"), SwapColours(1)])
    def test_nothing_else_can(self, anna: User, change: Change) -> None:
        draft = paired(running_section(6, system="knockout"), anna)

        with pytest.raises(Refused, match=r"only colours can be changed|There is no board 1"):
            change_draft(actor=anna, round=draft, change=change, seen=None)

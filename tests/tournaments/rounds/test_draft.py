"""Changing a draft by hand: what each change makes of a round, what it breaks, and saving it."""

import pytest
from pytest_django import DjangoAssertNumQueries

from audit.selectors import history_of
from core.errors import Conflict, Refused
from players.models import User
from tests.jobs.job_runner import run_jobs
from tests.tournaments.rounds.builders import (
    board_ranks,
    byes,
    enter_results,
    pair_round,
    publish_next_round,
    running_section,
)
from tournaments.models import KeptApart, Round, Section
from tournaments.pairing import Board, Outcome, RoundPairing
from tournaments.rounds.presenters.preview import preview_change
from tournaments.rounds.services.draft import (
    DraftChange,
    GiveBye,
    PutIn,
    Rewrite,
    SwapColours,
    SwapPlayers,
    TakeOut,
    boards_as_text,
    change_draft,
)
from tournaments.rounds.services.order import pair_again

pytestmark = pytest.mark.django_db
ODD = RoundPairing(2, (Board(1, 4), Board(5, 2)), 3, {6: Outcome.HALF_POINT_BYE})
EVEN = RoundPairing(2, (Board(1, 4), Board(5, 2)), None, {6: Outcome.ABSENT})


@pytest.fixture
def section(anna: User) -> Section:
    """Five players after one round: 1 beat 3, 2 beat 4 with the second colour, 5 had the bye."""
    section = running_section(5)
    enter_results(publish_next_round(section, anna), "1-0", "0-1")
    return section


@pytest.fixture
def draft(section: Section, anna: User) -> Round:
    draft = pair_round(section, anna)
    assert board_ranks(draft) == [(5, 1), (2, 3)]
    assert byes(draft) == {4: "pairing"}
    return draft


def broken(draft: Round, change: DraftChange) -> list[tuple[str, str]]:
    return [(breach.weight, breach.sentence) for breach in preview_change(draft, change).breaches]


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
        enter_results(publish_next_round(section, anna), "1-0", "0-1", "1-0", "0-1")
        draft = pair_round(section, anna)
        assert board_ranks(draft) == [(4, 1), (2, 3), (5, 8), (7, 6)]

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
        enter_results(publish_next_round(section, anna), "1-0", "0-1", "1-0", "0-1")

        of_four = "It concerns Player 01, Player 02, Player 03, Player 04."
        assert broken(pair_round(section, anna), SwapPlayers(1, 3)) == [
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
        pair_again(actor=anna, round=draft, seen=None, keep_boards=[2], keep_bye=True)
        run_jobs()
        draft.refresh_from_db()

        found = broken(draft, SwapPlayers(3, 4))

        assert ("forbidden", "The board of Player 02 and Player 03 was to be kept.") in found
        assert ("forbidden", "Player 04 was to keep the bye.") in found

    def test_the_table_of_a_round_robin(self, anna: User) -> None:
        draft = pair_round(running_section(4, system="round_robin"), anna)

        assert broken(draft, SwapPlayers(1, 2)) == [
            ("forbidden", "Player 02 and Player 04 do not meet in this round of the table."),
            ("forbidden", "Player 01 and Player 03 do not meet in this round of the table."),
        ]
        assert broken(draft, SwapColours(1)) == [
            ("colours", "The table gives Player 04 and Player 01 the colours the other way round.")
        ]

    def test_meeting_again_soon_in_a_keizer(self, anna: User) -> None:
        section = running_section(4, system="keizer")
        enter_results(publish_next_round(section, anna), "1-0", "1-0")
        draft = pair_round(section, anna)
        assert board_ranks(draft) == [(3, 1), (2, 4)]

        assert broken(draft, Rewrite("1-2\n3-4")) == [
            ("worse", "Player 01 and Player 02 have met in the last 3 rounds."),
            ("worse", "Player 03 and Player 04 have met in the last 3 rounds."),
        ]

    def test_is_known_in_eight_queries(
        self, draft: Round, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        draft = Round.objects.select_related("section__event").get(pk=draft.pk)
        with django_assert_num_queries(8):
            preview_change(draft, SwapPlayers(1, 2))


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
        self, draft: Round, anna: User, change: DraftChange, told: dict[str, object]
    ) -> None:
        wanted = preview_change(draft, change).after

        now = change_draft(actor=anna, round=draft, change=change, seen=draft.version)

        assert board_ranks(now) == [(board.white, board.black) for board in wanted.boards]
        assert (now.version, now.changed_by_hand) == (draft.version + 1, True)
        line = history_of(now.section.event).first()
        assert line is not None
        assert str(line) == "Anna changed the pairing of a round of Spring Open"
        assert {**line.after} | told == {**line.after}

    def test_who_was_put_in_meets_the_odd_one_out(self, draft: Round, anna: User) -> None:
        now = change_draft(actor=anna, round=draft, change=TakeOut(1), seen=None)
        assert board_ranks(now) == [(5, 4), (2, 3)]
        now = change_draft(actor=anna, round=draft, change=PutIn(1), seen=None)

        assert (board_ranks(now), byes(now)) == ([(5, 4), (2, 3)], {1: "pairing"})

    def test_of_an_old_page_is_refused_with_who_was_quicker(
        self, draft: Round, anna: User, ben: User
    ) -> None:
        change_draft(actor=ben, round=draft, change=SwapColours(1), seen=draft.version)

        with pytest.raises(Conflict, match=r"At .* Ben changed this\. It is now: paired differently"):
            change_draft(actor=anna, round=draft, change=SwapColours(1), seen=draft.version)

        assert board_ranks(draft)[0] == (1, 5)

    def test_a_published_round_is_frozen(self, anna: User) -> None:
        round_ = publish_next_round(running_section(4), anna)

        with pytest.raises(Refused, match="It is: published"):
            change_draft(actor=anna, round=round_, change=SwapColours(1), seen=None)
        with pytest.raises(Refused, match="Only a round that is paired"):
            preview_change(round_, SwapColours(1))

    def test_matches_change_all_their_games(self, anna: User) -> None:
        draft = pair_round(running_section(2, games_per_match=2), anna)

        now = change_draft(actor=anna, round=draft, change=SwapColours(1), seen=None)

        assert board_ranks(now) == [(2, 1), (1, 2)]


class TestKnockout:
    def test_colours_of_a_match_can_be_changed(self, anna: User) -> None:
        draft = pair_round(running_section(6, system="knockout", games_per_match=2), anna)
        assert board_ranks(draft) == [(4, 5), (5, 4), (3, 6), (6, 3)]

        now = change_draft(actor=anna, round=draft, change=SwapColours(4), seen=None)

        assert board_ranks(now) == [(4, 5), (5, 4), (6, 3), (3, 6)]
        assert byes(now) == {1: "pairing", 2: "pairing"}

    @pytest.mark.parametrize("change", [SwapPlayers(4, 3), GiveBye(4), Rewrite("4-5"), SwapColours(1)])
    def test_nothing_else_can(self, anna: User, change: DraftChange) -> None:
        draft = pair_round(running_section(6, system="knockout"), anna)

        with pytest.raises(Refused, match=r"only colours can be changed|There is no board 1"):
            change_draft(actor=anna, round=draft, change=change, seen=None)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (SwapPlayers(4, 2), "1-2\n5-4\n3"),
        (SwapPlayers(1, 3), "3-4\n5-2\n1"),
        (SwapPlayers(5, 6), "1-4\n6-2\n3"),
        (SwapColours(2), "1-4\n2-5\n3"),
        (GiveBye(1), "3-4\n5-2\n1"),
        (TakeOut(4), "1-3\n5-2"),
        (TakeOut(5), "1-4\n3-2"),
        (TakeOut(3), "1-4\n5-2"),
        (TakeOut(6, Outcome.ABSENT), "1-4\n5-2\n3"),
        (PutIn(6), "1-4\n5-2\n3-6"),
        (Rewrite("2-1\n\n2. 4–5\n3"), "2-1\n4-5\n3"),
        (Rewrite("6-1\n4 5\n3:2"), "6-1\n4-5\n3-2"),
    ],
)
def test_with_an_odd_one_out(change: DraftChange, text: str) -> None:
    changed = change.applied(ODD)
    assert boards_as_text(changed.boards, changed.bye) == text


@pytest.mark.parametrize(
    ("change", "text"), [(TakeOut(1), "5-2\n4"), (PutIn(6), "1-4\n5-2\n6"), (SwapPlayers(6, 1), "6-4\n5-2")]
)
def test_without_one(change: DraftChange, text: str) -> None:
    changed = change.applied(EVEN)
    assert boards_as_text(changed.boards, changed.bye) == text


def test_who_is_taken_out_has_what_the_arbiter_says() -> None:
    assert TakeOut(1, Outcome.FULL_POINT_BYE).applied(ODD).others == {
        1: Outcome.FULL_POINT_BYE,
        6: Outcome.HALF_POINT_BYE,
    }


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (SwapPlayers(1, 1), "Choose two different players"),
        (SwapPlayers(1, 9), "Nobody in this section has the starting rank 9"),
        (SwapColours(0), "There is no board 0"),
        (SwapColours(3), "There is no board 3"),
        (GiveBye(3), "already has the bye"),
        (GiveBye(9), "starting rank 9"),
        (TakeOut(1, Outcome.WIN), "Choose what the absence brings"),
        (PutIn(1), "has a place in the round"),
        (PutIn(9), "starting rank 9"),
        (Rewrite("1-4"), "Number 2 would have neither a board nor the bye"),
        (Rewrite("1-4\n1-2\n3-5"), "Number 1 would have two places"),
        (Rewrite("1-1\n4-2\n3-5"), "Number 1 would have two places"),
        (Rewrite("1-4\n5-9\n2"), "starting rank 9"),
        (Rewrite("1-4\nhello"), "Line 2 cannot be read"),
        (Rewrite("1-4\n2\n3"), "Line 3 cannot be read"),
        (Rewrite("1-999999999999999999999"), "Line 1 cannot be read"),
    ],
)
def test_what_makes_no_round_is_refused(change: DraftChange, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        change.applied(ODD)


def test_a_bye_needs_an_odd_one_out() -> None:
    with pytest.raises(Refused, match="Nobody is left over"):
        GiveBye(1).applied(EVEN)

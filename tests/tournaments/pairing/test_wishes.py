"""What the arbiter lays down before a round: forbidden, avoided, locked, away, late, gone, back."""

import pytest

from tests.tournaments.pairing.builders import entrants, family
from tournaments.pairing.rounds import Board, Wishes, pairs_of_clubs
from tournaments.pairing.swiss import pair_round
from tournaments.pairing.tournament import (
    BoardResult,
    Game,
    Outcome,
    Player,
    ProhibitedGroup,
    Round,
    Tournament,
)

FOUR = Tournament(players=entrants(4))


def meetings(tournament: Tournament, wishes: Wishes) -> set[frozenset[int]]:
    return {board.players for board in pair_round(tournament, wishes).boards}


def test_a_forbidden_pair_does_not_meet() -> None:
    assert meetings(FOUR, Wishes(forbidden=family(1, 3))) == {frozenset({1, 4}), frozenset({2, 3})}


def test_a_forbidden_pair_floats_rather_than_meets() -> None:
    first = Round.of([Game(1, 3, BoardResult.WHITE_WINS), Game(2, 4, BoardResult.WHITE_WINS)])
    tournament = Tournament(players=entrants(4), rounds=(first,))

    assert meetings(tournament, Wishes(forbidden=family(1, 2))) == {frozenset({1, 4}), frozenset({2, 3})}


def test_a_group_is_prohibited_in_its_rounds_only() -> None:
    group = ProhibitedGroup((1, 3), first_round=1, last_round=1)
    tournament = Tournament(players=entrants(4), prohibited=(group,))

    assert meetings(tournament, Wishes()) == {frozenset({1, 4}), frozenset({2, 3})}


def test_a_group_prohibited_later_may_meet_now() -> None:
    group = ProhibitedGroup((1, 3), first_round=2, last_round=2)
    tournament = Tournament(players=entrants(4), prohibited=(group,))

    assert meetings(tournament, Wishes()) == {frozenset({1, 3}), frozenset({2, 4})}


def test_an_avoided_pair_does_not_meet_if_another_candidate_is_as_good() -> None:
    assert meetings(FOUR, Wishes(avoided=family(1, 3))) == {frozenset({1, 4}), frozenset({2, 3})}


def test_avoided_pairs_meet_when_nothing_else_is_left() -> None:
    assert meetings(FOUR, Wishes(avoided=family(1, 2, 3, 4))) == {frozenset({1, 3}), frozenset({2, 4})}


def test_members_of_a_club_are_avoided_players_without_one_are_not() -> None:
    players = (Player(1, club="Kiel"), Player(2), Player(3, club="Kiel"), Player(4))

    assert pairs_of_clubs(players) == family(1, 3)


def test_a_locked_board_stays_and_the_others_are_paired_around_it() -> None:
    pairing = pair_round(FOUR, Wishes(locked=(Board(2, 1),)))

    assert set(pairing.boards) == {Board(2, 1), Board(3, 4)}


def test_a_locked_bye_stays() -> None:
    pairing = pair_round(Tournament(players=entrants(5)), Wishes(locked_bye=1))

    assert (pairing.bye, {board.players for board in pairing.boards}) == (1, family(2, 4) | family(3, 5))


@pytest.mark.parametrize("outcome", [Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE, Outcome.ABSENT])
def test_who_is_away_is_not_paired_and_gets_the_announced_outcome(outcome: Outcome) -> None:
    pairing = pair_round(FOUR, Wishes(absent={1: outcome}))

    assert pairing.bye == 4
    assert pairing.as_round().entry(1).outcome is outcome


def test_a_late_entry_starts_without_points_and_is_paired_at_the_bottom() -> None:
    first = Round.of(
        [Game(1, 3, BoardResult.WHITE_WINS), Game(4, 2, BoardResult.BLACK_WINS)], {5: Outcome.ABSENT}
    )
    tournament = Tournament(players=entrants(6), rounds=(first,))

    assert meetings(tournament, Wishes()) == {frozenset({1, 2}), frozenset({3, 5}), frozenset({4, 6})}


def test_who_withdraws_is_out_and_who_returns_is_in_again() -> None:
    first = Round.of([Game(1, 3, BoardResult.DRAW), Game(2, 4, BoardResult.DRAW)])
    second = Round.of([Game(3, 2, BoardResult.DRAW)], {1: Outcome.PAIRING_BYE, 4: Outcome.ABSENT})
    tournament = Tournament(players=entrants(4), rounds=(first, second))

    pairing = pair_round(tournament, Wishes())

    assert {board.players for board in pairing.boards} == family(1, 2) | family(3, 4)


def test_a_wish_about_a_stranger_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no player 9 in the tournament"):
        pair_round(FOUR, Wishes(absent={9: Outcome.ABSENT}))


def test_nobody_can_be_locked_twice() -> None:
    with pytest.raises(ValueError, match="player 2 is locked twice"):
        Wishes(locked=(Board(1, 2), Board(2, 3)))


def test_nobody_can_be_locked_and_away() -> None:
    with pytest.raises(ValueError, match="player 2 is locked and away"):
        Wishes(locked=(Board(1, 2),), absent={2: Outcome.ABSENT})


def test_nobody_can_be_away_with_a_win() -> None:
    with pytest.raises(ValueError, match="player 2 cannot be away with a win"):
        Wishes(absent={2: Outcome.WIN})


def test_boards_are_ordered_by_the_higher_score_then_the_sum_then_the_number() -> None:
    first = Round.of(
        [
            Game(1, 4, BoardResult.BLACK_WINS),
            Game(5, 2, BoardResult.WHITE_WINS),
            Game(3, 6, BoardResult.DRAW),
        ]
    )
    tournament = Tournament(players=entrants(6), rounds=(first,))

    boards = pair_round(tournament, Wishes(locked=(Board(1, 3), Board(2, 6), Board(4, 5)))).boards

    assert boards == (Board(4, 5), Board(1, 3), Board(2, 6))

"""Impossible rounds say which constraint to relax."""

import pytest

from tests.tournaments.pairing.builders import entrants, family
from tournaments.pairing.relaxation import Constraint, ImpossibleRound, Relaxation
from tournaments.pairing.rounds import Board, Wishes
from tournaments.pairing.swiss import pair_round
from tournaments.pairing.tournament import BoardResult, Game, Outcome, Round, Tournament


def advice(tournament: Tournament, wishes: Wishes | None = None) -> list[tuple[Constraint, tuple[int, ...]]]:
    with pytest.raises(ImpossibleRound) as caught:
        pair_round(tournament, wishes)
    return [(each.constraint, each.players) for each in caught.value.relaxations]


def test_one_forbidden_pair_is_named_when_it_alone_stands_in_the_way() -> None:
    wishes = Wishes(forbidden=family(1, 2) | family(1, 3) | family(1, 4))

    assert advice(Tournament(players=entrants(4)), wishes) == [(Constraint.FORBIDDEN_PAIR, (1, 2))]


def test_as_few_forbidden_pairs_as_possible_are_given_up() -> None:
    assert advice(Tournament(players=entrants(4)), Wishes(forbidden=family(1, 2, 3, 4))) == [
        (Constraint.FORBIDDEN_PAIR, (1, 2)),
        (Constraint.FORBIDDEN_PAIR, (3, 4)),
    ]


def test_a_forbidden_pair_is_given_up_before_a_locked_board() -> None:
    wishes = Wishes(forbidden=family(1, 2), locked=(Board(3, 4),))

    assert advice(Tournament(players=entrants(4)), wishes) == [(Constraint.FORBIDDEN_PAIR, (1, 2))]


def test_a_locked_board_is_given_up_before_a_rematch() -> None:
    tournament = Tournament(players=entrants(4), rounds=(Round.of([Game(1, 2, BoardResult.DRAW)]),))

    assert advice(tournament, Wishes(locked=(Board(3, 4),))) == [(Constraint.LOCKED_BOARD, (3, 4))]


def test_a_locked_bye_in_an_even_field_is_to_be_unlocked() -> None:
    assert advice(Tournament(players=entrants(4)), Wishes(locked_bye=2)) == [(Constraint.LOCKED_BYE, (2,))]


def test_two_players_who_have_met_can_only_meet_again() -> None:
    tournament = Tournament(players=entrants(2), rounds=(Round.of([Game(1, 2, BoardResult.DRAW)]),))

    assert advice(tournament) == [(Constraint.REMATCH, (1, 2))]


def test_the_last_player_left_can_only_have_a_second_bye() -> None:
    tournament = Tournament(players=entrants(1), rounds=(Round.of([], {1: Outcome.PAIRING_BYE}),))

    assert advice(tournament) == [(Constraint.SECOND_BYE, (1,))]


def test_players_who_both_must_have_white_can_only_meet_against_the_rule() -> None:
    rounds = (
        Round.of([Game(3, 1, BoardResult.DRAW), Game(4, 2, BoardResult.DRAW)]),
        Round.of([Game(4, 1, BoardResult.DRAW), Game(3, 2, BoardResult.DRAW)]),
    )
    away = {3: Outcome.ABSENT, 4: Outcome.ABSENT}

    assert advice(Tournament(players=entrants(4), rounds=rounds), Wishes(absent=away)) == [
        (Constraint.COLOURS, (1, 2))
    ]


def test_what_is_advised_makes_the_round_possible() -> None:
    tournament = Tournament(players=entrants(6))
    wishes = Wishes(forbidden=family(1, 2, 3, 4, 5))
    given_up = {frozenset(players) for _, players in advice(tournament, wishes)}

    pairing = pair_round(tournament, Wishes(forbidden=wishes.forbidden - given_up))

    assert len(pairing.boards) == 3


@pytest.mark.parametrize(
    ("relaxation", "words"),
    [
        (
            Relaxation(Constraint.FORBIDDEN_PAIR, (1, 2)),
            "allow 1 and 2 to meet (the arbiter has forbidden it)",
        ),
        (Relaxation(Constraint.LOCKED_BOARD, (1, 2)), "unlock the board of 1 and 2"),
        (Relaxation(Constraint.LOCKED_BYE, (1,)), "unlock the bye of 1"),
        (Relaxation(Constraint.SECOND_BYE, (1,)), "give 1 the bye again (2.1.2 [C2])"),
        (Relaxation(Constraint.REMATCH, (1, 2)), "let 1 and 2 meet a second time (2.1.1 [C1])"),
        (
            Relaxation(Constraint.COLOURS, (1, 2)),
            "let 1 and 2 meet although both must have the same colour (2.1.3 [C3])",
        ),
    ],
)
def test_advice_is_a_sentence(relaxation: Relaxation, words: str) -> None:
    assert str(relaxation) == words


def test_the_error_names_the_round_and_all_of_the_advice() -> None:
    error = ImpossibleRound(3, [Relaxation(Constraint.REMATCH, (1, 2))])

    assert str(error) == (
        "Round 3 cannot be paired. To make it possible: let 1 and 2 meet a second time (2.1.1 [C1])."
    )


def test_nobody_present_is_an_empty_round() -> None:
    pairing = pair_round(Tournament(players=entrants(1)), Wishes(absent={1: Outcome.ABSENT}))

    assert (pairing.boards, pairing.bye) == ((), None)

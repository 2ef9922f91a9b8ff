"""Keizer: values, points, the table that stands still, and the next round."""

import pytest

from tests.tournaments.pairing.builders import Dice, entrants, family
from tournaments.pairing.keizer import KeizerRules, Place, Shares, pair_keizer, table
from tournaments.pairing.relaxation import Constraint, ImpossibleRound
from tournaments.pairing.rounds import Board, RoundPairing, Wishes
from tournaments.pairing.tournament import BoardResult, Game, Outcome, Round, Tournament

WHITE, DRAW, BLACK = BoardResult.WHITE_WINS, BoardResult.DRAW, BoardResult.BLACK_WINS


def after(*rounds: Round, players: int = 4) -> Tournament:
    return Tournament(players=entrants(players), rounds=rounds)


def test_before_the_first_round_everybody_has_the_own_value() -> None:
    # Four places: the last is worth 2 (three steps at a ratio of 3), each place above one more.
    assert table(after()) == [Place(1, 5, 30), Place(2, 4, 24), Place(3, 3, 18), Place(4, 2, 12)]


def test_a_win_brings_the_opponents_value_and_the_table_settles() -> None:
    # 4 beats 1 and 2 beats 3. With the starting values 4 has 2+5=7, 2 has 4+3=7, 1 has 5, 3 has 3: the
    # table 2 4 1 3 gives 2 5+2=7, 4 4+3=7, 1 3, 3 2, and stands.
    found = table(after(Round.of([Game(1, 4, BLACK), Game(2, 3, WHITE)])))

    assert found == [Place(2, 5, 42), Place(4, 4, 42), Place(1, 3, 18), Place(3, 2, 12)]


def test_a_draw_brings_half_of_the_opponents_value() -> None:
    # 1 and 4 draw, 2 and 3 draw: 1 has 5+1, 2 has 4+1.5, 3 has 3+2, 4 has 2+2.5; nobody changes places.
    found = table(after(Round.of([Game(1, 4, DRAW), Game(2, 3, DRAW)])))

    assert [(place.number, place.sixths) for place in found] == [(1, 36), (2, 33), (3, 30), (4, 27)]


@pytest.mark.parametrize(
    ("outcome", "sixths"),
    [
        (Outcome.PAIRING_BYE, 30 + 5 * 4),
        (Outcome.FULL_POINT_BYE, 30 + 5 * 4),
        (Outcome.HALF_POINT_BYE, 30 + 5 * 2),
        (Outcome.ZERO_POINT_BYE, 30),
        (Outcome.ABSENT, 30),
    ],
)
def test_without_a_game_a_part_of_the_own_value_counts(outcome: Outcome, sixths: int) -> None:
    found = table(after(Round.of([], {1: outcome})))

    assert found[0] == Place(1, 5, sixths)


def test_only_so_many_absences_bring_points() -> None:
    away = Round.of([], {1: Outcome.HALF_POINT_BYE})

    found = table(after(away, away, away), KeizerRules(paid_absences=2))

    assert found[0] == Place(1, 5, 30 + 2 * 10)


def test_the_shares_are_the_events_own() -> None:
    rules = KeizerRules(own_value=False, shares=Shares(loss=1))

    # 1 beats 4 and leads, worth 5. 4 has a sixth of that and is second, worth 4; the others have nothing.
    found = table(after(Round.of([Game(1, 4, WHITE)])), rules)

    assert [(place.number, place.sixths) for place in found] == [(1, 24), (4, 5), (2, 0), (3, 0)]


def test_neighbours_meet() -> None:
    assert pair_keizer(after()) == RoundPairing(1, (Board(1, 2), Board(3, 4)))


def test_who_met_too_recently_is_passed_over() -> None:
    played = Round.of([Game(1, 2, DRAW), Game(3, 4, DRAW)])

    assert {board.players for board in pair_keizer(after(played)).boards} == family(1, 3) | family(2, 4)


def test_the_same_two_meet_again_after_enough_rounds_with_the_colours_swapped() -> None:
    rounds = (
        Round.of([Game(1, 2, DRAW), Game(3, 4, DRAW)]),
        Round.of([Game(3, 1, DRAW), Game(4, 2, DRAW)]),
    )

    pairing = pair_keizer(after(*rounds), rules=KeizerRules(rounds_between=1))

    assert pairing.boards == (Board(2, 1), Board(4, 3))


def test_two_players_meet_every_week_if_nobody_else_comes() -> None:
    played = Round.of([Game(1, 2, DRAW)])

    assert pair_keizer(after(played, players=2)).boards == (Board(2, 1),)


def test_the_bye_goes_to_the_last_of_those_with_the_fewest() -> None:
    played = Round.of([Game(1, 2, DRAW)], {3: Outcome.PAIRING_BYE})

    assert pair_keizer(after(players=3)).bye == 3
    assert pair_keizer(after(played, players=3)).bye in {1, 2}


def test_wishes_hold() -> None:
    wishes = Wishes(absent={4: Outcome.HALF_POINT_BYE}, locked=(Board(3, 1),), forbidden=family(2, 5))

    pairing = pair_keizer(after(players=6), wishes)

    assert set(pairing.boards) == {Board(3, 1), Board(6, 2)}
    assert (pairing.bye, dict(pairing.others)) == (5, {4: Outcome.HALF_POINT_BYE})


def test_an_impossible_round_says_what_to_relax() -> None:
    with pytest.raises(ImpossibleRound) as caught:
        pair_keizer(after(players=2), Wishes(forbidden=family(1, 2)))

    assert [each.constraint for each in caught.value.relaxations] == [Constraint.FORBIDDEN_PAIR]


@pytest.mark.parametrize("seed", range(10))
def test_a_season_is_paired_completely_and_nobody_meets_too_soon(seed: int) -> None:
    dice = Dice(seed)
    tournament = after(players=8 + seed)
    for _ in range(20):
        wishes = dice.wishes(tournament)
        pairing = pair_keizer(tournament, wishes)
        seated = [number for board in pairing.boards for number in board.players]
        seated += [] if pairing.bye is None else [pairing.bye]
        assert sorted([*seated, *wishes.absent]) == list(tournament.numbers)
        latest = [
            board
            for played in tournament.rounds[-1:]
            for number, entry in played.entries.items()
            if entry.outcome.played
            for board in pairing.boards
            if board.players == {number, entry.opponent}
        ]
        assert latest == []
        rounds = (*tournament.rounds, pairing.as_round(dice.results(pairing)))
        tournament = Tournament(players=tournament.players, rounds=rounds)
